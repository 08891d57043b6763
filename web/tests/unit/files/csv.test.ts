// Tables for spreadsheets: quoting as RFC 4180 has it, units in the head, numbers of the core.
import { expect, test } from 'vitest';

import { kinematicTable, liveTable, toCsv } from '../../../src/files/export/csv';
import { motorPoses } from '../../../src/files/export/frames';
import { fakeSketch } from '../../support/fake_app';
import { fourBar } from '../../support/facts';
import { projectText, testCore } from '../test_core';

test('names with commas, quotes and line ends are quoted; numbers that are none are empty', () => {
  const table = [
    { name: 'a, "b"', unit: 'mm', values: [1, NaN, 0.1 + 0.2] },
    { name: 'two\nlines', unit: '', values: [-0.5, 1e-9] },
  ];
  expect(toCsv(table)).toBe('"a, ""b"" [mm]","two\nlines"\r\n1,-0.5\r\n,1e-9\r\n0.3,\r\n');
});

test('a name that a spreadsheet would compute is text', () => {
  for (const name of ['=1+1', '+x', '-x', '@sum']) {
    expect(toCsv([{ name, unit: 'm', values: [] }])).toBe(`'${name} [m]\r\n`);
  }
});

test('a table over the motor has its angle in degrees and lengths in the unit of the person', async () => {
  const core = await testCore();
  const sketch = core.sketch(projectText('examples/gallery/scotch_yoke.tml'));
  const table = kinematicTable(sketch, 5, 'cm');
  const [drive] = table;
  expect(drive?.unit).toBe('deg');
  const turn = (drive?.values[4] ?? 0) - (drive?.values[0] ?? 0);
  expect(Math.abs(turn)).toBeCloseTo(360, 9);
  expect(table.length).toBeGreaterThan(1);
  expect(table.filter(({ unit }) => unit === 'cm').length).toBeGreaterThan(0);
  expect(table.every(({ values }) => values.length === 5)).toBe(true);
  expect(toCsv(table).split('\r\n')).toHaveLength(7);
  sketch.dispose();
});

test('a table of a simulation has the time, the traces from the poses, and the monitors', () => {
  const facts = fourBar;
  const poses = new Float64Array(16);
  poses.set([0.1, 0.2, 0, 1], 4); // the crank stands upright at 100, 200
  const frames = [0, 0.5].map((time) => ({ facts, time, poses, contacts: new Float64Array(0), monitors: Float64Array.of(Math.PI / 2), between: [], inputs: new Float64Array(0) }));
  const csv = toCsv(liveTable([{ body: 1, of: 'crank', x: 0.03, y: 0, name: 'tip' }], facts.monitors, frames, 'mm'));
  expect(csv).toBe('time [s],tip.x [mm],tip.y [mm],swing.angle [deg]\r\n0,100,230,90\r\n0.5,100,230,90\r\n');
});

test('a table of a simulation that monitors nothing has the places of all that moves, in every world of the run', () => {
  const pose = (facts: typeof fourBar, time: number, numbers: readonly number[]) =>
    ({ facts, time, poses: Float64Array.of(0, 0, 1, 0, ...numbers), contacts: new Float64Array(0), monitors: new Float64Array(0), between: [], inputs: new Float64Array(0) });
  const [world, crank, coupler] = fourBar.bodies as [(typeof fourBar.bodies)[0], (typeof fourBar.bodies)[0], (typeof fourBar.bodies)[0]];
  const first = { ...fourBar, bodies: [world, { ...coupler, name: 'base', fixed: true }, crank] };
  const later = { ...fourBar, bodies: [world, crank, { ...coupler, name: 'ball1' }] };
  const csv = toCsv(liveTable([], [], [pose(first, 0, [9, 9, 1, 0, 0.1, 0.2, 0, 1]), pose(later, 0.5, [0.1, 0.2, -1, 0, 0.3, 0, 0, -1])], 'mm'));
  expect(csv).toBe('time [s],crank.x [mm],crank.y [mm],crank.angle [deg],ball1.x [mm],ball1.y [mm],ball1.angle [deg]\r\n0,100,200,90,,,\r\n0.5,100,200,180,300,0,-90\r\n');
});

test('a table over a motor that monitors nothing has the places of all that moves: a crank by its closed form', async () => {
  const core = await testCore();
  const sketch = core.sketch(`
primitive arm begin geometry: link(6mm, 2mm) where begin a: (-20mm, 0); b: (20mm, 0); end; end
world w begin
  components arm: arm;
  structure begin join arm to world with pin matching (a (0, 0)) as shaft; place arm by a at (0, 0); end
  properties: (planar);
end
animate w begin drive: shaft.angle = 0deg .. 120deg in 4 frames; end
`);
  const table = kinematicTable(sketch, 4, 'mm');
  expect(table.map(({ name, unit }) => `${name} ${unit}`)).toEqual(['shaft deg', 'arm.x mm', 'arm.y mm', 'arm.angle deg']);
  [0, 40, 80, 120].forEach((degrees, row) => {
    const angle = (degrees * Math.PI) / 180;
    const wanted = [degrees, 20 * Math.cos(angle), 20 * Math.sin(angle), degrees];
    wanted.forEach((number, column) => expect(table[column]?.values[row]).toBeCloseTo(number, 9));
  });
  sketch.dispose();
});

test('a place that is traced and monitored is one column', async () => {
  const core = await testCore();
  const sketch = core.sketch(projectText('examples/gallery/klann.tml'));
  expect(kinematicTable(sketch, 3, 'mm').map(({ name }) => name)).toEqual(['motor', 'leg.a.x', 'leg.a.y']);
  sketch.dispose();
});

test('a film of whole turns runs round, another there and back, a blocked one up to the block', () => {
  const full = fakeSketch(fourBar);
  expect(motorPoses(full, 10)).toHaveLength(9);
  const [drive] = fourBar.drives;
  const half = fakeSketch({ ...fourBar, drives: drive ? [{ ...drive, to: 1 }] : [] });
  expect(motorPoses(half, 10)).toHaveLength(18);
  const blocked = { ...full, play: (part: number) => ({ outcome: part > 0.5 ? ('fold' as const) : ('done' as const), miss: 0, reached: 1, doubt: '' }) };
  expect(motorPoses(blocked, 11)).toHaveLength(6 + 4);
});
