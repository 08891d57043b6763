// live.ts: what the page sees of a running simulation. It runs in a worker with a core of its own
// (worker.ts); frames come back as poses. What changes the document while it runs, such as a ball that
// is dropped in, changes the world from then on. Back to kinematics is stop().
import type { ReadSignal } from '../base/signal';
import type { Values } from './protocol';
import type { InputFact, MonitorFact, SketchFacts } from '../core/facts';

export type LiveState = 'off' | 'starting' | 'paused' | 'running' | 'failed';

export interface LiveFrame {
  /** Of the world at that time, whose bodies the poses are of. */
  readonly facts: SketchFacts;
  /** [s] */
  readonly time: number;
  /** x, y, cos, sin of each body. */
  readonly poses: Float64Array;
  /** x, y, force x, force y of each contact [m, N]. */
  readonly contacts: Float64Array;
  /** What the text monitors. */
  readonly monitors: Float64Array;
  /** What they were since the frame before, at the times that the text records: screens are slower than steps. */
  readonly between: readonly Values[];
  /** What the inputs were then. */
  readonly inputs: Float64Array;
}

/** Of what runs, in the order of setInput and of LiveFrame.monitors. */
export interface LiveFacts {
  /** Those of the text, and the speeds of its motors. */
  readonly inputs: readonly InputFact[];
  readonly monitors: readonly MonitorFact[];
  /** Time between frames that the text records [s]. */
  readonly record: number;
}

export interface Live {
  readonly state: ReadSignal<LiveState>;
  readonly frame: ReadSignal<LiveFrame | null>;
  readonly facts: ReadSignal<LiveFacts>;
  /** The recorded span that can be scrubbed [s]. */
  readonly span: ReadSignal<{ readonly from: number; readonly to: number }>;
  /** Why it failed, or '' . */
  readonly problem: ReadSignal<string>;
  /** Which bodies passed through each other up to the frame, though they may touch; '' otherwise. */
  readonly pass: ReadSignal<string>;
  /** Starts from the present text and poses, paused. */
  start(): void;
  run(): void;
  pause(): void;
  /** One frame (1/60 s) on, or back as far as it is recorded. */
  step(frames?: 1 | -1): void;
  /** Back (or on) to a recorded time; running goes on from there, and what was dropped in later comes
   * in again at its time. */
  scrub(time: number): void;
  /** Frames at these recorded times, in order, whatever times were shown: the run is computed again up to each.
   * It pauses, and stays where it is. */
  sample(times: readonly number[]): Promise<readonly LiveFrame[]>;
  /** Simulated seconds per second. */
  readonly speed: { value: number };
  /** The same as it is, where the world is too heavy to keep up; 0: it keeps up. */
  readonly pace: ReadSignal<number>;
  pull(body: number, x: number, y: number, toX: number, toY: number): void;
  letGo(): void;
  setInput(index: number, value: number): void;
  stop(): void;
}
