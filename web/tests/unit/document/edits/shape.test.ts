// Shape mode: points move, what is joined there goes along, poses stay; places are written.
import { beforeAll, expect, test } from 'vitest';

import type { Core } from '../../../../src/core/core';
import type { Side } from '../../../../src/document/draft';
import {
  addBody,
  addLink,
  addSlider,
  align,
  moveBodies,
  movePoints,
  setDimension,
  setLocked,
  writePoses,
} from '../../../../src/document/edits';
import { bodyBounds } from '../../../../src/view/bounds';
import { testCore } from '../../test_core';
import { Board, bodyPick, free, onPoint, pointPick } from './board';
import { fourBar } from './four_bar';

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

test('a moved point takes the pins there along', () => {
  const board = fourBar(core);
  board.make((draft) => movePoints(draft, [{ body: 1, point: 'b', x: 0.005, y: 0.032 }]));
  board.near('link1', 'b', 5, 32);
  board.near('link2', 'a', 5, 32);
  board.near('link1', 'a', 0, 0);
  board.near('link2', 'b', 80, 50);
  board.near('link2', 'c', 40, 70);
});

test('a moved ground pin moves on the ground, too', () => {
  const board = fourBar(core);
  board.make((draft) => movePoints(draft, [{ body: 3, point: 'b', x: 0.1, y: -0.01 }]));
  board.near('link3', 'b', 100, -10);
  board.near('link3', 'a', 80, 50);
  expect(board.text).toContain('(b (100mm, -10mm)) as pin4');
});

test('several points move at once', () => {
  const board = fourBar(core);
  board.make((draft) =>
    movePoints(draft, [
      { body: 1, point: 'a', x: -0.01, y: 0 },
      { body: 2, point: 'c', x: 0.03, y: 0.08 },
    ]),
  );
  board.near('link1', 'a', -10, 0);
  board.near('link1', 'b', 0, 30);
  board.near('link2', 'c', 30, 80);
});

test('a slot through moved points goes with them', () => {
  const board = fourBar(core);
  board.make((draft) => addLink(draft, [{ kind: 'slot', body: 3, x: 0.085, y: 0.025, dx: 0.01, dy: -0.05 }, free(120, 40)]));
  board.make((draft) => movePoints(draft, [{ body: 3, point: 'b', x: 0.1, y: 0.01 }]));
  const link = board.body('link3');
  const [a, b, slot] = ['a', 'b', 'slot1'].map((name) => link.points.find((point) => point.name === name));
  const cross = (slot?.dx ?? 0) * ((b?.y ?? 0) - (a?.y ?? 0)) - (slot?.dy ?? 0) * ((b?.x ?? 0) - (a?.x ?? 0));
  expect(Math.abs(cross)).toBeLessThan(1e-6);
});

test('a block moves as a whole, with its line on the ground', () => {
  const board = new Board(core);
  board.make((draft) => addSlider(draft, free(50, 10), 0.3));
  board.make((draft) => movePoints(draft, [{ body: 1, point: 'a', x: 0.06, y: 0.03 }]));
  board.near('block1', 'a', 60, 30);
  expect(board.body('block1').points[0]?.x).toBe(0);
  expect(board.draft().poses[6]).toBeCloseTo(Math.cos(0.3), 4);
});

test('locked bodies keep their shape, also when a neighbour is moved', () => {
  const board = fourBar(core);
  board.make((draft) => setLocked(draft, [2], true));
  expect(board.refusal((draft) => movePoints(draft, [{ body: 2, point: 'c', x: 0, y: 0 }]))).toContain('locked');
  expect(board.refusal((draft) => movePoints(draft, [{ body: 1, point: 'b', x: 0, y: 0.04 }]))).toContain("'link2' is locked");
});

test('a type that bodies share is copied for the one that changes', () => {
  const board = new Board(
    core,
    `primitive bar begin
  geometry: link(8mm, 3mm) where begin a: (0, 0); b: (30mm, 0); end;
end
world w begin
  components
    one, two, three: bar;
  structure begin
    place two by a at (0, 20mm);
    place three by a at (0, 40mm);
  end
  properties: (planar);
end
`,
  );
  board.make((draft) => movePoints(draft, [{ body: 2, point: 'b', x: 0.05, y: 0.02 }]));
  expect(board.facts.bodies.map((body) => body.name)).toEqual(['world', 'one', 'two', 'three']);
  board.near('two', 'b', 50, 20);
  board.near('one', 'b', 30, 0);
  board.near('three', 'b', 30, 40);
});

test('points that the text computes are refused', () => {
  const board = new Board(
    core,
    `primitive bar(l) begin
  geometry: bar(l, 8mm, 3mm) where begin a: (-l / 2, 0); b: (l / 2, 0); end;
end
world w begin
  components one: bar(20mm);
  properties: (planar);
end
`,
  );
  expect(board.refusal((draft) => movePoints(draft, [{ body: 1, point: 'b', x: 0.05, y: 0.02 }]))).toContain('computes');
});

/** The distance between two points of a body [mm]. */
function side(board: Board, body: number, a: string, b: string): number {
  const points = board.facts.bodies[body]!.points;
  const [p, q] = [a, b].map((name) => points.find((point) => point.name === name)!);
  return 1e3 * Math.hypot(q!.x - p!.x, q!.y - p!.y);
}

test('a dimension changes one link, and the others close up to it', () => {
  const board = fourBar(core);
  const rocker = side(board, 3, 'a', 'b');
  board.make((draft) => setDimension(draft, 1, 'a', 'b', 0.04));
  expect(side(board, 1, 'a', 'b')).toBeCloseTo(40, 2);
  expect(side(board, 2, 'a', 'b')).toBeCloseTo(Math.hypot(80, 20), 2);
  expect(side(board, 3, 'a', 'b')).toBeCloseTo(rocker, 6);
  expect(board.facts.diags).toEqual([]);
  expect(board.refusal((draft) => setDimension(draft, 1, 'a', 'b', 0))).toContain('above 0');
});

test('the three sides of a triangle can be set one after the other', () => {
  const board = fourBar(core);
  board.make((draft) => setDimension(draft, 2, 'a', 'b', 0.075));
  board.make((draft) => setDimension(draft, 2, 'a', 'c', 0.05));
  board.make((draft) => setDimension(draft, 2, 'b', 'c', 0.06));
  expect(side(board, 2, 'a', 'b')).toBeCloseTo(75, 2);
  expect(side(board, 2, 'a', 'c')).toBeCloseTo(50, 2);
  expect(side(board, 2, 'b', 'c')).toBeCloseTo(60, 2);
});

test('a body that nothing holds is moved by its place', () => {
  const board = fourBar(core);
  board.make((draft) => addBody(draft, 'ball', 0.01, 0.2, 0.01));
  board.make((draft) => moveBodies(draft, [4], 0.005, -0.01));
  board.near('ball1', 'center', 15, 190);
  expect(board.refusal((draft) => moveBodies(draft, [1], 0.005, 0))).toContain('joined');
  expect(board.refusal((draft) => moveBodies(draft, [0], 0.005, 0))).toContain('ground');
});

test('a whole linkage is moved with its ground pins', () => {
  const board = fourBar(core);
  board.make((draft) => moveBodies(draft, [1, 2, 3], 0.01, 0.02));
  board.near('link1', 'a', 10, 20);
  board.near('link2', 'c', 50, 90);
  board.near('link3', 'b', 100, 20);
});

/** Turns the crank by 20 degrees: the sketch's own poses at a part of the way. */
function dragged(board: Board): Float64Array {
  const sketch = core.sketch(board.text);
  const [x, y] = board.where('link1', 'b');
  sketch.grab(1, x / 1000, y / 1000);
  for (let k = 1; k <= 20; k++) {
    sketch.drag(-0.03 * Math.sin((k * Math.PI) / 180), 0.03 * Math.cos((k * Math.PI) / 180));
  }
  const poses = sketch.poses();
  sketch.dispose();
  return poses;
}

test('poses are written into the places that differ, and read back', () => {
  const board = fourBar(core);
  board.make((draft) => addBody(draft, 'ball', 0.3, 0.2, 0.01));
  const ball = /place ball1.*/.exec(board.text)?.[0] ?? '';
  const poses = dragged(board);
  board.make((draft) => writePoses({ ...draft, poses }));
  const after = board.draft().poses;
  poses.forEach((value, k) => expect(after[k]).toBeCloseTo(value, 5));
  expect(board.text).toContain(ball);
  const again = board.text;
  board.make((draft) => writePoses(draft));
  expect(board.text).toBe(again);
});

test('places that the text computes are replaced by force only', () => {
  const board = fourBar(core);
  board.text = `function here() = (0, 0);\n${board.text.replace('place link1 by a near (0, 0)', 'place link1 by a near here')}`;
  const poses = dragged(board);
  expect(board.refusal((draft) => writePoses({ ...draft, poses }))).toContain('computes');
  board.make((draft) => writePoses({ ...draft, poses }, { force: true }));
  expect(board.text).toMatch(/place link1 by a near \(/);
});

test('places of joined bodies become rough when they are rounded', () => {
  const board = fourBar(core);
  board.text = board.text.replaceAll(' near ', ' at ');
  const poses = dragged(board);
  board.make((draft) => writePoses({ ...draft, poses }));
  expect(board.text).toMatch(/place link1 by a near /);
});

test('points are lined up', () => {
  const board = fourBar(core);
  const picks = [pointPick('link2', 'a'), pointPick('link2', 'b')];
  board.make((draft) => align(draft, picks, 'top'));
  board.near('link2', 'a', 0, 50);
  board.near('link2', 'b', 80, 50);
  board.make((draft) => align(draft, [pointPick('link1', 'a'), pointPick('link2', 'c')], 'vertical'));
  board.near('link2', 'c', 20, 70);
  expect(board.refusal((draft) => align(draft, [bodyPick('link1')], 'left'))).toContain('two or more');
});

test('bodies are lined up by their edges as they are seen, and by their middles', () => {
  const board = new Board(core);
  board.make((draft) => addBody(draft, 'ball', 0.01, 0.2, 0.005));
  board.make((draft) => addBody(draft, 'ball', 0.05, 0.1, 0.007));
  const picks = [bodyPick('ball1'), bodyPick('ball2')];
  const align1 = (side: Side, x: number, y: number): void => {
    board.make((draft) => align(draft, picks, side));
    board.near('ball1', 'center', x, y);
  };
  align1('bottom', 10, 98); // 100 - 7 + 5
  align1('right', 52, 98); // 50 + 7 - 5
  align1('vertical', 51, 98);
  board.near('ball2', 'center', 51, 100);
  align1('top', 51, 102);
  align1('left', 49, 102); // 51 - 7 + 5
});

test('a slanted box is lined up by its corners, a round end by its arc', () => {
  const board = new Board(core);
  board.make((draft) => addBody(draft, 'box', 0, 0.1, 0.02));
  board.make((draft) => addLink(draft, [free(200, 0), free(230, 40)], { width: 0.01 }));
  board.text = board.text.replace(/(place box1 [^;]*);/, '$1 angle = 45deg;');
  board.make((draft) => align(draft, [bodyPick('box1'), bodyPick('link1')], 'right'));
  const { facts, poses } = board.draft();
  const rights = [1, 2].map((body) => bodyBounds(facts, poses, body)?.right ?? 0);
  expect(rights[1]).toBeCloseTo(0.235, 6);
  expect(rights[0]).toBeCloseTo(0.235, 5);
});

test('a link is drawn at a pin of a linkage that was moved by hand', () => {
  const board = fourBar(core);
  const poses = dragged(board);
  board.make((draft) => writePoses({ ...draft, poses }));
  board.make((draft) => addLink(draft, [onPoint(board, 'link2', 'c'), free(60, 120)]));
  const [x, y] = board.where('link2', 'c');
  board.near('link4', 'a', x, y, 1e-6);
});
