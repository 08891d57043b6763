// Large worlds: what the page asks of the core grows with the text, not with its square. Each of these
// took minutes where something was searched anew for every body; the time limit of a test is the check.
import { beforeAll, describe, expect, test } from 'vitest';

import type { Core } from '../../../src/core/core';
import type { Span } from '../../../src/core/facts';
import { fourBars } from '../../support/large';
import { testCore } from '../test_core';

const COUNT = 20_000;
const numbers = Array.from({ length: COUNT }, (_, i) => i);
const BALL = 'primitive ball begin geometry: sphere(1mm); end';
const place = (i: number) => `(${3 * (i % 100)}mm, ${3 * Math.floor(i / 100)}mm)`;

function world(between: string, types: string, type: (i: number) => string, joins: (i: number) => string): string {
  const components = numbers.map((i) => `b${i}: ${type(i)};`).join(between);
  const structure = numbers.map((i) => `${joins(i)}place b${i} by center at ${place(i)};`).join(between);
  return `${types}\nworld w begin components ${components}\nstructure begin ${structure} end\nproperties: (planar); end`;
}

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

/** The facts of a text, of which every body has a place, and what stands at those of the last one. */
function lastOf(text: string): readonly string[] {
  const sketch = core.sketch(text);
  const { facts } = sketch;
  const slice = (span: Span | null | undefined) => (span ? text.slice(span.start, span.end) : '');
  expect(facts.good).toBe(true);
  expect(facts.bodies).toHaveLength(COUNT + 1);
  const last = facts.bodies[COUNT];
  sketch.dispose();
  return [slice(last?.span), slice(last?.place?.span), slice(last?.typeSpan)];
}

describe(`${COUNT} bodies`, { timeout: 30_000 }, () => {
  const stated = [`b${COUNT - 1}: ball`, `place b${COUNT - 1} by center at ${place(COUNT - 1)}`, BALL];

  test('are found in one line', () => {
    expect(lastOf(world(' ', BALL, () => 'ball', () => ''))).toEqual(stated);
  });

  test('are found in a line each', () => {
    expect(lastOf(world('\n', BALL, () => 'ball', () => ''))).toEqual(stated);
  });

  test('are found in a loop, which states them all', () => {
    const text = `${BALL}\nworld w begin components b[1..${COUNT}]: ball; structure for i in 1 .. ${COUNT} begin
      place b[i] by center at (3mm * i, 0); end properties: (planar); end`;
    expect(lastOf(text)).toEqual([`b[1..${COUNT}]: ball`, 'place b[i] by center at (3mm * i, 0)', BALL]);
  });

  test('are found with a type each', () => {
    const types = numbers.map((i) => BALL.replace('ball', `t${i}`)).join('\n');
    expect(lastOf(world('\n', types, (i) => `t${i}`, () => ''))[2]).toBe(BALL.replace('ball', `t${COUNT - 1}`));
  });

  test('that hang are measured, diagnosed and dragged', () => {
    const text = world('\n', BALL, () => 'ball', (i) => `join b${i} to world with pin matching (center ${place(i)}); `);
    const sketch = core.sketch(text);
    expect(Math.max(...sketch.gaps().filter((gap) => !(gap < 1e-9)), 0)).toBe(0);
    expect(sketch.diagnosis()?.mobility).toBe(COUNT);
    sketch.grab(1, 0, 0, []);
    sketch.drag(0.001, 0);
    sketch.release();
    sketch.dispose();
  });

  test('that are locked stand still while another is dragged', () => {
    const text = world('\n', `${BALL} ${BALL.replace('ball', 'still').replace('begin', 'begin properties: (locked);')}`,
      (i) => (i === 0 ? 'ball' : 'still'), () => '');
    const sketch = core.sketch(text);
    sketch.grab(1, 0, 0, []);
    sketch.drag(0.001, 0);
    sketch.release();
    const poses = sketch.poses();
    expect(poses[4]).toBeCloseTo(0.001, 9);
    expect(poses[4 * COUNT]).toBeCloseTo(0.003 * ((COUNT - 1) % 100), 12);
    sketch.dispose();
  });
});

test('the four-bars of the typing bench are placed as they are put together', () => {
  const text = fourBars(14);
  const placed = [...text.matchAll(/place \w+ by \w near \((\S+)mm, (\S+)mm\) angle = (\S+)deg/g)].map(([, ...numbers]) => numbers.map(Number));
  expect(placed).toHaveLength(3 * 14);
  const sketch = core.sketch(text);
  const poses = sketch.poses();
  placed.forEach(([x = NaN, y = NaN, angle = NaN], i) => {
    const [px = NaN, py = NaN, c = NaN, s = NaN] = poses.slice(4 * (i + 1));
    // The rocker is placed by its point b, 70 mm from its origin.
    const along = i % 3 === 2 ? 0.07 : 0;
    expect(px + c * along).toBeCloseTo(x / 1000, 9);
    expect(py + s * along).toBeCloseTo(y / 1000, 9);
    expect(c).toBeCloseTo(Math.cos((angle * Math.PI) / 180), 9);
    expect(s).toBeCloseTo(Math.sin((angle * Math.PI) / 180), 9);
  });
  // As drawn: the crank at 60 degrees, the coupler above the ground link.
  expect(placed[1]?.[2]).toBeCloseTo(23.1, 1);
  expect(placed[2]?.[2]).toBeCloseTo(-92.3, 1);
  sketch.dispose();
});
