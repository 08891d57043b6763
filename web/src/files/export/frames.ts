// frames.ts: a motion as a list of frames: of the motor, from a sketch of its own so that the picture
// stays as it is; of a simulation, by scrubbing through what was recorded.
import type { Sketch } from '../../core/core';
import type { Live, LiveFrame } from '../../live/live';
import { closes } from '../../transient/motor';

/** What a motion asks between two frames: to report how far it is, and whether to go on. */
export interface Progress {
  readonly signal: AbortSignal;
  /** 0 … 1. */
  tell(part: number): void;
}

/** The person does not want to wait any more. */
export class Cancelled extends Error {}

/** Throws Cancelled where it must not go on. */
function check(progress: Progress, part: number): void {
  progress.tell(part);
  if (progress.signal.aborted) {
    throw new Cancelled();
  }
}

/** The same, and lets the page breathe. */
export async function pause(progress: Progress, part: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  check(progress, part);
}

/** Poses over the drives' way: once round where it closes, else there and back; up to where it blocks. */
export function motorPoses(sketch: Sketch, count: number): readonly Float64Array[] {
  const way: Float64Array[] = [];
  for (let k = 0; k < count; k++) {
    const move = sketch.play(k / Math.max(1, count - 1));
    if (move.outcome !== 'done' && way.length > 0) {
      break;
    }
    way.push(sketch.poses());
  }
  if (way.length === count && closes(sketch.facts.drives)) {
    return way.slice(0, -1);
  }
  return [...way, ...way.slice(1, -1).reverse()];
}

/** A worker that does not answer for so long is not waited for [ms]. */
const PATIENCE = 5000;

function nextFrame(live: Live): Promise<LiveFrame | null> {
  return new Promise((resolve) => {
    const done = (frame: LiveFrame | null) => {
      clearTimeout(timer);
      forget();
      resolve(frame);
    };
    const timer = setTimeout(() => done(null), PATIENCE);
    const forget = live.frame.subscribe(done);
  });
}

/** Frames of the recorded span, at least `step` seconds apart. Afterwards it stands, paused, where it stood. */
export async function liveFrames(live: Live, from: number, step: number, progress: Progress): Promise<readonly LiveFrame[]> {
  live.pause();
  // A request may be on its way; then the first scrub would be dropped.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const stood = live.frame.value?.time ?? 0;
  const { to } = live.span.value;
  const frames: LiveFrame[] = [];
  try {
    for (let time = from; time <= to + step / 2; time += step) {
      check(progress, (time - from) / Math.max(step, to - from));
      const came = nextFrame(live);
      live.scrub(Math.min(time, to));
      const frame = await came;
      if (!frame) {
        throw new Error('The simulation does not respond.');
      }
      if (frame.time > (frames.at(-1)?.time ?? -Infinity)) {
        frames.push(frame);
      }
    }
  } finally {
    live.scrub(stood);
  }
  return frames;
}
