// key_cursor.ts: the pointer of those who draw by keys: arrows move it, Enter clicks. Enter without a
// move before it is left to the tool, where it ends a chain.
import type { Point, Size } from '../view/geometry/camera';
import type { Key, PixelPointer } from './machine';

/** Pixels of an arrow key, and with Shift. */
const STEP = 10;
const FINE = 1;

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface Clicks {
  move(pointer: PixelPointer): void;
  down(pointer: PixelPointer): void;
  up(pointer: PixelPointer): void;
}

export class KeyCursor {
  #px: Point | null = null;
  #isAimed = false;

  /** The mouse moved: keys go on from there. */
  follow(px: Point): void {
    this.#px = px;
    this.#isAimed = false;
  }

  /** Returns whether the key was used. */
  key({ key, shift, alt, ctrl }: Key, size: Size, clicks: Clicks): boolean {
    const way = WAYS[key];
    if (way) {
      const step = shift ? FINE : STEP;
      const from = this.#px ?? { x: size.width / 2, y: size.height / 2 };
      const within = (value: number, max: number) => Math.min(Math.max(value, 0), max);
      this.#px = { x: within(from.x + way[0] * step, size.width), y: within(from.y + way[1] * step, size.height) };
      this.#isAimed = true;
    } else if (key !== 'Enter' || !this.#isAimed) {
      return false;
    }
    const px = this.#px ?? { x: 0, y: 0 };
    const pointer = { px, touch: false, shift: false, alt, ctrl, clicks: 1, again: false };
    clicks.move(pointer);
    if (!way) {
      this.#isAimed = false;
      clicks.down(pointer);
      clicks.up(pointer);
    }
    return true;
  }
}
