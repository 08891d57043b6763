// What is under the pointer, at places known from the machine's numbers.
import { describe, expect, test } from 'vitest';

import { toScreen } from '../../../../src/view/geometry/camera';
import { dimensionBoxes } from '../../../../src/view/draw/dimensions';
import { allHits, hitsInside, hitTest, pickOf, type HitInput } from '../../../../src/view/geometry/hit';
import { bar, body, disc, end, facts, fourBar, joint, MM, poses, sceneInput, WORLD } from '../fixtures';

const size = { width: 800, height: 600 };
const camera = { x: 0.04, y: 0.03, scale: 4000 };

function input(of = fourBar(), more: Partial<HitInput> = {}): HitInput {
  return { facts: of.facts, poses: of.poses, camera, size, ...more };
}

function at(x: number, y: number): [number, number] {
  const p = toScreen(camera, size, { x, y });
  return [p.x, p.y];
}

describe('one hit', () => {
  test('a pin is the point of the foremost link there, and knows its joint', () => {
    expect(hitTest(input(), ...at(0, 30 * MM))).toEqual({ kind: 'point', body: 2, point: 0, joint: 1 });
  });

  test('a point is reached from 12 pixels for a mouse and from 22 for a finger', () => {
    const [x, y] = at(90 * MM, 0);
    expect(hitTest(input(), x + 8, y + 8)).toMatchObject({ kind: 'point', body: 3, point: 0 });
    expect(hitTest(input(), x + 12, y + 12).kind).not.toBe('point');
    expect(hitTest(input(fourBar(), { touch: true }), x + 15, y + 15)).toMatchObject({ kind: 'point', body: 3 });
  });

  test('the middle of a bar is the bar, beside it there is nothing', () => {
    expect(hitTest(input(), ...at(0, 15 * MM))).toEqual({ kind: 'body', body: 1 });
    expect(hitTest(input(), ...at(-20 * MM, 15 * MM))).toEqual({ kind: 'none' });
  });

  test('a thin bar is hit from four pixels beside its edge', () => {
    const thin = facts({ bodies: [WORLD, bar('l', 50 * MM, 0.1 * MM)] });
    const of = { facts: thin, poses: poses([0, 0, 0], [0, 0, 0]) };
    const [x, y] = at(25 * MM, 0);
    expect(hitTest(input(of), x, y + 3)).toEqual({ kind: 'body', body: 1 });
    expect(hitTest(input(of), x, y + 6)).toEqual({ kind: 'none' });
  });

  test('a hole in a plate is not hit', () => {
    const outer = [-10, -10, 0, 10, -10, 0, 10, 10, 0, -10, 10, 0].map((v) => v * MM);
    const hole = [-6 * MM, 0, -1, 6 * MM, 0, -1];
    const of = { facts: facts({ bodies: [WORLD, body('plate', { outline: [outer, hole] })] }), poses: poses([0, 0, 0], [0, 0, 0]) };
    expect(hitTest(input(of), ...at(0, 0))).toEqual({ kind: 'none' });
    expect(hitTest(input(of), ...at(8 * MM, 8 * MM))).toEqual({ kind: 'body', body: 1 });
  });

  test('hidden bodies are not hit', () => {
    const of = fourBar();
    const hidden = of.facts.bodies.map((b, i) => (i === 1 ? { ...b, hidden: true } : b));
    expect(hitTest(input({ ...of, facts: { ...of.facts, bodies: hidden } }), ...at(0, 15 * MM))).toEqual({ kind: 'none' });
  });

  test('a spring is hit anywhere between its ends', () => {
    const of = {
      facts: facts({ bodies: [WORLD, disc('load', 5 * MM)], joints: [joint('s', 'spring', end(1, 0, 0), end(0, 0, 60 * MM))] }),
      poses: poses([0, 0, 0], [0, 0, 0]),
    };
    expect(hitTest(input(of), ...at(1 * MM, 40 * MM))).toEqual({ kind: 'joint', joint: 0 });
  });

  test('a belt is hit where it runs, not between the centres of its wheels', () => {
    const wheels = [disc('w1', 20 * MM), disc('w2', 20 * MM)];
    const radii = { first_radius: 20 * MM, second_radius: 20 * MM };
    const of = {
      facts: facts({ bodies: [WORLD, ...wheels], joints: [joint('b', 'belt', end(1, 0, 0), end(2, 0, 0), radii)] }),
      poses: poses([0, 0, 0], [0, 0, 0], [80 * MM, 0, 0]),
    };
    expect(hitTest(input(of), ...at(40 * MM, 20 * MM))).toEqual({ kind: 'joint', joint: 0 });
    expect(hitTest(input(of), ...at(40 * MM, -20 * MM))).toEqual({ kind: 'joint', joint: 0 });
    expect(hitTest(input(of), ...at(40 * MM, 0))).toEqual({ kind: 'none' });
  });

  test('a trace is hit where it runs, and not in its gap', () => {
    const curve = new Float64Array([0.1, 0.05, 0.11, 0.05, NaN, NaN, 0.13, 0.05, 0.14, 0.05]);
    expect(hitTest(input(fourBar(), { curves: [curve] }), ...at(0.105, 0.05))).toEqual({ kind: 'trace', trace: 0 });
    expect(hitTest(input(fourBar(), { curves: [curve] }), ...at(0.12, 0.05))).toEqual({ kind: 'none' });
  });

  test('the value of a dimension is hit in the middle of its box', () => {
    const { facts: f, poses: p } = fourBar();
    const shown = sceneInput(f, p, { camera });
    const boxes = dimensionBoxes({ ...shown, options: { ...shown.options, dimensions: true } });
    const rocker = boxes.find((box) => box.body === 3)!;
    expect(hitTest(input(fourBar(), { boxes }), rocker.x, rocker.y)).toEqual({ kind: 'dimension', body: 3, a: 0, b: 1 });
  });

  test('there is nothing to hit without poses', () => {
    expect(hitTest(input({ ...fourBar(), poses: new Float64Array(0) }), 400, 300)).toEqual({ kind: 'none' });
  });
});

describe('several hits', () => {
  test('points come before joints, joints before bodies, the foremost first', () => {
    const hits = allHits(input(), ...at(0, 30 * MM));
    expect(hits).toEqual([
      { kind: 'point', body: 2, point: 0, joint: 1 },
      { kind: 'point', body: 1, point: 1, joint: 1 },
      { kind: 'joint', joint: 1 },
      { kind: 'body', body: 2 },
      { kind: 'body', body: 1 },
    ]);
  });

  test('a rectangle takes what is wholly inside, drawn from any corner', () => {
    const [x0, y0] = at(-10 * MM, -10 * MM);
    const [x1, y1] = at(10 * MM, 40 * MM);
    expect(hitsInside(input(), { x: x0, y: y0 }, { x: x1, y: y1 })).toEqual([{ kind: 'body', body: 1 }]);
    expect(hitsInside(input(), { x: x1, y: y1 }, { x: x0, y: y0 })).toEqual([{ kind: 'body', body: 1 }]);
    const [x2, y2] = at(2 * MM, 40 * MM);
    expect(hitsInside(input(), { x: x0, y: y0 }, { x: x2, y: y2 })).toEqual([]);
  });

  test('a hit is picked by names', () => {
    const { facts: f } = fourBar();
    expect(pickOf(f, { kind: 'point', body: 2, point: 2 })).toEqual({ kind: 'point', body: 'l2', point: 'p' });
    expect(pickOf(f, { kind: 'joint', joint: 3 })).toEqual({ kind: 'joint', joint: 'j4' });
    expect(pickOf(f, { kind: 'none' })).toBeNull();
  });
});
