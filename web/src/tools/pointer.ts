// pointer.ts: binds the browser's events to the ToolBox: the left button and one finger work the
// tool, the middle button and Space with a drag pan, the wheel zooms. Moves are handed on once a
// frame. Two fingers are in pinch.ts.
import type { App } from '../app';
import { keepsKey } from '../actions/keys';
import { onAny } from '../base/signal';
import { zoomAt, type Camera, type Point } from '../view/geometry/camera';
import type { Key, PixelPointer, ToolBox } from './machine';
import { panned } from './pan';
import { Pinch } from './pinch';

/** Within so many milliseconds and pixels two clicks are a double click. */
const DOUBLE = { time: 400, far: 8 } as const;
/** Within so many milliseconds a press at the same place is meant for what is below. */
const AGAIN = 1500;
/** A finger that rests so long [ms] wants the menu, and nothing else. */
const LONG_PRESS = 550;
const LINE = 16;

export function bindPointer(app: App, box: ToolBox): void {
  const hands = new Hands(app, box);
  const stage = app.stageElement;
  stage.addEventListener('pointerdown', (event) => hands.down(event));
  stage.addEventListener('pointermove', (event) => hands.move(event));
  stage.addEventListener('pointerup', (event) => hands.up(event));
  stage.addEventListener('pointercancel', (event) => hands.lost(event));
  stage.addEventListener('pointerleave', () => hands.leave());
  // Against the browser's own scrolling by the middle button. Not on pointerdown: then no mouseup would come,
  // which is where a paste by that button is prevented (actions/clipboard.ts).
  stage.addEventListener('mousedown', (event) => hands.mouseDown(event));
  stage.addEventListener('wheel', (event) => hands.wheel(event), { passive: false });
  const keys = { capture: true };
  document.addEventListener('keydown', (event) => hands.key(event), keys);
  document.addEventListener('keyup', (event) => hands.keyUp(event), keys);
  window.addEventListener('blur', () => hands.blur());
  hands.showCursor();
  onAny([app.ui.tool, app.ui.hover], () => hands.showCursor());
}

class Hands {
  readonly #app: App;
  readonly #box: ToolBox;
  readonly #pinch: Pinch;
  #frame = 0;
  #waiting: PixelPointer | null = null;
  #pan: { readonly camera: Camera; readonly from: Point } | null = null;
  #space = false;
  /** The pointer that works the tool; -1: none. */
  #active = -1;
  #last = { time: -1e9, x: 0, y: 0, clicks: 0, again: false };
  #moved = false;

  constructor(app: App, box: ToolBox) {
    this.#app = app;
    this.#box = box;
    this.#pinch = new Pinch(app, () => box.size());
  }

  down(event: PointerEvent): void {
    const stage = this.#app.stageElement;
    // A focus that goes from a text by program counts as one by keys, unless the caller says otherwise.
    stage.focus({ preventScroll: true, focusVisible: false });
    if (event.pointerType === 'touch' && this.#pinch.down(event.pointerId, this.#at(event))) {
      this.#abandon();
      return;
    }
    this.#countClicks(event);
    const pointer = this.#pointer(event);
    this.#flush();
    if (event.button === 1 || (event.button === 0 && this.#space)) {
      stage.setPointerCapture(event.pointerId);
      this.#pan = { camera: this.#app.ui.camera.value, from: pointer.px };
    } else if (event.button === 0) {
      stage.setPointerCapture(event.pointerId);
      this.#active = event.pointerId;
      this.#moved = false;
      this.#box.move(pointer);
      this.#box.down(pointer);
    }
    this.showCursor();
  }

  mouseDown(event: MouseEvent): void {
    if (this.#pan) {
      event.preventDefault();
    }
  }

  move(event: PointerEvent): void {
    const at = this.#at(event);
    if (this.#pinch.move(event.pointerId, at)) {
      return;
    }
    if (this.#pan) {
      this.#app.ui.camera.value = panned(this.#pan.camera, this.#pan.from, at);
      return;
    }
    this.#moved ||= Math.hypot(at.x - this.#last.x, at.y - this.#last.y) > DOUBLE.far;
    this.#waiting = this.#pointer(event);
    this.#frame ||= requestAnimationFrame(() => this.#flush());
  }

  up(event: PointerEvent): void {
    if (this.#pinch.up(event.pointerId)) {
      return;
    }
    this.#flush();
    this.#pan = null;
    if (event.pointerId === this.#active) {
      this.#active = -1;
      const rested = event.pointerType === 'touch' && !this.#moved && event.timeStamp - this.#last.time > LONG_PRESS;
      if (rested) {
        this.#box.cancel();
      } else {
        this.#box.up(this.#pointer(event));
      }
    }
    this.showCursor();
  }

  lost(event: PointerEvent): void {
    this.#pinch.up(event.pointerId);
    this.#pan = null;
    this.#abandon();
  }

  leave(): void {
    if (this.#active < 0) {
      this.#drop();
      this.#box.leave();
    }
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const { camera } = this.#app.ui;
    const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : LINE);
    // A pinch on a trackpad comes as a wheel with Ctrl, in small steps.
    const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016));
    camera.value = zoomAt(camera.value, this.#box.size(), this.#at(event), factor);
  }

  key(event: KeyboardEvent): void {
    const target = event.target as Element | null;
    if (event.defaultPrevented || event.isComposing || keepsKey(target, event)) {
      return;
    }
    this.#space ||= event.key === ' ';
    const inPicture = target === this.#app.stageElement;
    if (!inPicture && (event.key === 'Tab' || event.key === 'Enter' || event.key.startsWith('Arrow'))) {
      return;
    }
    this.#flush();
    if (this.#box.key(keyOf(event))) {
      event.preventDefault();
    }
    this.showCursor();
  }

  keyUp(event: KeyboardEvent): void {
    this.#space &&= event.key !== ' ';
    this.showCursor();
  }

  blur(): void {
    this.#space = false;
  }

  showCursor(): void {
    const { style } = this.#app.stageElement;
    const [tool = '', state = ''] = this.#box.path.split('.');
    const hand = this.#space || tool === 'pan';
    const busy = this.#pan !== null || ['panning', 'dragging', 'shifting', 'reshaping', 'pulling'].includes(state);
    const over = tool === 'select' && this.#app.ui.hover.value !== null;
    style.cursor = busy ? 'grabbing' : hand || over ? 'grab' : tool === 'select' ? 'default' : 'crosshair';
  }

  #abandon(): void {
    this.#drop();
    this.#active = -1;
    this.#box.cancel();
  }

  #drop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#waiting = null;
  }

  #flush(): void {
    const pointer = this.#waiting;
    this.#drop();
    if (pointer) {
      this.#box.move(pointer);
    }
  }

  #countClicks(event: PointerEvent): void {
    const { x, y } = this.#at(event);
    const passed = Math.hypot(x - this.#last.x, y - this.#last.y) < DOUBLE.far ? event.timeStamp - this.#last.time : Infinity;
    const clicks = passed < DOUBLE.time ? this.#last.clicks + 1 : 1;
    this.#last = { time: event.timeStamp, x, y, clicks, again: passed < AGAIN };
  }

  #at(event: MouseEvent): Point {
    const box = this.#app.stageElement.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #pointer(event: PointerEvent): PixelPointer {
    const touch = event.pointerType === 'touch';
    const { clicks, again } = this.#last;
    return { px: this.#at(event), touch, shift: event.shiftKey, alt: event.altKey, ctrl: event.ctrlKey || event.metaKey, clicks, again };
  }
}

function keyOf(event: KeyboardEvent): Key {
  return { key: event.key, shift: event.shiftKey, alt: event.altKey, ctrl: event.ctrlKey || event.metaKey };
}
