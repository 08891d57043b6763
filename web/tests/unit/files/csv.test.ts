// Tables for spreadsheets: quoting as RFC 4180 has it, units in the head, numbers of the core.
import { expect, test } from 'vitest';

import { kinematicTable, liveTable, toCsv } from '../../../src/files/export/csv';
import { motorPoses } from '../../../src/files/export/frames';
import { fakeSketch } from '../../support/fake-app';
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
  const frames = [0, 0.5].map((time) => ({ facts, time, poses, contacts: new Float64Array(0), monitors: Float64Array.of(Math.PI / 2), inputs: new Float64Array(0) }));
  const csv = toCsv(liveTable([{ body: 1, of: 'crank', x: 0.03, y: 0, name: 'tip' }], facts.monitors, frames, 'mm'));
  expect(csv).toBe('time [s],tip.x [mm],tip.y [mm],swing.angle [deg]\r\n0,100,230,90\r\n0.5,100,230,90\r\n');
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
