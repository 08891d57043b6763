// Snapping as a pure function: what draws the pointer before what else, and what it says.
import { beforeAll, describe, expect, test } from 'vitest';

import type { Core, Sketch } from '../../../src/core/core';
import { addLink, emptyText } from '../../../src/document/edits';
import { snap, type SnapInput } from '../../../src/tools/snap/snap';
import { testCore } from '../test_core';

// A bar of 100 mm from the origin along x, 10 mm wide; 4 pixels a millimetre.
let sketch: Sketch;
beforeAll(async () => {
  const core: Core = await testCore();
  const empty = core.sketch(emptyText());
  const draft = { core, text: emptyText(), facts: empty.facts, poses: empty.poses() };
  const made = addLink(draft, [{ kind: 'ground', x: 0, y: 0 }, { kind: 'free', x: 0.1, y: 0 }], { width: 0.01 });
  sketch = core.sketch('text' in made ? made.text : '');
});

function at(x: number, y: number, more: Partial<SnapInput> = {}) {
  const found = snap({
    at: { x: x / 1000, y: y / 1000 },
    scale: 4000,
    facts: sketch.facts,
    poses: sketch.poses(),
    unit: 'mm',
    grid: true,
    ...more,
  });
  return { ...found, mm: [found.x * 1000, found.y * 1000].map((value) => Math.round(value * 1e6) / 1e6) };
}

describe('parts', () => {
  test('a pin draws from ten pixels around, a finger from eighteen', () => {
    expect(at(101, 2).hint).toBe('Pin to link1.b');
    expect(at(101, 2).mm).toEqual([100, 0]);
    expect(at(103, 2).spot.kind).not.toBe('point');
    expect(at(103, 2, { touch: true }).spot.kind).toBe('point');
  });

  test('the middle of a bar, then the bar, then the rest of the link', () => {
    expect(at(50.5, 0.5).hint).toBe('New pin in the middle of link1');
    expect(at(30, 1).hint).toBe('Pin in slot of link1');
    expect(at(30, 1).mm).toEqual([30, 0]);
    expect(at(30, 4).hint).toBe('New pin on link1');
  });

  test('what is excluded, and everything with Alt, draws nothing', () => {
    expect(at(100.5, 0.5, { exclude: new Set([1]) }).spot.kind).toBe('free');
    const alone = at(100.5, 0.5, { off: true });
    expect([alone.mm, alone.hint]).toEqual([[100.5, 0.5], '']);
  });
});

describe('empty places', () => {
  test('level and upright come before crossings of the grid', () => {
    const level = at(143.3, 51, { from: { x: 0.08, y: 0.05 } });
    expect([level.mm, level.hint]).toEqual([[143, 50], 'Horizontal, Length 63 mm']);
    expect(at(99.2, 61).mm).toEqual([100, 60]);
    expect(at(99.2, 61).hint).toBe('Vertically in line with link1');
  });

  test('a crossing of the grid comes before an odd angle', () => {
    // 10 mm across and 40 mm down is 76 degrees: one from a step of 15.
    expect(at(140, 20, { from: { x: 0.13, y: 0.06 } }).mm).toEqual([140, 20]);
  });

  test('Shift keeps to steps of fifteen degrees', () => {
    const found = at(160, 131, { from: { x: 0.1, y: 0.08 }, constrain: true });
    expect(Math.atan2(found.y - 0.08, found.x - 0.1)).toBeCloseTo(Math.PI / 4, 9);
    expect(found.hint).toContain('45°');
  });

  test('a length that another link has', () => {
    // 99.6 mm at 0.4 radians, off all round angles.
    const found = at(200 + 99.6 * Math.cos(0.4), 37 + 99.6 * Math.sin(0.4), { from: { x: 0.2, y: 0.037 }, grid: false });
    expect(Math.hypot(found.x - 0.2, found.y - 0.037)).toBeCloseTo(0.1, 9);
    expect(found.hint).toBe('Length 100 mm, as link1');
  });

  test('square to the link at the point before', () => {
    expect(at(100.5, 33, { from: { x: 0.1, y: 0 }, grid: false }).hint).toMatch(/^Vertical/);
  });

  test('numbers are round also between the lines of the grid', () => {
    expect(at(134.3, -35.4).mm).toEqual([134, -35]);
    expect(at(134.3, -35.4, { grid: false }).mm).toEqual([134.3, -35.4]);
  });
});
