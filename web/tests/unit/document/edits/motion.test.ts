// Motors, traces, monitors; springs, gears, racks, cams.
import { beforeAll, expect, test } from 'vitest';

import type { Core } from '../../../../src/core/core';
import {
  addBelt,
  addCam,
  addDamper,
  addGear,
  addLink,
  addMonitor,
  addMotor,
  addPoint,
  addRack,
  addRod,
  addSlider,
  addSpring,
  addWheel,
  removeMonitor,
  removeMotor,
  setMotor,
  setOnBreak,
  setTrace,
} from '../../../../src/document/edits';
import { testCore } from '../../test_core';
import { Board, free, ground, onPoint } from './board';
import { fourBar } from './four_bar';

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

test('a motor turns a pin once round from where it is, and traces loose points', () => {
  const board = fourBar(core);
  board.make((draft) => addMotor(draft, board.jointNumber('pin1')));
  const [drive] = board.facts.drives;
  expect(drive?.from).toBeCloseTo(Math.PI / 2, 4);
  expect(drive?.to).toBeCloseTo((5 * Math.PI) / 2, 4);
  // Both ends are frames, as the language has it: a degree from one to the next.
  expect(board.facts.frames).toBe(361);
  expect(board.facts.traces.map((trace) => trace.name)).toEqual(['link2.c']);
  expect(board.refusal((draft) => addMotor(draft, board.jointNumber('pin1')))).toContain('already');
  const sketch = core.sketch(board.text);
  expect(sketch.play(0.25).outcome).toBe('done');
  sketch.dispose();
});

test('a motor of a slider begins at its position', () => {
  const board = new Board(core);
  board.make((draft) => addLink(draft, [ground(0, 0), free(0, 30)]));
  board.make((draft) => addLink(draft, [onPoint(board, 'link1', 'b'), free(90, 10)]));
  board.make((draft) => addSlider(draft, onPoint(board, 'link2', 'b'), 0));
  board.make((draft) => addMotor(draft, board.jointNumber('slider1'), { to: 0.01 }));
  expect(board.facts.drives[0]?.from).toBeCloseTo(0, 5);
  expect(board.facts.drives[0]?.isAngle).toBe(false);
});

test('range, frames and policy of a motor are changed', () => {
  const board = fourBar(core);
  expect(board.refusal((draft) => setOnBreak(draft, 'search'))).toContain('no motor yet');
  board.make((draft) => addMotor(draft, board.jointNumber('pin1')));
  board.make((draft) => setMotor(draft, 0, { from: 0, to: Math.PI, frames: 90 }));
  expect([board.facts.drives[0]?.from, board.facts.frames]).toEqual([0, 90]);
  expect(board.facts.drives[0]?.to).toBeCloseTo(Math.PI, 9);
  board.make((draft) => setOnBreak(draft, 'search'));
  board.make((draft) => setOnBreak(draft, 'stretch'));
  expect(board.facts.onBreak).toBe('stretch');
});

test('a removed motor takes its animation along', () => {
  const board = fourBar(core);
  const before = board.text;
  board.make((draft) => addMotor(draft, board.jointNumber('pin1')));
  board.make((draft) => removeMotor(draft, 0));
  expect(board.text).toBe(before);
  expect(board.refusal((draft) => removeMotor(draft, 0))).toContain('motor');
});

test('tracers are traced where something is driven, and can be switched', () => {
  const board = fourBar(core);
  board.make((draft) => addMotor(draft, board.jointNumber('pin1')));
  board.make((draft) => addPoint(draft, 2, 0.05, 0.06));
  expect(board.facts.traces.map((trace) => trace.name)).toEqual(['link2.c', 'link2.p1']);
  board.make((draft) => setTrace(draft, 2, 'c', false));
  board.make((draft) => setTrace(draft, 2, 'p1', false));
  expect(board.facts.traces).toEqual([]);
  board.make((draft) => setTrace(draft, 1, 'b', true));
  board.make((draft) => setTrace(draft, 1, 'b', true));
  expect(board.facts.traces.map((trace) => trace.name)).toEqual(['link1.b']);
});

test('monitors are added and removed', () => {
  const board = fourBar(core);
  board.make((draft) => addMotor(draft, board.jointNumber('pin1')));
  board.make((draft) => addMonitor(draft, 'pin4.angle'));
  board.make((draft) => addMonitor(draft, 'distance(link2.c, link1.a)'));
  expect(board.facts.monitors).toHaveLength(2);
  board.make((draft) => removeMonitor(draft, 0));
  expect(board.facts.monitors.map((monitor) => monitor.text)).toEqual(['distance(link2.c, link1.a)']);
  expect(board.refusal((draft) => addMonitor(draft, 'nothing.angle'))).toContain('nothing');
  expect(board.refusal((draft) => addMonitor(draft, 'pin1.angle; end world x begin'))).not.toBe('');
});

test('springs, dampers and rods span two spots', () => {
  const board = fourBar(core);
  board.make((draft) => addSpring(draft, onPoint(board, 'link2', 'c'), free(40, 120)));
  board.make((draft) => addDamper(draft, ground(0, 100), onPoint(board, 'link2', 'c')));
  expect(board.joint('spring1').bodies).toEqual([2, 0]);
  expect(board.joint('spring1').values['length']).toBeCloseTo(0.05, 9);
  expect(board.joint('damper1').kind).toBe('damper');
  board.make((draft) => addLink(draft, [free(100, 100), free(140, 100)]));
  board.make((draft) => addRod(draft, onPoint(board, 'link4', 'a'), onPoint(board, 'link2', 'c')));
  expect(board.joint('rod1').values['length']).toBeCloseTo(Math.hypot(0.06, 0.03), 6);
  expect(board.refusal((draft) => addSpring(draft, ground(0, 0), ground(10, 0)))).toContain('connects');
});

test('gears turn by their teeth', () => {
  const board = new Board(core);
  board.make((draft) => addWheel(draft, free(0, 0), { teeth: 18, module: 0.005 }));
  board.make((draft) => addWheel(draft, free(75, 0), { teeth: 12, module: 0.005 }));
  board.make((draft) => addGear(draft, 1, 2));
  expect(board.joint('gear1').values['ratio']).toBeCloseTo(-12 / 18, 12);
  const sketch = core.sketch(board.text);
  expect(sketch.diagnosis()?.mobility).toBe(1);
  sketch.dispose();
  expect(board.refusal((draft) => addGear(draft, 1, 2))).toContain('already');
  expect(board.refusal((draft) => addGear(draft, 1, 1))).toContain('two');
  expect(board.refusal((draft) => addWheel(draft, free(0, 0), { teeth: 2 }))).toContain('teeth');
});

test('belts couple wheels by their radii', () => {
  const board = new Board(core);
  board.make((draft) => addWheel(draft, free(0, 0), { teeth: 20, module: 0.004 }));
  board.make((draft) => addWheel(draft, free(130, 0), { teeth: 10, module: 0.004 }));
  board.make((draft) => addBelt(draft, 1, 2));
  expect(board.joint('belt1').values['first_radius']).toBeCloseTo(0.04, 9);
});

test('a rack rolls on its wheel', () => {
  const board = new Board(core);
  board.make((draft) => addWheel(draft, free(0, 0), { teeth: 20, module: 0.004 }));
  board.make((draft) => addRack(draft, 1));
  board.near('rack1', 'a', 0, -40);
  const sketch = core.sketch(board.text);
  expect(sketch.diagnosis()?.mobility).toBe(1);
  sketch.dispose();
  board.make((draft) => addLink(draft, [free(200, 0), free(240, 0)]));
  expect(board.refusal((draft) => addRack(draft, board.number('link1')))).toContain('has no axle');
});

test('a cam lifts its follower', () => {
  const board = new Board(core);
  board.make((draft) => addCam(draft, free(0, 0), 0.025));
  board.near('follower1', 'a', 0, 25, 0.05);
  board.make((draft) => addMotor(draft, board.jointNumber('pin1')));
  const sketch = core.sketch(board.text);
  expect(sketch.diagnosis()?.mobility).toBe(1);
  expect(sketch.play(0.5).outcome).toBe('done');
  const follower = board.number('follower1');
  expect(sketch.poses()[4 * follower + 1]).toBeCloseTo(0.04, 4);
  sketch.dispose();
});
