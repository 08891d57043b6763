// recording.ts: what a run remembers: its frames, and at some of them all that the core needs to go on
// from there. Stays bounded: the older a frame, the farther are those around it that are kept.
import type { Frame } from './protocol';

/** What is remembered at most: frames, and bytes of frames and checkpoints. */
const MAX_FRAMES = 7200;
const MAX_BYTES = 64e6;
/** Frames between two checkpoints. */
const CHECKPOINT_EVERY = 30;
/** Two times that are one [s]: a fixed step ends short of what was asked for. */
export const SAME_TIME = 1e-7;

/** A frame and its checkpoint. One without is reached from the last before it that has one, frame by
 * frame as it was run: the same steps give the same bits. */
export interface Moment {
  readonly frame: Frame;
  readonly checkpoint: Uint8Array | null;
}

function sizeOf({ frame, checkpoint }: Moment): number {
  const numbers = frame.poses.length + frame.contacts.length + frame.monitors.length + frame.inputs.length;
  return 8 * numbers + (checkpoint?.length ?? 0);
}

export class Recording {
  #moments: Moment[] = [];
  #bytes = 0;
  readonly #maxFrames: number;
  readonly #maxBytes: number;

  constructor(maxFrames = MAX_FRAMES, maxBytes = MAX_BYTES) {
    this.#maxFrames = maxFrames;
    this.#maxBytes = maxBytes;
  }

  get first(): Frame | null {
    return this.#moments[0]?.frame ?? null;
  }

  get last(): Frame | null {
    return this.#moments.at(-1)?.frame ?? null;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#moments.length;
  }

  clear(): void {
    this.#moments = [];
    this.#bytes = 0;
  }

  /** Remembers a frame; `save` makes a checkpoint of it where one is due. Of two frames at one time the first stays:
   * a run begins at its start, and what was done to the world there is in that frame's checkpoint. */
  add(frame: Frame, save: () => Uint8Array | null): void {
    const { last } = this;
    if (last && last.section === frame.section && frame.time - last.time < SAME_TIME) {
      return;
    }
    const since = this.#moments.length - this.#checkpointBefore(this.#moments.length - 1);
    const isDue = this.last?.section !== frame.section || since >= CHECKPOINT_EVERY;
    this.#push({ frame, checkpoint: isDue ? save() : null });
    while ((this.count > this.#maxFrames || this.#bytes > this.#maxBytes) && this.#thin()) {
      // once more
    }
  }

  /** The world was disturbed after its last frame: what follows does not follow from earlier ones. */
  disturb(inputs: Float64Array, save: () => Uint8Array | null): void {
    const { last } = this;
    if (last) {
      this.#drop(this.#moments.length - 1);
      this.#push({ frame: { ...last, inputs }, checkpoint: save() });
    }
  }

  /** Of two at one time the later, that of the newer world. */
  nearest(time: number): Frame | null {
    let best = this.first;
    for (const { frame } of this.#moments) {
      if (best && Math.abs(frame.time - time) <= Math.abs(best.time - time)) {
        best = frame;
      }
    }
    return best;
  }

  /** The one before a frame; the first itself. */
  before(frame: Frame): Frame {
    const at = this.#moments.findIndex((moment) => moment.frame === frame);
    return this.#moments[at - 1]?.frame ?? frame;
  }

  /** How the world came to be at a time: the last frame that is not behind it, and those before it from the last
   * checkpoint on. Null: it is before the first. */
  upTo(time: number): { readonly frame: Frame; readonly checkpoint: Uint8Array; readonly times: readonly number[] } | null {
    const at = this.#moments.findLastIndex(({ frame }) => frame.time <= time + SAME_TIME);
    const from = this.#checkpointBefore(at);
    const [frame, checkpoint] = [this.#moments[at]?.frame, this.#moments[from]?.checkpoint];
    return frame && checkpoint ? { frame, checkpoint, times: this.#moments.slice(from + 1, at + 1).map((moment) => moment.frame.time) } : null;
  }

  /** How a frame is reached: from a checkpoint by times. What came behind it is forgotten. Null: it is
   * not known, and nothing was forgotten. */
  back(to: Frame): { readonly checkpoint: Uint8Array; readonly times: readonly number[] } | null {
    const at = this.#moments.findIndex(({ frame }) => frame === to);
    const from = this.#checkpointBefore(at);
    const checkpoint = this.#moments[from]?.checkpoint;
    if (!checkpoint) {
      return null;
    }
    this.#drop(at + 1);
    return { checkpoint, times: this.#moments.slice(from + 1).map(({ frame }) => frame.time) };
  }

  #push(moment: Moment): void {
    this.#moments.push(moment);
    this.#bytes += sizeOf(moment);
  }

  /** Forgets those from a place on. */
  #drop(from: number): void {
    this.#keep((_, i) => i < from);
  }

  #keep(isKept: (moment: Moment, i: number) => boolean): void {
    this.#moments = this.#moments.filter(isKept);
    this.#bytes = this.#moments.reduce((sum, moment) => sum + sizeOf(moment), 0);
  }

  /** The last checkpoint up to a place; -1: there is none. */
  #checkpointBefore(at: number): number {
    for (let i = at; i >= 0; i--) {
      if (this.#moments[i]?.checkpoint) {
        return i;
      }
    }
    return -1;
  }

  /** Of the older half keeps what has a checkpoint; where all have one, every other. Returns whether
   * that was any less. */
  #thin(): boolean {
    const { count } = this;
    const end = this.#checkpointBefore(count >> 1);
    const isSparse = this.#moments.slice(0, end).every(({ checkpoint }) => checkpoint);
    this.#keep(({ checkpoint }, i) => i >= end || (isSparse ? i % 2 === 0 : checkpoint !== null));
    return this.count < count;
  }
}
