// sketch.ts: a sketch of the core (tm_sketch_…): a text with its world, assembled.
import { CoreError, type Sketch, type SketchCopy } from './core';
import type { Diagnosis, Mobility, Move, Offer, SketchFacts, Span } from './facts';
import type { Module } from './module';
import { Offsets } from './offsets';

const POSE = 4;
const OUTCOMES = ['done', 'fold', 'inconsistent', 'not converged', 'stretched'] as const;
const NOT_MOVED: Move = { outcome: 'not converged', miss: 0, reached: 0, doubt: '' };
/** TM_PROOF_WHOLE. */
const CERTIFIED = 1;
/** What is made, or null where the core refuses, most likely for lack of memory; `refused` gets its words. */
function orRefused<T>(make: () => T, refused: (message: string) => void): T | null {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof CoreError)) {
      throw error;
    }
    refused(error.message);
    return null;
  }
}

const NO_ARRAYS = {
  drives: [],
  frames: 0,
  onBreak: 'limit',
  traces: [],
  monitors: [],
  inputs: [],
  record: 0,
} as const;

/** Byte ranges [first, behind the last] become spans of the string, wherever they stand. */
function putSpans(value: unknown, offsets: Offsets): void {
  if (Array.isArray(value)) {
    if (typeof value[0] === 'object') {
      value.forEach((item) => putSpans(item, offsets));
    }
  } else if (value !== null && typeof value === 'object') {
    const fields = value as Record<string, unknown>;
    for (const [key, item] of Object.entries(fields)) {
      if ((key === 'span' || key === 'typeSpan') && Array.isArray(item)) {
        fields[key] = offsets.span(item as [number, number]);
      } else {
        putSpans(item, offsets);
      }
    }
  }
}

/** What is asked so leaves a sketch as it was made. */
const READS: ReadonlySet<string> = new Set(['poses', 'gaps', 'model', 'document', 'destroy']);

interface Making {
  readonly run: number;
  /** Gets the sketch in place of its end, if it is as it was made. */
  readonly giveBack?: (sketch: CoreSketch) => void;
}

export class CoreSketch implements Sketch {
  readonly #module: Module;
  readonly #source: string;
  readonly #making: Making | null;
  #isNew = true;
  #took = 0;
  /** 0: the core has refused the text, and does nothing when it is called for it. */
  #sketch: number;
  readonly #offsets: Offsets;
  #facts: SketchFacts | null = null;
  #isHeld = false;
  #before: Float64Array | null = null;

  /** Reads the text, or takes over what was made of it in the module's memory. */
  constructor(module: Module, source: string, from: Making | SketchCopy) {
    this.#module = module;
    this.#source = source;
    this.#making = 'memory' in from ? null : from;
    this.#offsets = new Offsets(source);
    if ('memory' in from) {
      this.#sketch = from.address;
      this.#facts = from.facts;
      return;
    }
    const { run } = from;
    const start = performance.now();
    const make = () =>
      module.withText(source, (address, length) => module.made((place) => module.call('tm_wasm_sketch', address, length, run, place)));
    this.#sketch = orRefused(make, (message) => this.#refuse(message)) ?? 0;
    this.#took = performance.now() - start;
  }

  get took(): number {
    return this.#took;
  }

  isOf(source: string, run: number): boolean {
    return this.#source === source && this.#making?.run === run;
  }

  /** What cannot be made has one error: callers that hold a text show it like any other of its errors. */
  #refuse(message: string): void {
    const place = { file: null, span: null, line: 0, column: 0 };
    const diag = { ...place, severity: 'error', message, hint: 'use fewer parts', related: null, parts: [] } as const;
    this.#facts = { ...NO_ARRAYS, good: false, diags: [diag], runs: [], run: -1, world: null, bodies: [], joints: [] };
  }

  /** Made when they are first asked for: callers who want poses alone need not wait for them. */
  get facts(): SketchFacts {
    return this.#facts ?? this.#told();
  }

  #told(): SketchFacts {
    const start = performance.now();
    const write = () => (this.#module.must('tm_wasm_sketch_json', this.#sketch), this.#module.output());
    const text = orRefused(write, (message) => {
      this.destroy();
      this.#sketch = 0;
      this.#refuse(message);
    });
    if (text !== null) {
      const told = JSON.parse(text) as SketchFacts;
      putSpans(told, this.#offsets);
      this.#facts = { ...NO_ARRAYS, ...told };
    }
    this.#took += performance.now() - start;
    return this.#facts!;
  }

  poses(): Float64Array {
    return this.#posesAt(this.#call('poses'));
  }

  posesBefore(): Float64Array {
    return this.#before ?? this.poses();
  }

  setPoses(poses: Float64Array, settled = false): boolean {
    this.#before = settled ? null : this.posesBefore();
    return (
      poses.length === POSE * this.#bodyCount() &&
      this.#module.withDoubles(poses, (address) => this.#call('set_poses', address)) === 0
    );
  }

  reset(): void {
    this.#before = null;
    this.#call('reset');
  }

  gaps(): Float64Array {
    const count = this.#module.call('tm_model_joint_count', this.#call('model'));
    return this.#filled('gaps', count) ?? new Float64Array(0);
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  grab(body: number, x: number, y: number, held: readonly number[] = []): boolean {
    this.#before ??= this.poses();
    this.#isHeld = this.#module.withMemory(4 * held.length, (address) => {
      this.#module.words(address, held.length).set(held);
      return this.#call('grab', body, x, y, address, held.length) === 0;
    });
    return this.#isHeld;
  }

  drag(x: number, y: number): Move {
    return this.#move('drag', x, y);
  }

  release(): void {
    this.#isHeld = false;
    this.#call('release');
  }

  play(part: number): Move {
    this.#before = null;
    return this.#move('play', part);
  }

  part(): number {
    return this.#filled('part', 1)?.[0] ?? 0;
  }

  blocking(): boolean[] {
    const count = this.facts.joints.length;
    return this.#module.withMemory(count, (address) =>
      this.#call('blocking', address) === 0
        ? Array.from(this.#module.bytes.subarray(address, address + count), (byte) => byte !== 0)
        : [],
    );
  }

  curves(count: number): Float64Array[] {
    return this.#sweep('curves', this.facts.traces.length, count, 2 * count);
  }

  monitors(count: number): Float64Array[] {
    const last = this.facts.monitors.at(-1);
    return this.#sweep('monitors', last ? last.first + last.size : 0, count, count);
  }

  rates(rate: number): Float64Array | null {
    return this.#module.filled(6 * this.facts.bodies.length, (address) =>
      this.#call('rates', rate, address),
    );
  }

  diagnosis(): Diagnosis | null {
    this.#isNew = false;
    const status = this.#module.call('tm_wasm_sketch_diagnosis', this.#sketch);
    return status === 0 ? (JSON.parse(this.#module.output()) as Diagnosis) : null;
  }

  transmission(pins: readonly number[], poses: Float64Array): number {
    if (poses.length !== POSE * this.#bodyCount()) {
      return NaN;
    }
    const bytes = new Uint8Array(Int32Array.from(pins).buffer);
    return this.#module.withBytes(bytes, (joints) => this.#module.withDoubles(poses, (address) => this.#call('transmission', joints, address)));
  }

  mobility(): Mobility | null {
    return this.#module.withMemory(8, (address) => {
      const status = this.#call('mobility', address, address + 4);
      const [mobility = 0, count = 0] = new Int32Array(this.#module.words(address, 2));
      return status === 0 ? { mobility, count } : null;
    });
  }

  follow(motion: number, way: number): Move {
    return this.#move('follow', motion, way);
  }

  modes(): { poses: Float64Array[]; present: number; complete: boolean } {
    const found = this.#module.withMemory(8, (address) => {
      const status = this.#call('find_modes', address, address + 4);
      const count = status === 0 ? (this.#module.words(address, 1)[0] ?? 0) : 0;
      return { count, complete: this.#module.bytes[address + 4] !== 0 };
    });
    const poses = Array.from({ length: found.count }, (_, i) => this.#posesAt(this.#call('mode', i)));
    return { poses, present: this.#call('present_mode'), complete: found.complete };
  }

  complete(offset: number): Offer[] {
    const document = this.#call('document');
    const at = this.#offsets.toByte(offset);
    if (this.#module.call('tm_wasm_complete', document, at) !== 0) {
      return [];
    }
    const fields = this.#module.output().split('\0');
    const offers: Offer[] = [];
    for (let i = 0; i + 4 < fields.length; i += 5) {
      const [kind = '', start = '', length = '', text = '', help = ''] = fields.slice(i, i + 5);
      const span: Span = this.#offsets.span([Number(start), Number(start) + Number(length)]);
      offers.push({ kind, text, help, span });
    }
    return offers;
  }

  /** For another instance of the module. */
  copy(source: string): SketchCopy {
    return { source, facts: this.facts, memory: this.#module.bytes.slice().buffer, address: this.#sketch };
  }

  dispose(): void {
    if (this.#isNew && this.#sketch !== 0 && this.#making?.giveBack) {
      this.#making.giveBack(this);
    } else {
      this.destroy();
    }
  }

  /** Its end; `dispose` may give it back. */
  destroy(): void {
    this.#call('destroy');
  }

  #call(name: string, ...args: number[]): number {
    this.#isNew &&= READS.has(name);
    return this.#module.call(`tm_sketch_${name}`, this.#sketch, ...args);
  }

  #bodyCount(): number {
    return this.#module.call('tm_model_body_count', this.#call('model'));
  }

  #posesAt(address: number): Float64Array {
    const count = POSE * this.#bodyCount();
    return address === 0 ? new Float64Array(0) : this.#module.doubles(address, count).slice();
  }

  #filled(name: string, count: number): Float64Array | null {
    return this.#module.filled(count, (address) => this.#call(name, address));
  }

  /** Calls a function that ends with a tmSolveInfo. */
  #move(name: string, ...args: number[]): Move {
    return this.#module.withMemory(64, (address) => {
      if (this.#call(name, ...args, address) !== 0) {
        return NOT_MOVED;
      }
      // tmSolveInfo: outcome, residual at 8, miss at 16, iterations at 24, reached at 32, proof at 40.
      const outcome = OUTCOMES[this.#module.words(address, 1)[0] ?? 0] ?? 'not converged';
      const proof = this.#module.words(address + 40, 1)[0] ?? 0;
      const doubt = proof === CERTIFIED ? '' : this.#module.textAt(this.#module.call('tm_proof_text', proof));
      const numbers = this.#module.doubles(address, 5);
      return { outcome, miss: numbers[2] ?? 0, reached: numbers[4] ?? 0, doubt };
    });
  }

  #sweep(name: string, rows: number, count: number, width: number): Float64Array[] {
    const all = rows === 0 ? null : this.#module.filled(rows * width, (address) =>
      this.#call(name, count, address),
    );
    return all ? Array.from({ length: rows }, (_, i) => all.slice(i * width, (i + 1) * width)) : [];
  }
}
