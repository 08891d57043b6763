// worker_live.ts: the page's side of a simulation: asks the worker frame by frame, so that a world
// that is too slow for the clock runs slower and the page never waits.
import { Signal } from '../base/signal';
import type { App, Stage, Ui } from '../app';
import type { Core } from '../core/core';
import type { Doc } from '../document/doc';
import type { Live, LiveFacts, LiveFrame, LiveState } from './live';
import type { Frame, Reply, Request, Values, World } from './protocol';
import { Pace } from './pace';
import { comesAgain, makeSection, type Section } from './sections';

/** One step by hand, and the most time that a frame of the page may take of the world [s]. */
const STEP = 1 / 60;
const MAX_FRAME = 0.05;

const NOTHING: LiveFacts = { inputs: [], monitors: [], record: 0 };

export interface LiveParts {
  readonly core: Core;
  readonly doc: Doc;
  readonly stage: Stage;
  readonly ui: Ui;
  readonly say: App['say'];
  /** Files that texts include, for the worker's core. */
  readonly files: () => Iterable<readonly [string, Uint8Array]>;
  readonly makeWorker: () => Worker;
}

export class WorkerLive implements Live {
  readonly state = new Signal<LiveState>('off');
  readonly frame = new Signal<LiveFrame | null>(null);
  readonly facts = new Signal<LiveFacts>(NOTHING);
  readonly span = new Signal<{ readonly from: number; readonly to: number }>({ from: 0, to: 0 });
  readonly problem = new Signal('');
  readonly pass = new Signal('');
  readonly speed = { value: 1 };
  readonly pace = new Signal(0);
  readonly #pace = new Pace();
  readonly #parts: LiveParts;
  #worker: Worker | null = null;
  /** The worlds that it was asked to run, in this order. */
  #sections: Section[] = [];
  /** That of the frame that is shown. */
  #now = 0;
  /** Requests that were not answered yet. */
  #open = 0;
  #last = 0;
  #wantsToRun = false;
  /** Who waits for samples, in the order of their requests. */
  readonly #samples: { resolve(frames: readonly LiveFrame[]): void; reject(error: Error): void }[] = [];
  /** Whether the line at the foot may say why the last run failed. */
  #saidWhy = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    parts.stage.sketch.subscribe(() => this.#update());
  }

  start(): void {
    this.stop();
    if (!this.#parts.stage.sketch.value) {
      return;
    }
    this.state.value = 'starting';
    this.#worker = this.#parts.makeWorker();
    this.#worker.onmessage = (event: MessageEvent<Reply>) => this.#take(event.data);
    this.#worker.onerror = (event) => this.#fail(event.message || 'the worker could not start');
    for (const [name, bytes] of this.#parts.files()) {
      this.#ask({ kind: 'file', name, bytes });
    }
    this.#begin((world) => ({ kind: 'start', world, poses: this.#parts.stage.poses.value }));
  }

  run(): void {
    if (this.state.value === 'off' || this.state.value === 'failed') {
      return;
    }
    this.#wantsToRun = true;
    if (this.#saidWhy) {
      this.#saidWhy = false;
      this.#parts.say('');
    }
    if (this.state.value === 'paused') {
      this.#tellWhatComes();
      this.state.value = 'running';
      this.#last = performance.now();
      this.#pace.begin(this.#last / 1000);
      requestAnimationFrame(this.#tick);
    }
  }

  pause(): void {
    this.#wantsToRun = false;
    if (this.state.value === 'running') {
      this.state.value = 'paused';
    }
  }

  step(frames: 1 | -1 = 1): void {
    if (frames < 0) {
      this.scrub(Math.max(this.span.value.from, (this.frame.value?.time ?? 0) - STEP));
      return;
    }
    this.pause();
    this.#ask({ kind: 'advance', by: STEP });
  }

  scrub(time: number): void {
    this.pause();
    if (this.#open < 2) {
      this.#ask({ kind: 'scrub', time });
    }
  }

  sample(times: readonly number[]): Promise<readonly LiveFrame[]> {
    this.pause();
    return new Promise((resolve, reject) => {
      if (!this.#worker) {
        reject(new Error('The simulation has ended.'));
        return;
      }
      this.#samples.push({ resolve, reject });
      this.#ask({ kind: 'sample', times });
    });
  }

  pull(body: number, x: number, y: number, toX: number, toY: number): void {
    this.#ask({ kind: 'pull', body, at: [x, y], to: [toX, toY] });
  }

  letGo(): void {
    this.#ask({ kind: 'let go' });
  }

  setInput(index: number, value: number): void {
    this.#ask({ kind: 'input', index, value });
  }

  stop(): void {
    this.#samples.splice(0).forEach(({ reject }) => reject(new Error('The simulation has ended.')));
    this.#worker?.terminate();
    this.#worker = null;
    this.#sections = [];
    this.#now = 0;
    this.#open = 0;
    this.#wantsToRun = false;
    this.problem.value = '';
    this.pass.value = '';
    this.pace.value = 0;
    this.span.value = { from: 0, to: 0 };
    this.frame.value = null;
    this.facts.value = NOTHING;
    if (this.state.value !== 'off') {
      this.state.value = 'off';
      this.#parts.say(''); // what was said of the simulation
      this.#parts.stage.show(null);
    }
  }

  /** The world goes on with the document as it is now. */
  #update(): void {
    if (this.#worker && this.#parts.stage.fresh.value) {
      this.#begin((world) => ({ kind: 'update', world }));
    }
  }

  /** Asks for a world of the present text, unless that is the last one that was asked for. What was to
   * come after the frame that is shown is no more. */
  #begin(request: (world: World) => Request): void {
    const { core, doc, stage, ui } = this.#parts;
    const [sketch, last] = [stage.sketch.value, this.#sections.at(-1)];
    try {
      const section = (last?.section ?? 0) + 1;
      const made = sketch && makeSection(core, doc.text.value, sketch, section, ui.speed.value);
      if (made && made.text !== last?.text) {
        this.#sections = [...this.#sections.filter((one) => one.section <= this.#now || one.from === null), made];
        this.#ask(request({ section, text: made.text, record: made.record }));
      }
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  #tellWhatComes(): void {
    const [now, next] = this.#sections.filter((one) => one.section >= this.#now && one.from !== null);
    if (now && next) {
      this.#parts.say(comesAgain(now, next));
    }
  }

  #ask(request: Request): void {
    if (this.#worker) {
      this.#open++;
      this.#worker.postMessage(request);
    }
  }

  #take(reply: Reply): void {
    this.#open--;
    if (reply.samples) {
      this.#samples.shift()?.resolve(reply.samples.flatMap((frame) => this.#live(frame) ?? []));
      return;
    }
    this.span.value = { from: reply.from, to: reply.to };
    this.problem.value = reply.problem;
    if (reply.pass && !this.pass.value) {
      this.#parts.say({ kind: 'warning', text: reply.pass, stays: true });
    }
    this.pass.value = reply.pass;
    if (reply.frame) {
      this.#show(reply.frame, reply.between);
    }
    if (reply.problem !== '') {
      this.#fail(reply.problem);
    } else if (this.state.value === 'starting' && reply.frame) {
      this.state.value = 'paused';
      if (this.#wantsToRun) {
        this.run();
      }
    } else if (this.state.value === 'failed') {
      this.state.value = 'paused'; // scrubbed back to before it failed
    }
  }

  #live(frame: Frame): LiveFrame | null {
    const section = this.#sections.find((one) => one.section === frame.section);
    return section ? { ...frame, facts: section.shown, between: [] } : null;
  }

  #show(frame: Frame, between: readonly Values[]): void {
    const section = this.#sections.find((one) => one.section === frame.section);
    if (section) {
      this.#now = section.section;
      section.from ??= frame.time;
      this.facts.value = section.facts;
      this.frame.value = { ...frame, facts: section.shown, between };
      this.#parts.stage.show(frame.poses, section.shown);
    }
  }

  #fail(problem: string): void {
    this.problem.value = problem;
    this.#wantsToRun = false;
    if (this.state.value !== 'failed') {
      this.state.value = 'failed';
      this.#saidWhy = true;
      this.#parts.say({ kind: 'error', text: problem, stays: true });
    }
  }

  readonly #tick = (now: number): void => {
    if (this.state.value !== 'running') {
      return;
    }
    let by = 0;
    if (this.#open === 0) {
      // The time of a frame of the page may lie before that of the press that set the world going.
      by = Math.min(Math.max((now - this.#last) / 1000, 0), MAX_FRAME) * this.speed.value;
      this.#last = now;
      this.#ask({ kind: 'advance', by });
    }
    if (this.#pace.add(now / 1000, by, this.speed.value)) {
      this.pace.value = this.#pace.value;
    }
    requestAnimationFrame(this.#tick);
  };
}
