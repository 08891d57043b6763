// simulator.ts: a simulation of the core (tm_live_…) with what it remembers, for scrubbing back and
// going on from there. Runs in the worker; knows nothing of it.
import type { Module } from '../core/module';
import type { Frame, Values, World } from './protocol';
import { inputsOf, passOf, presentOf, Probe, restore, type Pass, saved, valuesOf } from './probe';
import { Recording, SAME_TIME } from './recording';

/** Outcomes of tmSimOutcome. */
const RUNS = 0;

/** So many values between two frames at most: texts may record every nanosecond. */
const MAX_BETWEEN = 1000;

/** A world of the run, and when it began [s]. */
interface Section extends World {
  readonly from: number;
}

export class Simulator {
  problem = '';
  /** What was monitored on the way of the last advance to its end. */
  between: readonly Values[] = [];
  readonly #module: Module;
  #live = 0;
  readonly #recording = new Recording();
  /** The worlds of the run up to now; the last one is that which runs. */
  #sections: Section[] = [];
  /** Those that came later before the run was taken back: they come again at their times. */
  #coming: Section[] = [];
  /** The frame that is shown, where it is not the last one. */
  #shown: Frame | null = null;
  /** The first that was. */
  #pass: Pass | null = null;
  /** What was asked for [s]: fixed steps end a little before it, and must not fall behind. */
  #target = 0;
  /** Whether something was done to the world since its last frame. */
  #isDisturbed = false;

  constructor(module: Module) {
    this.#module = module;
  }

  get frame(): Frame | null {
    return this.#shown ?? this.#recording.last;
  }

  /** Which bodies passed through each other up to the frame that is shown. */
  get pass(): string {
    return this.#pass && this.frame && this.#pass.time <= this.frame.time ? this.#pass.text : '';
  }

  get span(): readonly [number, number] {
    return [this.#recording.first?.time ?? 0, this.#recording.last?.time ?? 0];
  }

  start(world: World, poses: Float64Array): void {
    this.dispose();
    this.#recording.clear();
    this.#sections = [];
    this.#coming = [];
    this.#shown = null;
    this.#isDisturbed = false;
    this.#pass = null;
    this.#live = this.#make(world.text);
    if (this.#live !== 0) {
      this.#module.withDoubles(poses, (address) => this.#call('start', address, poses.length / 4));
      this.#target = this.#time();
      this.#sections.push({ ...world, from: this.#target });
      this.#remember();
    }
  }

  /** The world goes on with another text; what cannot run leaves the old one running. What was to come
   * again does not: the new text is what the person wants now. */
  update(world: World): void {
    this.#goOnFromShown();
    if (this.#live !== 0 && this.#enter({ ...world, from: this.#time() })) {
      this.#coming = [];
      this.#target = this.#time();
    }
  }

  advance(by: number): void {
    if (this.#live === 0 || this.problem !== '') {
      return;
    }
    this.#goOnFromShown();
    this.#target += by;
    for (let next = this.#coming[0]; next && next.from <= this.#target && !this.problem; next = this.#coming[0]) {
      this.#coming.shift();
      this.#advanceTo(next.from);
      if (!this.problem) {
        this.#enter(next);
      }
    }
    if (!this.problem) {
      this.#advanceTo(this.#target);
    }
  }

  /** Shows the remembered frame nearest to a time; the next advance goes on from there. */
  scrub(time: number): void {
    const nearest = this.#recording.nearest(time);
    // Where a slow world has frames that are farther apart than a step, one back is still one back.
    const isBack = nearest === this.frame && nearest !== null && time < nearest.time - SAME_TIME;
    const best = isBack ? this.#recording.before(nearest) : nearest;
    this.#shown = best !== this.#recording.last ? best : null;
    this.problem = '';
  }

  /** Frames at times of the run, as it went: what was shown, or computed again from the last frame before it. */
  sample(times: readonly number[]): Frame[] {
    const probe = new Probe(this.#module, (section) => this.#make(this.#sections.find((one) => one.section === section)?.text ?? ''));
    const problem = this.problem;
    try {
      return times.flatMap((time) => {
        const way = this.#recording.upTo(time);
        return way ? [Math.abs(way.frame.time - time) < SAME_TIME ? way.frame : probe.frameAt(way, time)] : [];
      });
    } finally {
      probe.dispose();
      this.problem = problem;
    }
  }

  setInput(index: number, value: number): void {
    this.#goOnFromShown();
    this.#module.call('tm_sim_set_input', this.#call('sim'), index, value);
    this.#isDisturbed = true;
  }

  pull(body: number, at: readonly [number, number], to: readonly [number, number]): void {
    this.#goOnFromShown();
    this.#call('pull', body, at[0], at[1], to[0], to[1]);
    this.#isDisturbed = true;
  }

  letGo(): void {
    this.#module.call('tm_sim_let_go', this.#call('sim'));
    this.#isDisturbed = true;
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
      module.must('tm_wasm_live_diagnostic', made);
      this.problem = module.output() || 'This world cannot be simulated.';
      module.call('tm_live_destroy', made);
      return 0;
    }
    return made;
  }

  #problem(): string {
    this.#module.must('tm_wasm_live_diagnostic', this.#live);
    return this.#module.output();
  }

  #remember(): void {
    this.#recording.add(presentOf(this.#module, this.#live, this.#sections.at(-1)?.section ?? 0), this.#save);
  }

  readonly #save = (): Uint8Array | null => saved(this.#module, this.#live);

  #advanceTo(time: number): void {
    if (this.#isDisturbed) {
      this.#recording.disturb(inputsOf(this.#module, this.#live), this.#save);
      this.#isDisturbed = false;
    }
    const values = this.#timesBefore(time).flatMap((one) => (this.#goTo(one) ? [valuesOf(this.#module, this.#live)] : []));
    if (!this.#goTo(time)) {
      this.problem = this.#problem() || 'The simulation has ended.';
    }
    // A fixed step ends before what was asked for: several times may be one.
    const isNew = ({ time: at }: Values, i: number) => at - (values[i - 1]?.time ?? -Infinity) > SAME_TIME && this.#time() - at > SAME_TIME;
    this.between = [...this.between, ...values.filter(isNew)];
    this.#remember();
  }

  /** Those that the text records between now and a time. What is computed does not depend on them: the core sees to that. */
  #timesBefore(time: number): readonly number[] {
    const [first, now] = [this.#sections[0]?.from ?? 0, this.#time()];
    const record = this.#sections.at(-1)?.record ?? 0;
    if (!(record > 0) || this.#module.call('tm_wasm_live_values', this.#live) === 0) {
      return [];
    }
    const step = record * Math.max(1, Math.ceil((time - now) / record / MAX_BETWEEN));
    const from = Math.floor((now - first) / step + SAME_TIME) + 1;
    const count = Math.max(0, Math.ceil((time - first) / step - SAME_TIME) - from);
    return Array.from({ length: count }, (_, k) => first + (from + k) * step);
  }

  /** Returns whether it still runs. */
  #goTo(time: number): boolean {
    if (this.#call('outcome') === RUNS) {
      this.#module.call('tm_sim_advance', this.#call('sim'), time);
      this.#pass ??= passOf(this.#module, this.#live);
    }
    return this.#call('outcome') === RUNS;
  }

  /** From now on it is this world that runs, as the present one is. Returns whether it can. */
  #enter(section: Section): boolean {
    const made = this.#make(section.text);
    const status = made === 0 ? 0 : this.#module.call('tm_live_take', made, this.#live);
    if (made === 0 || status !== 0) {
      this.problem ||= `The changed world cannot continue from here: ${this.#module.message(status)}`;
      this.#module.call('tm_live_destroy', made);
      return false;
    }
    this.#become(made);
    this.#sections.push(section);
    this.#remember();
    return true;
  }

  #become(live: number): void {
    this.#module.call('tm_live_destroy', this.#live);
    this.#live = live;
    this.#isDisturbed = false;
  }

  /** Back in earnest: the world and the state of the frame that is shown; what came behind it is
   * forgotten, but that other worlds came. */
  #goOnFromShown(): void {
    const shown = this.#shown;
    this.#shown = null;
    const way = shown && this.#recording.back(shown);
    if (!shown || !way) {
      return;
    }
    const isLater = ({ section }: Section) => section > shown.section;
    if (this.#sections.some(isLater)) {
      this.#coming = [...this.#sections.filter(isLater), ...this.#coming];
      this.#sections = this.#sections.filter((one) => !isLater(one));
      this.#become(this.#make(this.#sections.at(-1)?.text ?? ''));
    }
    const sim = this.#call('sim');
    restore(this.#module, this.#live, way.checkpoint);
    for (const time of way.times) {
      this.#module.call('tm_sim_advance', sim, time);
    }
    // Nobody holds now what was pulled then.
    this.#module.call('tm_sim_let_go', sim);
    this.#isDisturbed = true;
    this.#target = shown.time;
    this.#pass = this.#pass && this.#pass.time <= shown.time ? this.#pass : null;
  }
}
