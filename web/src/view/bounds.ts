// bounds.ts: what a picture must show, and the camera that shows it.
import type { SketchFacts } from '../core/facts';
import type { Camera, Size } from './camera';
import { bodyPoint } from './geometry';
import { lookup } from './lookup';
import { endPoint } from './places';

export interface Bounds {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Of outlines, points, joints and curves [m]; null where there is nothing. */
export function bounds(
  facts: SketchFacts,
  poses: Float64Array,
  curves: readonly Float64Array[] = [],
): Bounds | null {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  const take = (x: number, y: number): void => {
    if (Number.isFinite(x) && Number.isFinite(y)) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
    }
  };
  const takeLocal = (body: number, x: number, y: number): void => {
    const p = bodyPoint(poses, body, x, y);
    take(p.x, p.y);
  };
  const known = lookup(facts);
  for (const body of poses.length >= 4 * facts.bodies.length ? known.order : []) {
    for (const loop of known.chords[body]!) {
      for (let i = 0; i < loop.length; i += 2) {
        takeLocal(body, loop[i]!, loop[i + 1]!);
      }
    }
    facts.bodies[body]!.points.filter((p) => p.dx === 0 && p.dy === 0).forEach((p) => takeLocal(body, p.x, p.y));
  }
  for (const pair of poses.length > 0 ? facts.joints.flatMap((joint) => joint.pairs.slice(0, 1)) : []) {
    pair.filter((end) => end.dx === 0 && end.dy === 0).forEach((end) => {
      const p = endPoint(poses, end);
      take(p.x, p.y);
    });
  }
  for (const curve of curves) {
    for (let i = 0; i + 1 < curve.length; i += 2) {
      take(curve[i]!, curve[i + 1]!);
    }
  }
  return left <= right ? { left, bottom, right, top } : null;
}

/** What an empty picture shows: a hand's breadth. */
const EMPTY: Bounds = { left: -0.1, bottom: -0.06, right: 0.1, top: 0.06 };

/** The camera that shows the bounds with `margin` pixels around. */
export function fit(shown: Bounds | null, size: Size, margin = 56): Camera {
  const b = shown ?? EMPTY;
  const width = Math.max(size.width - 2 * margin, 0.5 * size.width, 1);
  const height = Math.max(size.height - 2 * margin, 0.5 * size.height, 1);
  const least = 1e-4;
  const scale = Math.min(width / Math.max(b.right - b.left, least), height / Math.max(b.top - b.bottom, least));
  return { x: (b.left + b.right) / 2, y: (b.bottom + b.top) / 2, scale };
}
