// What a run has monitored: between the frames of the screen as well, and peaks stay however long it is.
import { expect, test } from 'vitest';

import { Signal } from '../../../../src/base/signal';
import type { App } from '../../../../src/app';
import type { LiveFrame, LiveState } from '../../../../src/live/live';
import { makeRecord, thin } from '../../../../src/panels/plots/record';

function run(): { state: Signal<LiveState>; frame: Signal<LiveFrame | null>; app: App } {
  const state = new Signal<LiveState>('running');
  const frame = new Signal<LiveFrame | null>(null);
  return { state, frame, app: { live: { state, frame } } as unknown as App };
}

const frameAt = (time: number, value: number, between: readonly (readonly [number, number])[] = []): LiveFrame =>
  ({ time, monitors: Float64Array.of(value), between: between.map(([at, one]) => ({ time: at, monitors: Float64Array.of(one) })) }) as unknown as LiveFrame;

test('values between two frames are kept, in their order', () => {
  const { app, frame } = run();
  const record = makeRecord(app);
  frame.value = frameAt(0, 1);
  frame.value = frameAt(0.02, 1, [[0.005, 7], [0.01, -7]]);
  expect(record.times).toEqual([0, 0.005, 0.01, 0.02]);
  expect(record.frames.map(([value]) => value)).toEqual([1, 7, -7, 1]);
});

test('a run that goes on from an earlier time has nothing of what came later before', () => {
  const { app, frame, state } = run();
  const record = makeRecord(app);
  [0, 0.02, 0.04, 0.06].forEach((time) => (frame.value = frameAt(time, 1, [[time - 0.01, 5]])));
  state.value = 'paused';
  frame.value = frameAt(0.02, 1);
  expect(record.times.at(-1)).toBe(0.06);
  state.value = 'running';
  frame.value = frameAt(0.035, 2, [[0.03, 3]]);
  expect(record.times).toEqual([-0.01, 0, 0.01, 0.02, 0.03, 0.035]);
});

test('one peak in a hundred thousand values stays, up and down, with its height', () => {
  const { app, frame } = run();
  const record = makeRecord(app);
  for (let k = 0; k < 100_000; k++) {
    frame.value = frameAt(k / 1000, k === 31_233 ? 50 : k === 77_776 ? -60 : Math.sin(k / 500));
  }
  const values = record.frames.map(([value]) => value ?? NaN);
  expect(record.times.length).toBeLessThan(8001);
  expect(Math.max(...values)).toBe(50);
  expect(Math.min(...values)).toBe(-60);
  // Twice a part of 100 s in 2000 of them, for it was cut several times.
  expect(Math.abs((record.times[values.indexOf(50)] ?? 0) - 31.233)).toBeLessThan(0.1);
  expect(Math.abs((record.times[values.indexOf(-60)] ?? 0) - 77.776)).toBeLessThan(0.1);
  expect(record.times.every((time, k) => k === 0 || time > (record.times[k - 1] ?? 0))).toBe(true);
  expect([record.times[0], record.times.at(-1)]).toEqual([0, 99.999]);
  // The first seconds have as many as the others.
  expect(record.times.filter((time) => time < 10).length).toBeGreaterThan(300);
});

test('of each part two rows are left, of each monitor its own values; what is unknown everywhere stays so', () => {
  const times = [0, 1, 2, 3, 8];
  const frames = [[1, 4, NaN], [9, 3, NaN], [2, NaN, NaN], [3, 1, NaN], [0, 0, 0]].map((row) => Float64Array.from(row));
  thin(times, frames, 2);
  expect(times).toEqual([0, 3, 8]);
  expect(frames.map((row) => [...row])).toEqual([[1, 4, NaN], [9, 1, NaN], [0, 0, 0]]);
});
