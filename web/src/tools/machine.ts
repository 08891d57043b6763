// machine.ts: tools as small state machines. The ToolBox holds the present state and hands events to
// it; they come with places in the world and in pixels, so that tests need no browser.
import type { App } from '../app';
import { toWorld, type Point, type Size } from '../view/geometry/camera';
import type { PreviewShape } from '../view/preview';
import { KeyCursor } from './key_cursor';

/** Where the pointer is and what is held beside it. */
export interface Pointer {
  /** In the world [m]. */
  readonly at: Point;
  /** In the picture, from its upper left corner. */
  readonly px: Point;
  readonly touch: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly ctrl: boolean;
  /** Clicks in short order: 2 for a double click. */
  readonly clicks: number;
  /** Whether the press before this one was at the same place, a moment ago. */
  readonly again: boolean;
}

/** What comes from the browser; the place in the world follows from the camera. */
export type PixelPointer = Omit<Pointer, 'at'>;

export interface Key {
  /** As KeyboardEvent.key. */
  readonly key: string;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly ctrl: boolean;
}

/** One state of a tool. What it does not handle does nothing. */
export interface State {
  readonly name: string;
  enter?(): void;
  move?(pointer: Pointer): void;
  down?(pointer: Pointer): void;
  up?(pointer: Pointer): void;
  /** Esc, or the system took the pointer away: back to before the gesture. */
  cancel?(): void;
  /** Another tool is chosen or the document changed under it; without it as cancel. */
  interrupt?(): void;
  /** Returns whether the key was used. */
  key?(key: Key): boolean;
  exit?(): void;
}

/** What is needed to ask what is where in the picture. */
export interface Sight {
  readonly app: App;
  /** Of the picture [px]. */
  size(): Size;
}

/** What states work with. */
export interface Bench extends Sight {
  preview(shapes: readonly PreviewShape[]): void;
  /** What was said once and need not be said again of this document. */
  readonly told: Set<string>;
  /** To another state of the tool. */
  go(state: State): void;
  /** To the first state of the tool. */
  home(): void;
}

export interface Tool {
  readonly id: string;
  /** Whether it can be used while a simulation is on. */
  readonly live?: boolean;
  /** The first state. */
  start(bench: Bench): State;
}

/** What the ToolBox needs of the picture. */
export interface Canvas {
  readonly size: Size;
  preview: { readonly shapes: readonly PreviewShape[] } | null;
}

export class ToolBox implements Bench {
  readonly app: App;
  readonly told = new Set<string>();
  readonly #canvas: Canvas;
  readonly #tools: ReadonlyMap<string, Tool>;
  #tool: Tool;
  #state: State;
  #isLive = false;
  readonly #cursor = new KeyCursor();

  constructor(app: App, canvas: Canvas, tools: readonly Tool[]) {
    this.app = app;
    this.#canvas = canvas;
    this.#tools = new Map(tools.map((tool) => [tool.id, tool]));
    this.#tool = this.#chosen();
    this.#state = this.#tool.start(this);
    this.#state.enter?.();
    app.ui.tool.subscribe(() => this.#change());
    app.live.state.subscribe((state) => this.#onLive(state !== 'off'));
    app.doc.name.subscribe(() => {
      this.told.clear();
      this.interrupt();
    });
  }

  /** Such as 'select.dragging'. */
  get path(): string {
    return `${this.#tool.id}.${this.#state.name}`;
  }

  size(): Size {
    return this.#canvas.size;
  }

  preview(shapes: readonly PreviewShape[]): void {
    this.#canvas.preview = shapes.length > 0 ? { shapes } : null;
  }

  go(state: State): void {
    this.#state.exit?.();
    this.#state = state;
    this.preview([]);
    this.app.ui.hint.value = '';
    state.enter?.();
  }

  home(): void {
    this.go(this.#tool.start(this));
  }

  move(pointer: PixelPointer): void {
    this.#cursor.follow(pointer.px);
    this.#state.move?.(this.#placed(pointer));
  }

  down(pointer: PixelPointer): void {
    if (this.app.live.state.value !== 'off' && !this.#tool.live) {
      this.#refuseLive();
      return;
    }
    this.#state.down?.(this.#placed(pointer));
  }

  up(pointer: PixelPointer): void {
    this.#state.up?.(this.#placed(pointer));
  }

  cancel(): void {
    this.#state.cancel?.();
  }

  /** The pointer is out of the picture: what it pointed at is no longer shown. */
  leave(): void {
    this.preview([]);
    this.app.ui.hint.value = '';
    this.app.ui.hover.value = null;
  }

  interrupt(): void {
    const state = this.#state;
    (state.interrupt ?? state.cancel)?.call(state);
  }

  /** Returns whether the key was used; Esc in the first state of a tool leads back to 'select'. */
  key(key: Key): boolean {
    if (key.key !== 'Escape') {
      return this.#draw(key) || (this.#state.key?.(key) ?? false);
    }
    const before = this.#state;
    this.cancel();
    if (before === this.#state || this.#state.name === before.name) {
      return this.#leave();
    }
    return true;
  }

  /** Arrows and Enter stand for the pointer of tools that draw. */
  #draw(key: Key): boolean {
    const draws = this.#tool.id !== 'select' && this.#tool.id !== 'pan';
    const clicks = {
      move: (pointer: PixelPointer) => {
        this.app.ui.keyPointer.value = pointer.px;
        this.#state.move?.(this.#placed(pointer));
      },
      down: (pointer: PixelPointer) => this.down(pointer),
      up: (pointer: PixelPointer) => this.up(pointer),
    };
    return draws && this.#cursor.key(key, this.size(), clicks);
  }

  #leave(): boolean {
    if (this.#tool.id !== 'select') {
      this.app.ui.tool.value = 'select';
      return true;
    }
    const had = this.app.ui.selection.value.length > 0;
    this.app.ui.selection.value = [];
    return had;
  }

  #placed(pointer: PixelPointer): Pointer {
    return { ...pointer, at: toWorld(this.app.ui.camera.value, this.size(), pointer.px) };
  }

  #chosen(): Tool {
    const tool = this.#tools.get(this.app.ui.tool.value) ?? this.#tools.get('select');
    if (!tool) {
      throw new Error('There is no tool to select with.');
    }
    return tool;
  }

  #change(): void {
    this.interrupt();
    this.#tool = this.#chosen();
    this.app.ui.hover.value = null;
    this.home();
  }

  #onLive(isLive: boolean): void {
    if (isLive !== this.#isLive) {
      this.#isLive = isLive;
      this.interrupt();
    }
  }

  #refuseLive(): void {
    this.app.say({
      text: 'The simulation is on: balls, boxes and floors can be dropped in. Go back to kinematics to draw.',
      kind: 'info',
      action: { label: 'Back', perform: () => this.app.live.stop() },
    });
  }
}
