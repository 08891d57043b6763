// A sketch that one core has made goes on in another instance of its module, to the last bit.
import { expect, test } from 'vitest';

import type { Sketch } from '../../../src/core/core';
import { fourBars } from '../../support/large';
import { loadedCore, projectText } from '../test_core';

/** Drags a crank round a little, and asks for all that a sketch tells. */
function use(sketch: Sketch) {
  const { facts } = sketch;
  const moved = sketch.grab(1, 0.01, 0.02) ? [sketch.drag(0.012, 0.025), sketch.drag(0.015, 0.02)] : [];
  sketch.release();
  return { facts, moved, poses: sketch.poses(), gaps: sketch.gaps(), diagnosis: sketch.diagnosis(), offers: sketch.complete(facts.joints[0]?.span?.start ?? 0) };
}

test.each([
  ['a page of four-bars', fourBars(20)],
  ['the Jansen leg', projectText('examples/gallery/jansen.tml')],
  ['letters of several bytes', `// Gelenkträger ∠ 𝔄\n${fourBars(1)}`],
])('%s: what was adopted does the same', async (_, text) => {
  const [maker, taker] = [await loadedCore(), await loadedCore()];
  const made = maker.sketch(text);
  const adopted = taker.adopt(made.copy(text));
  expect(made.facts.good).toBe(true);
  expect(use(adopted)).toEqual(use(made));
});

test('what another core has diagnosed is measured in a copy, which diagnoses nothing', async () => {
  const [maker, taker] = [await loadedCore(), await loadedCore()];
  const text = fourBars(2);
  const made = maker.sketch(text);
  const adopted = taker.adopt(made.copy(text));
  const bars = made.diagnosis()?.fourBars ?? [];
  expect(bars).toHaveLength(2);
  for (const { joints, transmission } of bars) {
    expect(adopted.transmission(joints, made.poses())).toBeCloseTo(transmission, 12);
  }
  expect(adopted.transmission([0, 1, 2, 99], made.poses())).toBeNaN();
});

test('a copy is of its time, and room that is left is used again', async () => {
  const core = await loadedCore();
  const [large, small] = [fourBars(20), fourBars(1)];
  const made = core.sketch(large);
  const [rest, copy] = [made.poses(), made.copy(large)];
  made.grab(1, 0.01, 0.02);
  made.drag(0.02, 0.02);
  made.release();
  made.dispose();
  const first = core.adopt(copy);
  expect(first.poses()).toEqual(rest);
  first.dispose();
  const other = core.sketch(small);
  const second = core.adopt(other.copy(small)); // where the large one was
  const third = core.adopt(copy);
  expect(use(second)).toEqual(use(other));
  expect(third.poses()).toEqual(rest);
});
