// Out of sight is what moves and cannot be seen, not what stands.
import { expect, test } from 'vitest';

import { isOutOfSight } from '../../../src/view/sight';
import { testCore } from '../test_core';

const BALL_AND_FLOOR = `
primitive ball begin properties: (density: 1000); geometry: sphere(10mm); interference: ; dynamics: ; end
primitive floor begin properties: (fixed); geometry: cuboid(1m, 10mm, 10mm); interference: ; end
world fall begin
  components ball1: ball; floor1: floor;
  structure begin place ball1 by center at (0, 0); place floor1 by center at (0, -50mm); end
  properties: (planar, gravity);
end
`;
// 200 mm by 100 mm are seen.
const camera = { x: 0, y: 0, scale: 1000 };
const size = { width: 200, height: 100 };

test('a ball is out of sight when no part of it is in the picture, though the floor is', async () => {
  const sketch = (await testCore()).sketch(BALL_AND_FLOOR);
  const at = (x: number, y: number): boolean => {
    const poses = sketch.poses();
    poses.set([x, y], 4);
    return isOutOfSight(sketch.facts, poses, camera, size);
  };
  expect(at(0, 0)).toBe(false);
  expect(at(0, -0.055)).toBe(false);
  expect(at(0, -0.065)).toBe(true);
  expect(at(-0.115, 0)).toBe(true);
  sketch.dispose();
});

test('where nothing moves, nothing is missed', async () => {
  const sketch = (await testCore()).sketch('world empty begin structure begin end properties: (planar); end');
  expect(isOutOfSight(sketch.facts, sketch.poses(), camera, size)).toBe(false);
  sketch.dispose();
});
