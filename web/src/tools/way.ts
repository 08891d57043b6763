// way.ts: a direction given by a drag, in steps of 15 degrees unless Alt is held.
import type { Point } from '../view/geometry/camera';
import { isFar } from './common';
import type { Pointer } from './machine';

const STEP = Math.PI / 12;

/** `otherwise` where the pointer has not left its place. */
export function wayOf(start: Pointer, from: Point, pointer: Pointer, otherwise: number): number {
  if (!isFar(start, pointer)) {
    return otherwise;
  }
  const angle = Math.atan2(pointer.at.y - from.y, pointer.at.x - from.x);
  return pointer.alt ? angle : Math.round(angle / STEP) * STEP;
}

/** For hints. */
export function wayText(angle: number): string {
  return `${Math.round((angle * 1800) / Math.PI) / 10}°`;
}
