// Drawing: links, sliders, rails, points, and what is joined by it.
import { beforeAll, expect, test } from 'vitest';

import type { Core } from '../../../../src/core/core';
import {
  addBody,
  addLink,
  addPoint,
  addRail,
  addSlider,
  emptyText,
  groundPoint,
  joinPoint,
  pinBodies,
} from '../../../../src/document/edits';
import { testCore } from '../../test_core';
import { Board, free, ground, onBody, onPoint } from './board';
import { fourBar } from './four_bar';

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

test('the empty page has no mistakes and is laid out as the language is', () => {
  const board = new Board(core);
  expect(board.facts.good).toBe(true);
  expect(board.facts.diags).toEqual([]);
  const text = core.text(emptyText());
  expect(text.format()).toBe(emptyText());
  text.dispose();
});

test('a link has its axes at the first point, x towards the second', () => {
  const board = new Board(core);
  expect(board.make((draft) => addLink(draft, [free(10, 20), free(10, 60), free(0, 40)]))).toEqual(['link1']);
  const points = board.body('link1').points.map((point) => [point.name, 1000 * point.x, 1000 * point.y]);
  expect(points).toEqual([
    ['a', 0, 0],
    ['b', 40, 0],
    ['c', 20, 10],
  ]);
  board.near('link1', 'a', 10, 20);
  board.near('link1', 'c', 0, 40);
  const body = board.body('link1');
  expect([body.dynamic, body.touches, body.shape]).toEqual([true, true, 'link']);
});

test('three links make a four-bar of one freedom, in canonical layout', () => {
  const board = fourBar(core);
  expect(board.facts.joints.map((joint) => [joint.name, joint.kind])).toEqual([
    ['pin1', 'pin'],
    ['pin2', 'pin'],
    ['pin3', 'pin'],
    ['pin4', 'pin'],
  ]);
  board.near('link2', 'c', 40, 70);
  board.near('link3', 'b', 90, 0);
  const sketch = core.sketch(board.text);
  expect(sketch.diagnosis()?.mobility).toBe(1);
  sketch.dispose();
  const text = core.text(board.text);
  expect(text.format()).toBe(board.text);
  text.dispose();
});

test('drawn links pass by each other', () => {
  expect(fourBar(core).text).toContain('off: link1, link2, link3;');
});

test('a link on a body gets a pin at a new point of that body', () => {
  const board = fourBar(core);
  board.make((draft) => addLink(draft, [onBody(board, 'link2', 40, 50), free(40, 100)]));
  expect(board.body('link2').points.map((point) => point.name)).toEqual(['a', 'b', 'c', 'd']);
  board.near('link2', 'd', 40, 50);
  board.near('link4', 'a', 40, 50);
  expect(board.joint('pin5').bodies).toEqual([4, 2]);
});

test('a link in a slot of a body slides along it', () => {
  const board = fourBar(core);
  const rocker = board.number('link3');
  board.make((draft) =>
    addLink(draft, [{ kind: 'slot', body: rocker, x: 0.085, y: 0.025, dx: 0.01, dy: -0.05 }, free(120, 40)]),
  );
  expect(board.joint('slot1').kind).toBe('point_on_line');
  expect(board.body('link3').points.find((point) => point.name === 'slot1')?.dx).toBeCloseTo(1, 6);
  board.make((draft) =>
    addLink(draft, [{ kind: 'slot', body: rocker, x: 0.083, y: 0.035, dx: 0.01, dy: -0.05 }, free(130, 60)]),
  );
  expect(board.body('link3').points.filter((point) => point.dx !== 0)).toHaveLength(1);
});

test('a slot of the ground is a rail', () => {
  const board = new Board(core);
  board.make((draft) => addLink(draft, [{ kind: 'slot', body: 0, x: 0.05, y: 0.01, dx: 1, dy: 0 }, free(80, 40)]));
  expect(board.body('rail1').fixed).toBe(true);
  expect(board.joint('slot1').kind).toBe('point_on_line');
  board.near('link1', 'a', 50, 10);
});

test('a slider-crank has one freedom', () => {
  const board = new Board(core);
  board.make((draft) => addLink(draft, [ground(0, 0), free(0, 30)]));
  board.make((draft) => addLink(draft, [onPoint(board, 'link1', 'b'), free(90, 10)]));
  board.make((draft) => addSlider(draft, onPoint(board, 'link2', 'b'), 0));
  board.near('block1', 'a', 90, 10);
  const sketch = core.sketch(board.text);
  expect(sketch.diagnosis()?.mobility).toBe(1);
  sketch.dispose();
});

test('a slider keeps the angle of its line', () => {
  const board = new Board(core);
  board.make((draft) => addSlider(draft, free(10, 10), Math.PI / 6));
  const { poses } = board.draft();
  expect(poses[6]).toBeCloseTo(Math.cos(Math.PI / 6), 5);
  expect(board.joint('slider1').kind).toBe('slider');
});

test('a rail lies between its two points', () => {
  const board = new Board(core);
  board.make((draft) => addRail(draft, 0.01, 0.02, 0.04, 0.06));
  board.near('rail1', 'a', 10, 20);
  board.near('rail1', 'b', 40, 60);
  expect(board.refusal((draft) => addRail(draft, 0, 0, 0, 0))).toContain('length');
});

test('points of a link must be apart', () => {
  const board = new Board(core);
  expect(board.refusal((draft) => addLink(draft, [free(0, 0), free(0, 0)]))).toContain('further apart');
  expect(board.refusal((draft) => addLink(draft, []))).toContain('needs a point');
});

test('a tracer is a new point of the body where it was put', () => {
  const board = fourBar(core);
  expect(board.make((draft) => addPoint(draft, 2, 0.05, 0.06))).toEqual(['p1']);
  board.near('link2', 'p1', 50, 60);
  expect(board.refusal((draft) => addPoint(draft, 0, 0, 0))).toContain('ground');
});

test('dropping a point on another joins them', () => {
  const board = new Board(core);
  board.make((draft) => addLink(draft, [ground(0, 0), free(50, 0)]));
  board.make((draft) => addLink(draft, [free(50, 0.5), free(90, 0)]));
  board.make((draft) => joinPoint(draft, { body: 2, point: 'a' }, onPoint(board, 'link1', 'b')));
  expect(board.joint('pin2').bodies).toEqual([2, 1]);
  const [x, y] = board.where('link1', 'b');
  board.near('link2', 'a', x, y, 1e-6);
  expect(board.refusal((draft) => joinPoint(draft, { body: 2, point: 'b' }, onPoint(board, 'link1', 'a')))).toContain('already');
  expect(board.refusal((draft) => joinPoint(draft, { body: 2, point: 'a' }, onPoint(board, 'link2', 'b')))).toContain('itself');
  const before = board.text;
  board.make((draft) => joinPoint(draft, { body: 2, point: 'b' }, free(200, 200)));
  expect(board.text).toBe(before);
});

test('two bars are pinned where they cross, by new points of both', () => {
  const board = new Board(core);
  board.make((draft) => addLink(draft, [ground(-40, 0), free(40, 0)]));
  board.make((draft) => addLink(draft, [free(0, -30), free(0, 30)]));
  expect(board.make((draft) => pinBodies(draft, 1, 2, { x: 0, y: 0 }))).toEqual(['pin2']);
  expect(board.joint('pin2').bodies).toEqual([1, 2]);
  board.near('link1', 'c', 0, 0);
  board.near('link2', 'c', 0, 0);
  expect(board.refusal((draft) => pinBodies(draft, 1, 2, { x: 0, y: 0.01 }))).toContain('already');
});

test('a point is pinned to the ground where it is', () => {
  const board = new Board(core);
  board.make((draft) => addLink(draft, [free(12, 7), free(50, 0)]));
  board.make((draft) => groundPoint(draft, 1, 'b'));
  expect(board.text).toContain('with pin matching (b (50mm, 0)) as pin1');
  expect(board.refusal((draft) => groundPoint(draft, 1, 'b'))).toContain('already');
  board.make((draft) => groundPoint(draft, 1, { x: 0.031, y: 0.0035 }));
  board.near('link1', 'c', 31, 3.5);
});

test('balls and boxes fall, floors stand', () => {
  const board = new Board(core);
  board.make((draft) => addBody(draft, 'ball', 0.01, 0.2, 0.01));
  board.make((draft) => addBody(draft, 'box', 0.05, 0.2, 0.02));
  board.make((draft) => addBody(draft, 'floor', 0, 0, 0.4));
  expect(board.facts.bodies.slice(1).map((body) => [body.name, body.dynamic, body.fixed, body.touches])).toEqual([
    ['ball1', true, false, true],
    ['box1', true, false, true],
    ['floor1', false, true, true],
  ]);
  board.near('floor1', 'center', 0, -10);
  // 400 mm by 20 mm, up to the right by 30 degrees: its middle is 10 mm below the top, square to it.
  board.make((draft) => addBody(draft, 'floor', 1, 0, 0.4, Math.PI / 6));
  board.near('floor2', 'center', 1005, -8.66);
  expect(board.text).toMatch(/place floor2 by center at .* angle = 30deg;/);
  expect(board.refusal((draft) => addBody(draft, 'ball', 0, 0, 0))).toContain('size');
});

test('a text with a mistake is not edited', () => {
  const board = new Board(core, 'world w begin componets end');
  expect(board.refusal((draft) => addLink(draft, [free(0, 0)]))).toContain('error');
});
