// Teeth and modules of wheels: only their numbers change in the text, and what meshes goes on meshing.
import { beforeAll, expect, test } from 'vitest';

import type { Core } from '../../../../../src/core/core';
import { addGear, addLink, addRack, addWheel, setModule, setTeeth } from '../../../../../src/document/edits';
import { projectText, testCore } from '../../../test_core';
import { Board, ground, onPoint } from '../board';

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

/** 20 and 30 teeth of module 2 mm, 50 mm apart, and behind them 10 more, above. */
function train(): Board {
  const board = new Board(core);
  board.make((draft) => addWheel(draft, ground(0, 0), { teeth: 20, module: 0.002 }));
  board.make((draft) => addWheel(draft, ground(50, 0), { teeth: 30, module: 0.002, mate: 1 }));
  board.make((draft) => addWheel(draft, ground(50, 40), { teeth: 10, module: 0.002, mate: 2 }));
  expect(board.facts.diags).toEqual([]);
  return board;
}

test('teeth of one wheel: its ratio follows, it and those behind it move', () => {
  const board = train();
  board.make((draft) => setTeeth(draft, 2, 40));
  expect(board.body('wheel2').gear).toEqual({ teeth: 40, module: 0.002 });
  board.near('wheel1', 'center', 0, 0);
  board.near('wheel2', 'center', 60, 0);
  board.near('wheel3', 'center', 60, 50);
  expect(board.joint('gear1').values['ratio']).toBeCloseTo(-40 / 20, 12);
  expect(board.joint('gear2').values['ratio']).toBeCloseTo(-10 / 40, 12);
  expect(board.facts.diags).toEqual([]);
  expect(board.text).toContain('geometry: gear(40, 2mm, 4mm, bore: 4mm)');
});

test('a module goes to all wheels of the train', () => {
  const board = train();
  board.make((draft) => setModule(draft, 3, 0.003));
  expect([1, 2, 3].map((body) => board.facts.bodies[body]?.gear?.module)).toEqual([0.003, 0.003, 0.003]);
  board.near('wheel2', 'center', 75, 0);
  board.near('wheel3', 'center', 75, 60);
  expect(board.facts.diags).toEqual([]);
});

test('a rack goes along with the pitch circle', () => {
  const board = new Board(core);
  board.make((draft) => addWheel(draft, ground(10, 20), { teeth: 20, module: 0.002 }));
  board.make((draft) => addRack(draft, 1, Math.PI / 6));
  board.make((draft) => setTeeth(draft, 1, 30));
  expect(board.joint('rack2').values['radius']).toBeCloseTo(0.03, 9);
  // On the right of its direction: 30 mm from the axle, at 30 - 90 degrees.
  board.near('rack1', 'a', 10 + 30 * Math.cos(-Math.PI / 3), 20 + 30 * Math.sin(-Math.PI / 3));
});

test('what cannot move stays, and the core warns of it', () => {
  const board = train();
  board.make((draft) => addLink(draft, [onPoint(board, 'wheel2', 'a'), ground(60, -60)]));
  board.make((draft) => setTeeth(draft, 2, 40));
  board.near('wheel2', 'center', 50, 0);
  expect(board.facts.diags.map((diag) => [diag.severity, diag.parts[0]])).toContainEqual(['warning', 'gear1']);
});

test('numbers that no wheel has, and bodies without teeth, are refused', () => {
  const board = train();
  board.make((draft) => addLink(draft, [ground(0, 80), ground(40, 80)]));
  for (const teeth of [5, 20.5, -3, NaN]) {
    expect(board.refusal((draft) => setTeeth(draft, 1, teeth))).toContain('6 teeth');
  }
  expect(board.refusal((draft) => setModule(draft, 1, 0))).toContain('above 0');
  // What the core does not build is refused by its words.
  expect(board.refusal((draft) => setModule(draft, 1, 1e-4))).toContain('bore');
  expect(board.refusal((draft) => setTeeth(draft, board.number('link1'), 20))).toContain('no teeth');
});

test('teeth that a component gives its type are changed there', () => {
  const board = new Board(core, projectText('examples/gallery/gear_train.tml'));
  board.make((draft) => setTeeth(draft, board.number('first'), 30));
  expect(board.text).toContain('first: wheel(30, "steelblue");');
  expect(board.text).toContain('second: wheel(50, "goldenrod");');
  expect(board.joint(board.facts.joints[4]?.name ?? '').values['ratio']).toBeCloseTo(-30 / 50, 12);
  // The module is the type's, which all four share.
  expect(board.refusal((draft) => setModule(draft, board.number('first'), 0.003))).toContain('parameters');
});

test('teeth that the text computes are refused', () => {
  const text = train().text.replace('gear(20, 2mm', 'gear(4 * 5, 2mm');
  expect(new Board(core, text).refusal((draft) => setTeeth(draft, 1, 30))).toBe("The text computes the teeth of 'wheel1' (4 * 5): change it there.");
});

test('a wheel on an arm is geared where it is, or refused', () => {
  const board = new Board(core);
  board.make((draft) => addWheel(draft, ground(0, 0), { teeth: 20, module: 0.002 }));
  board.make((draft) => addLink(draft, [ground(0, 0), { kind: 'free', x: 0.035, y: 0 }]));
  board.make((draft) => addWheel(draft, onPoint(board, 'link1', 'b'), { teeth: 15, module: 0.002 }));
  board.make((draft) => addGear(draft, 1, 3));
  expect(board.facts.diags).toEqual([]);
  board.near('wheel2', 'center', 35, 0);
  expect(board.refusal((draft) => addGear(draft, 1, 3))).toContain('already');
});
