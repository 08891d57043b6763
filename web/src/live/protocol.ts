// protocol.ts: the messages between the page and the worker that simulates. One request at a time:
// each is answered by one reply, in order.

/** A text that runs from some time of the run on, until the next one. */
export interface World {
  /** That of later ones is larger. */
  readonly section: number;
  readonly text: string;
  /** Time between the values that its plots show [s]; 0: those of the frames alone. */
  readonly record: number;
}

export type Request =
  /** Files that texts may include come first. */
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'start'; readonly world: World; readonly poses: Float64Array }
  /** The text has changed: goes on with the new world. */
  | { readonly kind: 'update'; readonly world: World }
  /** [s] of the world's time from now on. */
  | { readonly kind: 'advance'; readonly by: number }
  | { readonly kind: 'scrub'; readonly time: number }
  | { readonly kind: 'input'; readonly index: number; readonly value: number }
  | {
      readonly kind: 'pull';
      readonly body: number;
      /** In body axes, and where to in the world [m]. */
      readonly at: readonly [number, number];
      readonly to: readonly [number, number];
    }
  | { readonly kind: 'let go' }
  /** Frames at these times of what was simulated, in order; the run stays where it is. */
  | { readonly kind: 'sample'; readonly times: readonly number[] };

export interface Frame {
  /** Whose bodies the poses are of (World). */
  readonly section: number;
  /** [s] */
  readonly time: number;
  /** x, y, cos, sin of each body. */
  readonly poses: Float64Array;
  /** x, y, force x, force y of each contact [m, N]. */
  readonly contacts: Float64Array;
  readonly monitors: Float64Array;
  /** What the inputs were then. */
  readonly inputs: Float64Array;
}

/** What is monitored, at a time [s]. */
export interface Values {
  readonly time: number;
  readonly monitors: Float64Array;
}

export interface Reply {
  /** Null where nothing runs. */
  readonly frame: Frame | null;
  /** Of what was simulated for this frame, before it: screens are slower than steps. */
  readonly between: readonly Values[];
  /** The recorded span [s]. */
  readonly from: number;
  readonly to: number;
  /** Why it does not run, or does not go on; '' otherwise. */
  readonly problem: string;
  /** Which bodies passed through each other up to the frame, though they may touch; '' otherwise. */
  readonly pass: string;
  /** Of a 'sample'. */
  readonly samples?: readonly Frame[];
}
