// driver.ts: works the tools without a browser: a real core, document and stage; pointer and keys are
// sent in world coordinates, millimetres.
import type { App, Message } from '../../../src/app';
import { actions, makeRegistry, runAction } from '../../../src/actions/index';
import { Signal } from '../../../src/base/signal';
import type { Core } from '../../../src/core/core';
import { emptyText } from '../../../src/document/edits';
import { TextDoc } from '../../../src/document/doc';
import type { Live, LiveFrame, LiveState } from '../../../src/live/live';
import { tools, type ToolRow } from '../../../src/tools/index';
import { ToolBox, type Canvas, type PixelPointer } from '../../../src/tools/machine';
import { DocStage } from '../../../src/transient/stage';
import { makeUi } from '../../../src/transient/ui';
import { toScreen } from '../../../src/view/geometry/camera';
import { bodyPoint } from '../../../src/view/geometry/geometry';

export type Held = Partial<Pick<PixelPointer, 'shift' | 'alt' | 'ctrl' | 'touch' | 'clicks' | 'again'>>;

export class Driver {
  readonly app: App;
  readonly doc: TextDoc;
  readonly stage: DocStage;
  readonly box: ToolBox;
  readonly said: Message[] = [];
  readonly calls: string[] = [];
  readonly liveState = new Signal<LiveState>('off');
  readonly canvas: Canvas = { size: { width: 800, height: 600 }, preview: null };

  constructor(core: Core, text = emptyText(), rows: readonly ToolRow[] = tools) {
    this.doc = new TextDoc('test.tml', text);
    this.stage = new DocStage(core, this.doc.text, () => () => undefined);
    const app: App = {
      core,
      doc: this.doc,
      stage: this.stage,
      ui: makeUi(null),
      live: this.#live(),
      actions: makeRegistry(rows, actions),
      tools: new Map(rows.map((tool) => [tool.id, tool])),
      say: (message) => this.said.push(typeof message === 'string' ? { text: message, kind: 'info' } : message),
      run: (id) => runAction(app, id),
      stageElement: { focus: () => undefined } as unknown as HTMLElement,
    };
    this.app = app;
    // 4 pixels a millimetre: 200 mm x 150 mm are seen.
    app.ui.camera.value = { x: 0, y: 0, scale: 4000 };
    this.box = new ToolBox(app, this.canvas, rows);
  }

  #live(): Live {
    const note = (name: string) => (...values: unknown[]) => void this.calls.push([name, ...values].join(' '));
    return {
      state: this.liveState,
      frame: new Signal<LiveFrame | null>(null),
      facts: new Signal({ inputs: [], monitors: [], record: 0 }),
      span: new Signal({ from: 0, to: 0 }),
      problem: new Signal(''),
      pass: new Signal(''),
      start: () => (this.liveState.value = 'paused'),
      run: () => (this.liveState.value = 'running'),
      pause: () => (this.liveState.value = 'paused'),
      step: note('step'),
      sample: () => Promise.resolve([]),
      scrub: note('scrub'),
      speed: { value: 1 },
      pace: new Signal(0),
      pull: note('pull'),
      letGo: note('letGo'),
      setInput: note('setInput'),
      stop: () => (this.liveState.value = 'off'),
    };
  }

  get path(): string {
    return this.box.path;
  }

  get hint(): string {
    return this.app.ui.hint.value;
  }

  get text(): string {
    return this.doc.text.value;
  }

  tool(id: string): this {
    this.app.ui.tool.value = id;
    return this;
  }

  #at(x: number, y: number, held: Held): PixelPointer {
    const px = toScreen(this.app.ui.camera.value, this.canvas.size, { x: x / 1000, y: y / 1000 });
    return { px, touch: false, shift: false, alt: false, ctrl: false, clicks: 1, again: false, ...held };
  }

  move(x: number, y: number, held: Held = {}): this {
    this.box.move(this.#at(x, y, held));
    return this;
  }

  down(x: number, y: number, held: Held = {}): this {
    this.box.move(this.#at(x, y, held));
    this.box.down(this.#at(x, y, held));
    return this;
  }

  up(x: number, y: number, held: Held = {}): this {
    this.box.up(this.#at(x, y, held));
    return this;
  }

  click(x: number, y: number, held: Held = {}): this {
    return this.down(x, y, held).up(x, y, held);
  }

  /** Presses, goes there in ten moves, and stays pressed. */
  pull(x: number, y: number, toX: number, toY: number, held: Held = {}): this {
    this.down(x, y, held);
    for (let k = 1; k <= 10; k++) {
      this.move(x + ((toX - x) * k) / 10, y + ((toY - y) * k) / 10, held);
    }
    return this;
  }

  drag(x: number, y: number, toX: number, toY: number, held: Held = {}): this {
    return this.pull(x, y, toX, toY, held).up(toX, toY, held);
  }

  key(key: string, held: Held = {}): boolean {
    return this.box.key({ key, shift: false, alt: false, ctrl: false, ...held });
  }

  /** A point of a body as shown, in millimetres. */
  place(body: string, point: string): readonly [number, number] {
    const facts = this.stage.sketch.value?.facts;
    const index = facts?.bodies.findIndex((one) => one.name === body) ?? -1;
    const found = facts?.bodies[index]?.points.find((one) => one.name === point);
    if (!found) {
      throw new Error(`There is no ${body}.${point}.`);
    }
    const at = bodyPoint(this.stage.poses.value, index, found.x, found.y);
    return [at.x * 1000, at.y * 1000];
  }

  mobility(): number {
    return this.stage.sketch.value?.diagnosis()?.mobility ?? -1;
  }

  get joints(): readonly string[] {
    return this.stage.sketch.value?.facts.joints.map((joint) => joint.kind) ?? [];
  }

  undoAll(): this {
    while (this.doc.canUndo.value) {
      this.doc.undo();
    }
    return this;
  }
}

/** A crank-rocker by clicks: ground 80 mm, crank 20, coupler 72.1, rocker 50 (near enough). */
export function drawFourBar(driver: Driver): Driver {
  return driver.tool('bar').click(-40, 0).click(-40, 20).click(30, 40).click(40, 0).click(40, 0);
}
