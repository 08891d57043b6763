// What there is: joints turned over, parts removed, renamed, coloured, locked, copied.
import { beforeAll, expect, test } from 'vitest';

import type { Core } from '../../../../src/core/core';
import {
  addBody,
  addLink,
  addMonitor,
  addMotor,
  addSlider,
  copy,
  paste,
  remove,
  rename,
  setColor,
  setDensity,
  setGravity,
  setGround,
  setHidden,
  setLocked,
  setProperty,
  toggleJoint,
} from '../../../../src/document/edits';
import { testCore } from '../../test_core';
import { Board, bodyPick, free, ground, jointPick, pointPick } from './board';
import { fourBar } from './four_bar';

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

/** A four-bar with a motor, a trace and a monitor. */
function driven(): Board {
  const board = fourBar(core);
  board.make((draft) => addMotor(draft, board.jointNumber('pin1')));
  board.make((draft) => addMonitor(draft, 'pin4.angle'));
  return board;
}

test('a pin becomes a slider along the link, and a pin again', () => {
  const board = fourBar(core);
  const before = board.text;
  expect(board.make((draft) => toggleJoint(draft, board.jointNumber('pin4')))).toEqual(['slider1']);
  expect(board.joint('slider1').kind).toBe('slider');
  board.near('link3', 'b', 90, 0);
  board.make((draft) => toggleJoint(draft, board.jointNumber('slider1')));
  expect(board.text).toBe(before);
  board.make((draft) => toggleJoint(draft, board.jointNumber('pin2')));
  board.make((draft) => toggleJoint(draft, board.jointNumber('slider1')));
  expect(board.text).toBe(before);
});

test('a pin in a slot becomes a slider along the slot, and a pin in it again', () => {
  const board = new Board(core);
  board.make((draft) => addLink(draft, [ground(0, 0), free(50, 0)]));
  board.make((draft) => addLink(draft, [{ kind: 'slot', body: 1, x: 0.03, y: 0, dx: 1, dy: 0 }, free(60, 40)]));
  const before = board.text;
  board.make((draft) => toggleJoint(draft, board.jointNumber('slot1')));
  expect(board.facts.joints[1]?.kind).toBe('slider');
  board.near('link2', 'a', 30, 0);
  board.make((draft) => toggleJoint(draft, 1));
  const again = before.replace('as slot1', 'as slot2'); // a word that the text has is no name
  expect(board.text).toBe(again);
  board.make((draft) => toggleJoint(draft, 0));
  board.make((draft) => toggleJoint(draft, 0));
  expect(board.text).toBe(again);
  expect(board.refusal((draft) => toggleJoint(draft, 9))).toContain('no longer exists');
});

test('a motor of a joint that is turned over drives it as what it is now', () => {
  const board = driven();
  board.make((draft) => toggleJoint(draft, board.jointNumber('pin1')));
  expect(board.text).toMatch(/drive: slider1.position = 0mm \.\. /);
  expect(board.facts.traces).toHaveLength(1);
});

test('a removed body takes its joints, its place, its entry and its type along', () => {
  const board = driven();
  board.make((draft) => remove(draft, [bodyPick('link3')]));
  expect(board.text).not.toContain('link3');
  expect(board.facts.joints.map((joint) => joint.name)).toEqual(['pin1', 'pin2']);
  expect(board.text).not.toContain('pin4');
  expect(board.facts.drives).toHaveLength(1);
});

test('an animation without drives goes', () => {
  const board = driven();
  board.make((draft) => remove(draft, [jointPick('pin1')]));
  expect(board.text).not.toContain('animate');
});

test('when all is removed the empty page is left', () => {
  const board = driven();
  board.make((draft) => remove(draft, [bodyPick('link1'), bodyPick('link2'), bodyPick('link3')]));
  expect(board.text).toBe(new Board(core).text);
});

test('a removed point takes its joints along, and places by it stand by another', () => {
  const board = fourBar(core);
  board.make((draft) => remove(draft, [pointPick('link2', 'a')]));
  expect(board.body('link2').points.map((point) => point.name)).toEqual(['b', 'c']);
  expect(board.facts.joints.map((joint) => joint.name)).toEqual(['pin1', 'pin3', 'pin4']);
  board.near('link2', 'c', 40, 70);
  board.make((draft) => remove(draft, [pointPick('link2', 'b')]));
  expect(board.refusal((draft) => remove(draft, [pointPick('link2', 'c')]))).toContain('needs a point');
});

test('one of several bodies of a line is removed, and the type stays', () => {
  const board = new Board(
    core,
    `primitive ball begin
  geometry: sphere(5mm);
end
world w begin
  components
    one, two, three: ball;
  properties: (planar);
end
`,
  );
  board.make((draft) => remove(draft, [bodyPick('two')]));
  expect(board.text).toContain('one, three: ball;');
  board.make((draft) => remove(draft, [bodyPick('one'), bodyPick('three')]));
  expect(board.text).not.toContain('ball');
});

test('the ground and locked bodies are not removed', () => {
  const board = fourBar(core);
  board.make((draft) => setLocked(draft, [1], true));
  expect(board.refusal((draft) => remove(draft, [bodyPick('link1')]))).toContain('locked');
  expect(board.refusal((draft) => remove(draft, [bodyPick('world')]))).toContain('ground');
});

test('a body is renamed wherever it is used', () => {
  const board = driven();
  board.make((draft) => rename(draft, bodyPick('link2'), 'coupler'));
  expect(board.text).not.toContain('link2');
  expect(board.text).toContain('coupler: coupler;');
  expect(board.facts.traces.map((trace) => trace.name)).toEqual(['coupler.c']);
  board.near('coupler', 'c', 40, 70);
});

test('points and joints are renamed wherever they are used', () => {
  const board = driven();
  board.make((draft) => rename(draft, pointPick('link2', 'c'), 'tip'));
  board.make((draft) => rename(draft, pointPick('link2', 'a'), 'foot'));
  board.make((draft) => rename(draft, jointPick('pin4'), 'swing'));
  expect(board.facts.traces.map((trace) => trace.name)).toEqual(['link2.tip']);
  expect(board.facts.monitors.map((monitor) => monitor.text)).toEqual(['swing.angle']);
  expect(board.text).toContain('place link2 by foot near');
  board.near('link2', 'tip', 40, 70);
});

test('names that are taken or no names are refused', () => {
  const board = fourBar(core);
  expect(board.refusal((draft) => rename(draft, bodyPick('link1'), 'link2'))).toContain('already');
  expect(board.refusal((draft) => rename(draft, bodyPick('link1'), '1a'))).toContain('cannot be a name');
  expect(board.refusal((draft) => rename(draft, bodyPick('link1'), 'join'))).toContain('word of the language');
  expect(board.refusal((draft) => rename(draft, pointPick('link1', 'a'), 'b'))).toContain('already');
});

test('properties are set, changed and taken away', () => {
  const board = fourBar(core);
  const before = board.text;
  board.make((draft) => setColor(draft, [1, 2], '#ff0000'));
  expect(board.body('link2').color.toLowerCase()).toBe('#ff0000');
  board.make((draft) => setColor(draft, [1], 'steelblue'));
  board.make((draft) => setColor(draft, [2], 'goldenrod'));
  expect(board.text).toBe(before);
  board.make((draft) => setLocked(draft, [1], true));
  board.make((draft) => setHidden(draft, [1], true));
  board.make((draft) => setGround(draft, [1], true));
  expect([board.body('link1').locked, board.body('link1').hidden, board.body('link1').fixed]).toEqual([true, true, true]);
  board.make((draft) => setLocked(draft, [1], false));
  board.make((draft) => setHidden(draft, [1], false));
  board.make((draft) => setGround(draft, [1], false));
  expect(board.text).toBe(before);
  const mass = board.body('link1').mass;
  board.make((draft) => setDensity(draft, [1], 5400));
  expect(board.body('link1').mass).toBeCloseTo(2 * mass, 9);
  expect(board.refusal((draft) => setDensity(draft, [1], 0))).toContain('above 0');
  expect(board.refusal((draft) => setProperty(draft, [1], 'colr', 'red'))).toContain('colr');
});

test('gravity is switched', () => {
  const board = fourBar(core);
  const before = board.text;
  board.make((draft) => setGravity(draft, false));
  expect(board.facts.world?.gravity).toEqual([0, 0]);
  board.make((draft) => setGravity(draft, true));
  expect(board.facts.world?.gravity[1]).toBeCloseTo(-9.81, 9);
  expect(board.text).toBe(before);
});

test('a copied linkage is pasted with its pins, as often as wanted', () => {
  const board = fourBar(core);
  const clip = copy(board.draft(), [bodyPick('link1'), bodyPick('link2'), bodyPick('link3')]);
  board.make((draft) => paste(draft, clip, 0.2, 0.01));
  expect(board.facts.bodies).toHaveLength(7);
  expect(board.facts.joints).toHaveLength(8);
  board.near('link5', 'c', 240, 80);
  board.near('link6', 'b', 290, 10);
  board.make((draft) => paste(draft, clip, 0, 0.2));
  expect(board.facts.bodies).toHaveLength(10);
});

test('what is copied can be pasted into another document', () => {
  const board = fourBar(core);
  board.make((draft) => addSlider(draft, free(200, 0), 0));
  board.make((draft) => addBody(draft, 'ball', 0.3, 0.2, 0.01));
  const clip = copy(board.draft(), [bodyPick('link2'), bodyPick('block1'), bodyPick('ball1')]);
  const other = new Board(core);
  other.make((draft) => paste(draft, clip, 0, 0));
  other.near('link1', 'c', 40, 70);
  other.near('block1', 'a', 200, 0);
  expect(other.facts.joints.map((joint) => joint.kind)).toEqual(['slider']);
});

test('a clipboard with something else is refused', () => {
  const board = new Board(core);
  for (const clip of ['', 'hello', '{}', '{"trammel":1,"bodies":[{}],"joins":[]}', 'null']) {
    expect(board.refusal((draft) => paste(draft, clip, 0, 0))).toContain('clipboard');
  }
  const evil = '{"trammel":1,"bodies":[{"name":"a","type":"b; end","definition":"","by":"x","near":true,"x":0,"y":0,"angle":0,"passes":false}],"joins":[]}';
  expect(board.refusal((draft) => paste(draft, evil, 0, 0))).not.toBe('');
  expect(copy(board.draft(), [])).toBe('');
});
