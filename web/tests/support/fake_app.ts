// fake_app.ts: an App without core and page, of which a test can set every part.
import { Signal } from '../../src/base/signal';
import type { Action, App, Message, ToolInfo } from '../../src/app';
import { runAction } from '../../src/actions/index';
import type { Core, Sketch } from '../../src/core/core';
import type { Diagnosis, Move, SketchFacts } from '../../src/core/facts';
import type { Doc } from '../../src/document/doc';
import type { Live, LiveFrame, LiveState } from '../../src/live/live';
import { makeUi } from '../../src/transient/ui';

export interface FakeApp extends App {
  readonly said: string[];
  readonly sketchSignal: Signal<Sketch | null>;
  readonly liveState: Signal<LiveState>;
  readonly diagnosisSignal: Signal<Diagnosis | null>;
  readonly freshSignal: Signal<boolean>;
}

const done: Move = { outcome: 'done', miss: 0, reached: 1, doubt: '' };

export function fakeSketch(facts: SketchFacts, poses: Float64Array = new Float64Array(4 * facts.bodies.length)): Sketch {
  let part = 0;
  return {
    facts,
    poses: () => poses.slice(),
    posesBefore: () => new Float64Array(0),
    setPoses: (to) => (poses.set(to), true),
    reset: () => undefined,
    gaps: () => new Float64Array(facts.joints.length),
    isHeld: false,
    grab: () => true,
    drag: () => done,
    release: () => undefined,
    play: (to) => ((part = to), done),
    part: () => part,
    blocking: () => facts.joints.map(() => false),
    curves: () => [],
    monitors: (count) => facts.monitors.map(() => Float64Array.from({ length: count }, (_, k) => Math.sin((6.28 * k) / count))),
    rates: () => null,
    diagnosis: () => null,
    transmission: () => NaN,
    mobility: () => null,
    follow: () => done,
    modes: () => ({ poses: [poses, poses], present: 0, complete: true }),
    complete: () => [],
    took: 0,
    dispose: () => undefined,
  };
}

export function fakeDoc(text = ''): Doc {
  const content = new Signal(text);
  const past: string[] = [];
  const future: string[] = [];
  const canUndo = new Signal(false);
  const canRedo = new Signal(false);
  const go = (from: string[], to: string[]) => {
    to.push(content.value);
    content.value = from.pop() ?? content.value;
    canUndo.value = past.length > 0;
    canRedo.value = future.length > 0;
  };
  return {
    text: content,
    name: new Signal('four_bar.tml'),
    dirty: new Signal(false),
    canUndo,
    canRedo,
    undoLabel: new Signal(''),
    redoLabel: new Signal(''),
    mayWait: false,
    change(_label, to) {
      past.push(content.value);
      content.value = to;
      canUndo.value = true;
    },
    extend: (to) => (content.value = to),
    beside: () => undefined,
    begin: () => undefined,
    commit: () => undefined,
    cancel: () => undefined,
    inGesture: false,
    undo: () => go(past, future),
    redo: () => go(future, past),
    open: (_name, to) => (content.value = to),
    saved: () => undefined,
  };
}

function fakeLive(state: Signal<LiveState>): Live {
  return {
    state,
    frame: new Signal<LiveFrame | null>(null),
    facts: new Signal({ inputs: [], monitors: [], record: 0 }),
    span: new Signal({ from: 0, to: 0 }),
    problem: new Signal(''),
    pass: new Signal(''),
    start: () => (state.value = 'paused'),
    run: () => (state.value = 'running'),
    pause: () => (state.value = 'paused'),
    step: () => undefined,
    sample: () => Promise.resolve([]),
    scrub: () => undefined,
    speed: { value: 1 },
    pace: new Signal(0),
    pull: () => undefined,
    letGo: () => undefined,
    setInput: () => undefined,
    stop: () => (state.value = 'off'),
  };
}

export interface FakeParts {
  readonly facts: SketchFacts;
  readonly actions: ReadonlyMap<string, Action>;
  readonly tools?: readonly ToolInfo[];
  readonly core?: Core;
  readonly text?: string;
  readonly stageElement?: HTMLElement;
  readonly say?: (message: Message | string) => void;
}

export function fakeApp(parts: FakeParts): FakeApp {
  const sketchSignal = new Signal<Sketch | null>(fakeSketch(parts.facts));
  const liveState = new Signal<LiveState>('off');
  const diagnosisSignal = new Signal<Diagnosis | null>(null);
  const freshSignal = new Signal(true);
  const said: string[] = [];
  const app: FakeApp = {
    said,
    sketchSignal,
    liveState,
    diagnosisSignal,
    freshSignal,
    core: parts.core ?? ({} as Core),
    doc: fakeDoc(parts.text),
    stage: {
      sketch: sketchSignal,
      facts: new Signal(parts.facts),
      shown: new Signal(parts.facts),
      fresh: freshSignal,
      reading: new Signal(false),
      isLate: new Signal(false),
      settle: () => undefined,
      offers: () => [],
      poses: new Signal<Float64Array>(new Float64Array(4 * parts.facts.bodies.length)),
      diagnosis: diagnosisSignal,
      freedoms: new Signal(null),
      curves: new Signal<readonly Float64Array[]>([]),
      studyAgain: () => undefined,
      pull: () => undefined,
      show: () => undefined,
    },
    ui: makeUi(null),
    live: fakeLive(liveState),
    actions: parts.actions,
    tools: new Map((parts.tools ?? []).map((tool) => [tool.id, tool])),
    say: (message) => {
      said.push(typeof message === 'string' ? message : message.text);
      parts.say?.(message);
    },
    run: (id) => runAction(app, id),
    stageElement: parts.stageElement ?? ({ clientWidth: 800, clientHeight: 600, focus: () => undefined } as unknown as HTMLElement),
  };
  return app;
}
