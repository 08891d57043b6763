// Texts that people wrote: edits work on what stands there as numbers, and say why where it does not.
import { beforeAll, expect, test } from 'vitest';

import type { Core } from '../../../../src/core/core';
import {
  addLink,
  addMonitor,
  addMotor,
  addPoint,
  copy,
  movePoints,
  paste,
  remove,
  rename,
  setColor,
  setTrace,
  toggleJoint,
  writePoses,
} from '../../../../src/document/edits';
import { projectText, testCore } from '../../test_core';
import { Board, bodyPick, free, onPoint, pointPick } from './board';

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

function open(name: string): Board {
  return new Board(core, projectText(`examples/${name}.tml`));
}

test('a link is drawn on a leg whose parts come from another file', () => {
  const board = open('gallery/jansen');
  board.make((draft) => addLink(draft, [onPoint(board, 'shin', 'c'), free(-100, -100)]));
  const [x, y] = board.where('shin', 'c');
  board.near('link1', 'a', x, y, 1e-6);
  expect(board.text).toContain('a = 38, b = 41.5, c = 39.3');
});

test('what another file defines is not changed here', () => {
  const board = open('gallery/jansen');
  const crank = board.number('crank');
  expect(board.refusal((draft) => movePoints(draft, [{ body: crank, point: 'b', x: 0, y: 0 }]))).toMatch(/computes|another file/);
  expect(board.refusal((draft) => setColor(draft, [crank], 'red'))).toContain('another file');
  expect(board.refusal((draft) => addPoint(draft, crank, 0, 0))).toContain('another file');
});

test('parts of such a leg are renamed, removed and driven', () => {
  const board = open('gallery/jansen');
  board.make((draft) => rename(draft, bodyPick('shin'), 'sole'));
  expect(board.facts.traces.map((trace) => trace.name)).toEqual(['sole.c']);
  expect(board.text).toContain('monitor: sole.c.x, sole.c.y;');
  board.make((draft) => addMonitor(draft, '#3.angle'));
  expect(board.facts.monitors.map((monitor) => monitor.text)).toContain('pin1.angle');
  board.make((draft) => remove(draft, [bodyPick('sole')]));
  expect(board.text).not.toContain('sole');
  expect(board.text).toContain('drive: motor.angle');
});

test('computed places are kept unless force is used', () => {
  const board = open('gallery/jansen');
  const sketch = core.sketch(board.text);
  sketch.play(0.2);
  const poses = sketch.poses();
  sketch.dispose();
  expect(board.refusal((draft) => writePoses({ ...draft, poses }))).toContain('computes');
  board.make((draft) => writePoses({ ...draft, poses }, { force: true }));
  board.draft().poses.forEach((value, k) => expect(value).toBeCloseTo(poses[k] ?? 0, 4));
});

test('parts that are made in a row or a composite are refused', () => {
  const board = open('gallery/scissor_lift');
  const part = board.facts.bodies.find((body) => /[.[]/.test(body.name))?.name ?? '';
  expect(part).not.toBe('');
  expect(board.refusal((draft) => remove(draft, [bodyPick(part)]))).toContain('composite');
  expect(board.refusal((draft) => rename(draft, bodyPick(part), 'x1'))).toContain('composite');
});

test('joins that a `for` makes are refused', () => {
  const board = open('hinges/spring');
  const joint = board.facts.joints.findIndex((candidate) => candidate.name.includes('#') && candidate.kind === 'pin');
  const looped = board.facts.joints.findIndex(
    (a) => board.facts.joints.filter((b) => b.span?.start === a.span?.start).length > 1,
  );
  expect([joint, looped].every((index) => index >= 0)).toBe(true);
  expect(board.refusal((draft) => toggleJoint(draft, looped))).toContain("'for'");
});

test('an unnamed joint gets a name with its motor', () => {
  const board = open('gallery/gear_train');
  const before = board.facts.joints.findIndex((joint) => joint.name === 'layshaft');
  board.make((draft) => addMotor(draft, before));
  expect(board.facts.drives).toHaveLength(2);
  board.make((draft) => setTrace(draft, board.number('fourth'), 'mark', false));
  expect(board.facts.traces).toEqual([]);
});

test('wheels with parameters are copied with them', () => {
  const board = open('gallery/gear_train');
  const clip = copy(board.draft(), [bodyPick('first')]);
  board.make((draft) => paste(draft, clip, 0, 0.1));
  expect(board.text).toContain('first1: wheel(20, "steelblue");');
  expect(board.refusal((draft) => remove(draft, [pointPick('first', 'mark')]))).toContain('parameters');
});

test('comments and layout of what is not concerned stay', () => {
  const board = open('gallery/quick_return');
  const before = board.text.split('\n');
  board.make((draft) => movePoints(draft, [{ body: board.number('gear'), point: 'pin', x: 0.055, y: 0 }]));
  const after = board.text.split('\n');
  const changed = after.filter((line, k) => line !== before[k]);
  expect(changed).toEqual(['    pin: (55mm, 0);']);
});

test('a world in space is not drawn in', () => {
  const board = open('gallery/stewart');
  expect(board.refusal((draft) => addLink(draft, [free(0, 0)]))).toContain('planar');
});
