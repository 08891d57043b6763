// pinch.ts: two fingers move and zoom the picture; what was under them stays under them.
import type { App } from '../app';
import { zoomAt, type Point, type Size } from '../view/geometry/camera';
import { panned } from './pan';

export class Pinch {
  readonly #app: App;
  readonly #size: () => Size;
  readonly #fingers = new Map<number, Point>();
  /** From the second finger until all are gone. */
  #isOn = false;

  constructor(app: App, size: () => Size) {
    this.#app = app;
    this.#size = size;
  }

  /** Returns whether this finger is not for the tool. */
  down(finger: number, at: Point): boolean {
    this.#fingers.set(finger, at);
    this.#isOn ||= this.#fingers.size === 2;
    return this.#isOn;
  }

  move(finger: number, at: Point): boolean {
    const before = this.#fingers.get(finger);
    const other = [...this.#fingers].find(([number]) => number !== finger)?.[1];
    if (before === undefined) {
      return false;
    }
    this.#fingers.set(finger, at);
    if (this.#isOn && other) {
      this.#turn(other, before, at);
    }
    return this.#isOn;
  }

  up(finger: number): boolean {
    const was = this.#isOn && this.#fingers.has(finger);
    this.#fingers.delete(finger);
    this.#isOn &&= this.#fingers.size > 0;
    return was;
  }

  #turn(other: Point, before: Point, at: Point): void {
    const { camera } = this.#app.ui;
    const middle = (p: Point): Point => ({ x: (p.x + other.x) / 2, y: (p.y + other.y) / 2 });
    const far = (p: Point): number => Math.max(Math.hypot(p.x - other.x, p.y - other.y), 1);
    const moved = panned(camera.value, middle(before), middle(at));
    camera.value = zoomAt(moved, this.#size(), middle(at), far(at) / far(before));
  }
}
