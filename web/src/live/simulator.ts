// simulator.ts: a simulation of the core (tm_live_…) with what it remembers, for scrubbing back and
// going on from there. Runs in the worker; knows nothing of it.
import type { Module } from '../core/module';
import type { Frame } from './protocol';

/** Frames that are remembered, and how many lie between two checkpoints. */
const FRAMES_MOST = 7200;
const CHECKPOINT_EVERY = 30;
/** Outcomes of tmSimOutcome. */
const RUNS = 0;
/** Two times that are one [s]: a fixed step ends short of what was asked for. */
const SAME_TIME = 1e-7;

interface Checkpoint {
  readonly time: number;
  readonly bytes: Uint8Array;
}

export class Simulator {
  problem = '';
  readonly #module: Module;
  #live = 0;
  #frames: Frame[] = [];
  #checkpoints: Checkpoint[] = [];
  /** The frame that is shown, where it is not the last one. */
  #shown: Frame | null = null;
  /** What was asked for [s]: fixed steps end a little before it, and must not fall behind. */
  #target = 0;

  constructor(module: Module) {
    this.#module = module;
  }

  get frame(): Frame | null {
    return this.#shown ?? this.#frames.at(-1) ?? null;
  }

  get span(): readonly [number, number] {
    return [this.#frames[0]?.time ?? 0, this.#frames.at(-1)?.time ?? 0];
  }

  start(text: string, poses: Float64Array): void {
    this.dispose();
    this.#frames = [];
    this.#checkpoints = [];
    this.#shown = null;
    this.#live = this.#make(text);
    if (this.#live !== 0) {
      this.#module.withDoubles(poses, (address) => this.#call('start', address, poses.length / 4));
      this.#target = this.#time();
      this.#remember();
    }
  }

  /** The world goes on with another text; what cannot run leaves the old one running. */
  update(text: string): void {
    this.#goOnFromShown();
    const made = this.#make(text);
    if (made === 0 || this.#live === 0) {
      return;
    }
    const status = this.#module.call('tm_live_take', made, this.#live);
    if (status !== 0) {
      this.problem = `The changed world cannot go on from here: ${this.#module.message(status)}`;
      this.#module.call('tm_live_destroy', made);
      return;
    }
    this.#module.call('tm_live_destroy', this.#live);
    this.#live = made;
    this.#target = this.#time();
    this.#checkpoints = []; // they are of the other world, and so are its frames
    this.#frames = [];
    this.#remember();
  }

  advance(by: number): void {
    if (this.#live === 0 || this.problem !== '') {
      return;
    }
    this.#goOnFromShown();
    this.#target += by;
    this.#module.call('tm_sim_advance', this.#call('sim'), this.#target);
    if (this.#call('outcome') !== RUNS) {
      this.problem = this.#problem() || 'The simulation has ended.';
    }
    this.#remember();
  }

  /** Shows the remembered frame nearest to a time; the next advance goes on from there. */
  scrub(time: number): void {
    let best = this.#frames[0];
    for (const frame of this.#frames) {
      if (best && Math.abs(frame.time - time) < Math.abs(best.time - time)) {
        best = frame;
      }
    }
    this.#shown = best && best !== this.#frames.at(-1) ? best : null;
    this.problem = '';
  }

  setInput(index: number, value: number): void {
    this.#goOnFromShown();
    this.#module.call('tm_sim_set_input', this.#call('sim'), index, value);
  }

  pull(body: number, at: readonly [number, number], to: readonly [number, number]): void {
    this.#goOnFromShown();
    this.#call('pull', body, at[0], at[1], to[0], to[1]);
  }

  letGo(): void {
    this.#module.call('tm_sim_let_go', this.#call('sim'));
  }

  dispose(): void {
    this.#module.call('tm_live_destroy', this.#live);
    this.#live = 0;
  }

  #call(name: string, ...args: number[]): number {
    return this.#module.call(`tm_live_${name}`, this.#live, ...args);
  }

  #time(): number {
    return this.#call('time');
  }

  /** Makes a live of the text; 0 and a problem where it cannot run. */
  #make(text: string): number {
    const module = this.#module;
    const made = module.withText(text, (address, length) =>
      module.made((place) => module.call('tm_wasm_live', address, length, -1, place)),
    );
    this.problem = '';
    if (module.call('tm_live_sim', made) === 0) {
      module.must('tm_wasm_live_problem', made);
      this.problem = module.output() || 'This world cannot be simulated.';
      module.call('tm_live_destroy', made);
      return 0;
    }
    return made;
  }

  #problem(): string {
    this.#module.must('tm_wasm_live_problem', this.#live);
    return this.#module.output();
  }

  #present(): Frame {
    const module = this.#module;
    const bodies = module.call('tm_wasm_live_bodies', this.#live);
    const values = module.call('tm_wasm_live_values', this.#live);
    const poses = module.doubles(this.#call('poses'), 4 * bodies).slice();
    const contacts = module.withMemory(8, (place) => {
      const status = this.#call('contacts', place, place + 4);
      const [address = 0, count = 0] = module.words(place, 2);
      return status === 0 && count > 0 ? module.doubles(address, 4 * count).slice() : new Float64Array(0);
    });
    const at = this.#call('monitors');
    const monitors = at !== 0 ? module.doubles(at, values).slice() : new Float64Array(0);
    return { time: this.#time(), poses, contacts, monitors };
  }

  #remember(): void {
    const frame = this.#present();
    const last = this.#frames.at(-1);
    if (last && frame.time - last.time < SAME_TIME) {
      this.#frames.pop();
    }
    if (this.#frames.length % CHECKPOINT_EVERY === 0) {
      this.#save(frame.time);
    }
    this.#frames.push(frame);
    if (this.#frames.length > FRAMES_MOST) {
      this.#frames.splice(0, CHECKPOINT_EVERY);
      const first = this.#frames[0]?.time ?? 0;
      this.#checkpoints = this.#checkpoints.filter((one) => one.time >= first - SAME_TIME);
    }
  }

  #save(time: number): void {
    const sim = this.#call('sim');
    const size = this.#module.call('tm_sim_save_size', sim);
    this.#module.withMemory(size, (address) => {
      if (this.#module.call('tm_sim_save', sim, address, size) === 0) {
        this.#checkpoints.push({ time, bytes: this.#module.bytes.slice(address, address + size) });
      }
    });
  }

  /** Back in earnest: the state of the frame that is shown, and what came behind it is forgotten. */
  #goOnFromShown(): void {
    const shown = this.#shown;
    this.#shown = null;
    const from = this.#checkpoints.findLast((one) => one.time <= (shown?.time ?? 0) + SAME_TIME);
    if (!shown || !from) {
      return;
    }
    const sim = this.#call('sim');
    this.#module.withBytes(from.bytes, (address, size) =>
      this.#module.call('tm_sim_restore', sim, address, size),
    );
    // Frame by frame, as it was run: the same steps give the same bits.
    for (const frame of this.#frames) {
      if (frame.time > from.time + SAME_TIME && frame.time <= shown.time + SAME_TIME) {
        this.#module.call('tm_sim_advance', sim, frame.time);
      }
    }
    this.#target = shown.time;
    this.#frames = this.#frames.filter((frame) => frame.time <= shown.time + SAME_TIME);
    this.#checkpoints = this.#checkpoints.filter((one) => one.time <= shown.time + SAME_TIME);
  }
}
