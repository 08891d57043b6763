// probe.ts: what is read of a live of the core, and a second one that goes again where a run was, to read it
// at other times than those that were shown.
import type { Module } from '../core/module';
import type { Frame, Values } from './protocol';

/** The live as it is now, as a frame of a section. */
export function presentOf(module: Module, live: number, section: number): Frame {
  const call = (name: string, ...args: number[]) => module.call(`tm_live_${name}`, live, ...args);
  const bodies = module.call('tm_wasm_live_bodies', live);
  const poses = module.doubles(call('poses'), 4 * bodies).slice();
  const contacts = module.withMemory(8, (place) => {
    const status = call('contacts', place, place + 4);
    const [address = 0, count = 0] = module.words(place, 2);
    return status === 0 && count > 0 ? module.doubles(address, 4 * count).slice() : new Float64Array(0);
  });
  return { section, poses, contacts, ...valuesOf(module, live), inputs: inputsOf(module, live) };
}

/** What is monitored as it is now. */
export function valuesOf(module: Module, live: number): Values {
  const at = module.call('tm_live_monitors', live);
  const count = module.call('tm_wasm_live_values', live);
  return { time: module.call('tm_live_time', live), monitors: at !== 0 ? module.doubles(at, count).slice() : new Float64Array(0) };
}

export function inputsOf(module: Module, live: number): Float64Array {
  const sim = module.call('tm_live_sim', live);
  return module.withMemory(8, (place) => {
    const values: number[] = [];
    while (module.call('tm_sim_input', sim, values.length, place) === 0) {
      values.push(module.doubles(place, 1)[0] ?? 0);
    }
    return Float64Array.from(values);
  });
}

/** Bodies that may touch, but that nothing holds apart, and when they began to overlap [s]. */
export interface Pass {
  readonly text: string;
  readonly time: number;
}

/** The first two that did in the last advance. */
export function passOf(module: Module, live: number): Pass | null {
  const [time = 0] = module.filled(1, (place) => module.call('tm_wasm_live_pass', live, place)) ?? [];
  const [a = '', b = ''] = module.output().split('\0');
  return b ? { text: `${a} and ${b} pass through each other from ${Number(time.toPrecision(4))} s on: nothing holds them apart.`, time } : null;
}

/** All that the core needs to go on from here; null: there is not enough memory for it. */
export function saved(module: Module, live: number): Uint8Array | null {
  const sim = module.call('tm_live_sim', live);
  const size = module.call('tm_sim_save_size', sim);
  return module.withMemory(size, (address) => (module.call('tm_sim_save', sim, address, size) === 0 ? module.bytes.slice(address, address + size) : null));
}

export function restore(module: Module, live: number, checkpoint: Uint8Array): void {
  module.withBytes(checkpoint, (address, size) => module.call('tm_sim_restore', module.call('tm_live_sim', live), address, size));
}

/** Where a time of a run lies: behind this frame, which is reached from a checkpoint by times. */
export interface Way {
  readonly frame: Frame;
  readonly checkpoint: Uint8Array;
  readonly times: readonly number[];
}

export class Probe {
  readonly #module: Module;
  readonly #make: (section: number) => number;
  #live = 0;
  #section = -1;
  /** The frame that it stands at, and what it was then. */
  #at: Frame | null = null;
  #state: Uint8Array | null = null;

  /** `make` makes a live of a section's text. */
  constructor(module: Module, make: (section: number) => number) {
    this.#module = module;
    this.#make = make;
  }

  /** The run at a time behind a frame; times should rise. */
  frameAt(way: Way, time: number): Frame {
    if (way.frame !== this.#at) {
      this.#goTo(way);
    } else if (this.#state) {
      restore(this.#module, this.#live, this.#state);
    }
    this.#advance(time);
    return presentOf(this.#module, this.#live, this.#section);
  }

  dispose(): void {
    this.#module.call('tm_live_destroy', this.#live);
    this.#live = 0;
  }

  #goTo({ frame, checkpoint, times }: Way): void {
    // From where it stands where that is on the way; each step as it was made then.
    const from = this.#at && frame.section === this.#section ? times.indexOf(this.#at.time) : -1;
    if (frame.section !== this.#section) {
      this.dispose();
      this.#live = this.#make(frame.section);
      this.#section = frame.section;
    }
    restore(this.#module, this.#live, from >= 0 && this.#state ? this.#state : checkpoint);
    times.slice(from + 1).forEach((one) => this.#advance(one));
    this.#at = frame;
    this.#state = saved(this.#module, this.#live);
  }

  #advance(time: number): void {
    this.#module.call('tm_sim_advance', this.#module.call('tm_live_sim', this.#live), time);
  }
}
