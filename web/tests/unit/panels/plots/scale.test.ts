// The numbers at the axes of plots: two ticks are never the same text, and noise is not stretched.
import { expect, test } from 'vitest';

import { tickLabels, wideRange } from '../../../../src/panels/plots/scale';

test('ticks have the digits of their spacing', () => {
  expect(tickLabels([-0.0002, 0, 0.0002, 0.0004], 0.0002)).toEqual(['-0.0002', '0.0000', '0.0002', '0.0004']);
  expect(tickLabels([-0.25, 0, 0.25], 0.25)).toEqual(['-0.25', '0.00', '0.25']);
  expect(tickLabels([0, 50, 100], 50)).toEqual(['0', '50', '100']);
  expect(tickLabels([-0, 1], 1)).toEqual(['0', '1']);
});

test('very small and very large ones have a power of ten', () => {
  expect(tickLabels([-2e-9, 0, 2e-9], 2e-9)).toEqual(['-2e-9', '0', '2e-9']);
  expect(tickLabels([1.0e6, 1.25e6, 1.5e6], 2.5e5)).toEqual(['1.00e6', '1.25e6', '1.50e6']);
});

test('different ticks never have the same label', () => {
  for (const step of [1, 2, 2.5, 5].flatMap((one) => [-9, -6, -4, -3, -1, 0, 2, 5, 8].map((power) => one * 10 ** power))) {
    const ticks = Array.from({ length: 7 }, (_, k) => (k - 3) * step);
    const labels = tickLabels(ticks, step);
    expect(new Set(labels).size, String(step)).toBe(7);
    labels.forEach((label, k) => expect(Number(label)).toBeCloseTo(ticks[k] ?? NaN, 12 - Math.max(0, Math.round(Math.log10(step)))));
  }
});

test('a value that hardly changes looks constant', () => {
  const [low, high] = wideRange(12.5, 12.5 + 3e-9);
  expect(high - low).toBeCloseTo(0.125, 6);
  expect((low + high) / 2).toBeCloseTo(12.5, 6);
  expect(wideRange(0, 0)).toEqual([-5e-10, 5e-10]);
  expect(wideRange(-1, 2)).toEqual([-1, 2]);
});
