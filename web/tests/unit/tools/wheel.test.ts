// The wheel tool and the gear-pair tool: whole teeth, wheels that touch mesh, one step of undo, a
// motor that turns both. Expected numbers are those of gears: distance m (z1 + z2) / 2, turns -z1 / z2.
import { beforeAll, describe, expect, test } from 'vitest';

import type { Core } from '../../../src/core/core';
import { emptyText } from '../../../src/document/edits';
import { testCore } from '../test_core';
import { drawFourBar, Driver } from './driver';

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

const gears = (driver: Driver) => driver.stage.facts.value.bodies.slice(1).map((body) => body.gear);
const warnings = (driver: Driver) => driver.stage.facts.value.diags.map((diag) => diag.message);
const angle = (driver: Driver, body: number): number => {
  const poses = driver.stage.sketch.value?.poses() ?? new Float64Array(0);
  return Math.atan2(poses[4 * body + 3] ?? 0, poses[4 * body + 2] ?? 0);
};
const at = (driver: Driver, body: number): readonly number[] => [...driver.stage.poses.value.subarray(4 * body, 4 * body + 2)].map((x) => x * 1000);

/** Of the second wheel's gap from the first's tooth on the line of centres, in pitches: 0 is in phase. */
function phase(driver: Driver, a: number, b: number): number {
  const [first, second] = [gears(driver)[a - 1]?.teeth ?? 0, gears(driver)[b - 1]?.teeth ?? 0];
  const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [at(driver, a), at(driver, b)];
  const line = Math.atan2(by - ay, bx - ax);
  const pitches = (first * (line - angle(driver, a)) + second * (line + Math.PI - angle(driver, b))) / (2 * Math.PI) - 0.5;
  return pitches - Math.round(pitches);
}

/** 20 teeth of module 2 mm about the origin. */
const oneWheel = () => new Driver(core).tool('wheel').drag(0, 0, 20, 0);

describe('a wheel', () => {
  test('has whole teeth while it is drawn, and says so', () => {
    const driver = new Driver(core).tool('wheel').pull(0, 0, 20.3, 0);
    expect([driver.path, driver.hint]).toEqual(['wheel.sizing', 'Wheel: 20 teeth, module 2 mm, radius 20 mm']);
    expect(driver.canvas.preview?.shapes[0]?.kind).toBe('outline');
    driver.up(20.3, 0);
    expect([driver.path, driver.joints]).toEqual(['wheel.idle', ['pin']]);
    expect(gears(driver)).toEqual([{ teeth: 20, module: 0.002 }]);
    expect(driver.app.ui.selection.value).toEqual([{ kind: 'body', body: 'wheel1' }]);
  });

  test('beside another one takes its module and meshes, in one step', () => {
    const driver = oneWheel();
    // 60.4 mm away there is room for 40.4 teeth: 40, and the axle gives way by 0.4 mm.
    driver.pull(60.4, 0, 21, 0);
    expect(driver.hint).toBe('40 teeth, meshes with wheel1 (1 : 2)');
    driver.up(21, 0);
    expect(gears(driver)).toEqual([{ teeth: 20, module: 0.002 }, { teeth: 40, module: 0.002 }]);
    expect(driver.joints).toEqual(['pin', 'pin', 'gear']);
    expect(at(driver, 2)[0]).toBeCloseTo(60, 9);
    expect(driver.stage.facts.value.joints[2]?.values['ratio']).toBeCloseTo(-40 / 20, 12);
    expect(phase(driver, 1, 2)).toBeCloseTo(0, 3);
    expect([driver.mobility(), warnings(driver)]).toEqual([1, []]);
    driver.doc.undo();
    expect(driver.joints).toEqual(['pin']);
    driver.undoAll();
    expect(driver.text).toBe(emptyText());
  });

  test('gets a motor with its mate, which turns both by their teeth', () => {
    const driver = oneWheel().drag(45, 0, 21, 0);
    expect(driver.said.at(-1)?.text).toBe('It moves, driven at pin1: press Space.');
    expect(driver.path).toBe('wheel.idle');
    const sketch = driver.stage.sketch.value;
    const [a, b] = [angle(driver, 1), angle(driver, 2)];
    expect(sketch?.play(0.1).outcome).toBe('done');
    expect((angle(driver, 2) - b) / (angle(driver, 1) - a)).toBeCloseTo(-20 / 25, 9);
  });

  test('goes on to a train of three, all in phase, in any direction', () => {
    const driver = oneWheel().drag(20, 40, 8, 18).drag(70, 60, 44, 52);
    expect(driver.joints.filter((kind) => kind === 'gear').length).toBe(2);
    expect([driver.mobility(), warnings(driver), driver.stage.facts.value.drives.length]).toEqual([1, [], 1]);
    expect(phase(driver, 1, 2)).toBeCloseTo(0, 3);
    expect(phase(driver, 2, 3)).toBeCloseTo(0, 3);
  });

  test('that is only clicked comes to mesh where it nearly does', () => {
    // The usual radius is 10 mm: 10 teeth, which mesh at 30 mm.
    const driver = oneWheel().move(31, 0);
    expect(driver.hint).toBe('10 teeth, meshes with wheel1 (2 : 1)');
    driver.click(31, 0);
    expect(at(driver, 2)[0]).toBeCloseTo(30, 9);
    expect(driver.joints).toEqual(['pin', 'pin', 'gear']);
  });

  test('with Alt stays where it is, and alone', () => {
    const driver = oneWheel().pull(60.4, 0, 21, 0, { alt: true });
    expect(driver.hint).toBe('Wheel: 39 teeth, module 2 mm, radius 39 mm');
    driver.up(21, 0, { alt: true });
    expect(driver.joints).toEqual(['pin', 'pin']);
    expect(at(driver, 2)[0]).toBeCloseTo(60.4, 6);
  });

  test('meshes with the rest of a turned train', () => {
    const driver = oneWheel().drag(45, 0, 21, 0);
    driver.stage.sketch.value?.play(0.137);
    driver.stage.pull();
    driver.drag(-40, 10, -20, 5);
    expect(driver.joints.filter((kind) => kind === 'gear').length).toBe(2);
    expect(phase(driver, 1, 3)).toBeCloseTo(0, 3);
  });

  test('on a pin of a link stays on it', () => {
    const driver = drawFourBar(new Driver(core)).tool('wheel').drag(-40, 20, -30, 20);
    expect(driver.joints.at(-1)).toBe('pin');
    expect(driver.stage.facts.value.joints.at(-1)?.bodies).not.toContain(0);
  });
});

describe('the gear pair', () => {
  test('brings the second wheel to the first, and says so before', () => {
    const driver = oneWheel().drag(60, 0, 75, 0);
    expect(driver.joints).toEqual(['pin', 'pin']);
    driver.tool('gear').pull(5, 0, 65, 0);
    expect(driver.hint).toBe('Mesh wheel1 and wheel2 (4 : 3); wheel2 moves 25 mm');
    driver.up(65, 0);
    expect(at(driver, 2)[0]).toBeCloseTo(35, 6);
    expect(phase(driver, 1, 2)).toBeCloseTo(0, 3);
    expect([driver.mobility(), warnings(driver), driver.stage.facts.value.drives.length]).toEqual([1, [], 1]);
    driver.doc.undo();
    expect(driver.joints).toEqual(['pin', 'pin']);
  });

  test('gives the second wheel the module of the first', () => {
    const text = oneWheel().drag(60, 0, 78, 0).text;
    // 18 teeth of 2 mm become 12 of 3 mm: as large.
    const driver = new Driver(core, text.replace('gear(18, 2mm', 'gear(12, 3mm')).tool('gear').pull(5, 0, 65, 0);
    expect(gears(driver)[1]).toEqual({ teeth: 12, module: 0.003 });
    expect(driver.hint).toBe('Mesh wheel1 and wheel2 (10 : 9); wheel2 gets 18 teeth of module 2 mm and moves 22 mm');
    driver.up(65, 0);
    expect(gears(driver)[1]).toEqual({ teeth: 18, module: 0.002 });
    expect(warnings(driver)).toEqual([]);
  });

  test('brings the first where only that one can come', () => {
    const driver = oneWheel().drag(45, 0, 21, 0).drag(0, 60, 0, 50);
    driver.tool('gear').pull(5, 60, 5, 0);
    expect(driver.hint).toBe('Mesh wheel3 and wheel1 (1 : 2); wheel3 moves 30 mm');
    driver.up(5, 0);
    expect([driver.mobility(), warnings(driver)]).toEqual([1, []]);
  });

  test('refuses wheels that both are held, and says what would do', () => {
    const driver = oneWheel().drag(45, 0, 21, 0).drag(-60, 0, -50, 0, { alt: true }).drag(-60, 30, -60, 11);
    expect(driver.joints.filter((kind) => kind === 'gear').length).toBe(2);
    const before = driver.text;
    driver.tool('gear').pull(-55, 0, 5, 0);
    expect(driver.hint).toContain("'wheel3' and 'wheel1' do not mesh: their centres are 60 mm apart instead of 30 mm");
    driver.up(5, 0);
    expect([driver.text, driver.said.at(-1)?.text]).toEqual([before, expect.stringContaining('move one of them')]);
  });

  test('mends a pair that does not mesh', () => {
    const text = oneWheel().drag(45, 0, 21, 0).text.replace('gear(25, 2mm', 'gear(30, 2mm');
    const driver = new Driver(core, text);
    expect(warnings(driver)).toEqual(["'wheel1' and 'wheel2' do not mesh: the ratio is -1.25, but their teeth give -30 / 20"]);
    driver.tool('gear').drag(5, 0, 50, 0);
    expect([warnings(driver), driver.joints]).toEqual([[], ['pin', 'pin', 'gear']]);
    expect(at(driver, 2)[0]).toBeCloseTo(50, 6);
    driver.tool('gear').drag(5, 0, 50, 0);
    expect(driver.said.at(-1)?.text).toContain('already');
  });

  test('of a belt gets a motor, too', () => {
    const driver = oneWheel().drag(60, 0, 75, 0).tool('belt').drag(5, 0, 65, 0);
    expect([driver.joints.at(-1), driver.stage.facts.value.drives.length, driver.path]).toEqual(['belt', 1, 'select.idle']);
  });
});
