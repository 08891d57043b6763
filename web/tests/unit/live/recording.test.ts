// What a run remembers stays bounded, and every frame that is kept can be gone back to.
import { expect, test } from 'vitest';

import type { Frame } from '../../../src/live/protocol';
import { Recording } from '../../../src/live/recording';

const RATE = 60;
const BODIES = 10;

function frameAt(step: number, section = 1): Frame {
  return {
    section,
    time: step / RATE,
    poses: new Float64Array(4 * BODIES),
    contacts: new Float64Array(0),
    monitors: new Float64Array(0),
    inputs: new Float64Array(0),
  };
}

test('ten minutes stay within the limits, from the first frame to the last', () => {
  const recording = new Recording(1000, 1e6);
  const max = { count: 0, bytes: 0 };
  for (let step = 0; step <= 600 * RATE; step++) {
    recording.add(frameAt(step), () => new Uint8Array(2000));
    max.count = Math.max(max.count, recording.count);
    max.bytes = Math.max(max.bytes, recording.bytes);
  }
  expect(max.count).toBeLessThanOrEqual(1000);
  expect(max.bytes).toBeLessThanOrEqual(1e6);
  expect(recording.first?.time).toBe(0);
  expect(recording.last?.time).toBe(600);
  // The last seconds are there frame by frame, the first minutes here and there.
  expect(recording.nearest(598)?.time).toBeCloseTo(598, 6);
  expect(Math.abs((recording.nearest(100)?.time ?? 0) - 100)).toBeLessThan(20);
});

test('the way to a frame leads from a checkpoint by every frame between', () => {
  const recording = new Recording(200);
  for (let step = 0; step <= 2000; step++) {
    recording.add(frameAt(step), () => Uint8Array.of(step >> 8, step & 255));
  }
  for (let time = recording.last!.time; time > 0; time -= 0.37) {
    const frame = recording.nearest(time)!;
    const way = recording.back(frame)!;
    const from = 256 * way.checkpoint[0]! + way.checkpoint[1]!;
    const to = Math.round(frame.time * RATE);
    expect(way.times).toEqual(Array.from({ length: to - from }, (_, k) => (from + k + 1) / RATE));
    expect(recording.last).toBe(frame);
  }
});

test('another world and a disturbance have checkpoints of their own', () => {
  const recording = new Recording();
  let saved = 0;
  const save = () => Uint8Array.of(++saved);
  recording.add(frameAt(0), save);
  recording.add(frameAt(1), save);
  recording.add(frameAt(1, 2), save);
  expect(saved).toBe(2);
  recording.add(frameAt(2, 2), save);
  recording.disturb(new Float64Array(0), save);
  recording.add(frameAt(3, 2), save);
  expect(recording.back(recording.last!)?.checkpoint).toEqual(Uint8Array.of(3));
  expect(recording.nearest(1 / RATE)?.section).toBe(2);
});

test('a first step of next to nothing leaves the start and what was done there', () => {
  const recording = new Recording();
  recording.add(frameAt(0), () => Uint8Array.of(1));
  recording.add(frameAt(7e-13 * RATE), () => Uint8Array.of(2)); // a frame of the page that came at once
  expect(recording.first?.time).toBe(0);
  recording.add(frameAt(1), () => Uint8Array.of(3));
  recording.disturb(new Float64Array(0), () => Uint8Array.of(4));
  recording.add(frameAt(1 + 7e-13 * RATE), () => Uint8Array.of(5));
  recording.add(frameAt(2), () => Uint8Array.of(6));
  expect(recording.back(recording.last!)).toEqual({ checkpoint: Uint8Array.of(4), times: [2 / RATE] });
});
