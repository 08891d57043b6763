// Thousands of bodies: what is made of the facts, and the names, take no search through all for each.
import { expect, test } from 'vitest';

import { reachOf } from '../../../src/view/output/canvas';
import { lookup } from '../../../src/view/geometry/lookup';
import { scene } from '../../../src/view/draw/scene';
import { capsule, circle, segment } from '../../../src/view/geometry/shapes';
import { body, end, facts, joint, MM, point, poses, sceneInput, WORLD } from './fixtures';

const COUNT = 20_000;
const numbers = Array.from({ length: COUNT }, (_, i) => i + 1);

/** Bars without a shape, all on one pin of the ground. */
const star = facts({
  bodies: [WORLD, ...numbers.map((i) => body(`b${i}`, { points: [point('a', 0, 0), point('b', 20 * MM, 0)] }))],
  joints: numbers.map((i) => joint(`p${i}`, 'pin', end(i, 0, 0), end(0, 0, 0))),
});

test('bodies on one pin are one group of as many, each drawn by its points', { timeout: 30_000 }, () => {
  const known = lookup(star);
  expect(known.pins.map((group) => [group.joints.length, group.bodies.length])).toEqual([[COUNT, COUNT + 1]]);
  expect(known.skeletons[COUNT]).toHaveLength(2);
  expect(known.jointsAt[COUNT]).toEqual([[COUNT - 1], []]);
});

test('names of bodies in sight are shown, those of others are not', { timeout: 30_000 }, () => {
  const at = poses([0, 0, 0], ...numbers.map((i) => [i * 30 * MM, 0, 0] as const));
  const input = sceneInput(star, at);
  const shapes = scene({ ...input, options: { ...input.options, names: true } });
  const names = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  expect(names).toContain('b3');
  expect(names).not.toContain(`b${COUNT}`);
});

test('free ends at one place are one ring', { timeout: 30_000 }, () => {
  const shapes = scene(sceneInput(facts({ ...star, joints: [] }), poses([0, 0, 0], ...numbers.map(() => [0, 0, 0] as const))));
  const rings = shapes.filter((shape) => shape.kind === 'path' && shape.layer === 'joint');
  expect(rings).toHaveLength(2);
});

test('what is drawn of a path lies within its reach, arcs included', () => {
  expect(reachOf([segment(0, 0, 3, 4)])).toBe(5);
  expect(reachOf([circle(2, 0, 1)])).toBeGreaterThanOrEqual(3);
  expect(reachOf([capsule(0, 0, 2, 0, 1)])).toBeGreaterThanOrEqual(3);
});
