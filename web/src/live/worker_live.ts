// worker_live.ts: the page's side of a simulation: asks the worker frame by frame, so that a world
// that is too slow for the clock runs slower and the page never waits.
import { Signal } from '../base/signal';
import type { App, Stage, Ui } from '../app';
import type { Core } from '../core/core';
import type { Doc } from '../document/doc';
import type { Live, LiveFacts, LiveFrame, LiveState } from './live';
import { liveText } from './live_text';
import type { Reply, Request } from './protocol';

/** One step by hand, and the most time that a frame of the page may take of the world [s]. */
const STEP = 1 / 60;
const FRAME_MOST = 0.05;

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

/** Inputs and monitors of the first `simulate` of a text, which is what runs. */
function factsOf(core: Core, text: string): LiveFacts {
  const first = core.sketch(text);
  const run = first.facts.runs.findIndex(({ kind }) => kind === 'simulate');
  const sketch = run === first.facts.run ? first : core.sketch(text, run);
  const { inputs, monitors } = sketch.facts;
  first.dispose();
  if (sketch !== first) {
    sketch.dispose();
  }
  return { inputs, monitors };
}

export class WorkerLive implements Live {
  readonly state = new Signal<LiveState>('off');
  readonly frame = new Signal<LiveFrame | null>(null);
  readonly facts = new Signal<LiveFacts>({ inputs: [], monitors: [] });
  readonly span = new Signal<{ readonly from: number; readonly to: number }>({ from: 0, to: 0 });
  readonly problem = new Signal('');
  readonly speed = { value: 1 };
  readonly #parts: LiveParts;
  #worker: Worker | null = null;
  /** Requests that were not answered yet. */
  #open = 0;
  #last = 0;
  #wantsToRun = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  start(): void {
    this.stop();
    const { core, doc, stage, ui } = this.#parts;
    const facts = stage.sketch.value?.facts;
    if (!facts) {
      return;
    }
    this.state.value = 'starting';
    this.#worker = this.#parts.makeWorker();
    this.#worker.onmessage = (event: MessageEvent<Reply>) => this.#take(event.data);
    this.#worker.onerror = (event) => this.#fail(event.message || 'the worker could not start');
    for (const [name, bytes] of this.#parts.files()) {
      this.#ask({ kind: 'file', name, bytes });
    }
    try {
      const text = liveText(core, doc.text.value, facts, ui.speed.value);
      this.facts.value = factsOf(core, text);
      this.#ask({ kind: 'start', text, poses: stage.poses.value });
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  run(): void {
    if (this.state.value === 'off' || this.state.value === 'failed') {
      return;
    }
    this.#wantsToRun = true;
    if (this.state.value === 'paused') {
      this.state.value = 'running';
      this.#last = performance.now();
      requestAnimationFrame(this.#tick);
    }
  }

  pause(): void {
    this.#wantsToRun = false;
    if (this.state.value === 'running') {
      this.state.value = 'paused';
    }
  }

  step(): void {
    this.pause();
    this.#ask({ kind: 'advance', by: STEP });
  }

  scrub(time: number): void {
    this.pause();
    if (this.#open < 2) {
      this.#ask({ kind: 'scrub', time });
    }
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

  update(text: string): void {
    const { core, stage, ui } = this.#parts;
    const facts = stage.facts.value;
    if (this.#worker && facts.good) {
      const next = liveText(core, text, facts, ui.speed.value);
      this.facts.value = factsOf(core, next);
      this.#ask({ kind: 'update', text: next });
    }
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#open = 0;
    this.#wantsToRun = false;
    this.problem.value = '';
    this.span.value = { from: 0, to: 0 };
    this.frame.value = null;
    if (this.state.value !== 'off') {
      this.state.value = 'off';
      this.#parts.stage.show(null);
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
    this.span.value = { from: reply.from, to: reply.to };
    this.problem.value = reply.problem;
    if (reply.frame) {
      this.frame.value = reply.frame;
      this.#parts.stage.show(reply.frame.poses);
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

  #fail(problem: string): void {
    this.problem.value = problem;
    this.#wantsToRun = false;
    if (this.state.value !== 'failed') {
      this.state.value = 'failed';
      this.#parts.say({ kind: 'error', text: problem });
    }
  }

  readonly #tick = (now: number): void => {
    if (this.state.value !== 'running') {
      return;
    }
    if (this.#open === 0) {
      const passed = Math.min((now - this.#last) / 1000, FRAME_MOST);
      this.#last = now;
      this.#ask({ kind: 'advance', by: passed * this.speed.value });
    }
    requestAnimationFrame(this.#tick);
  };
}
