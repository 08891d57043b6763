// bounds.ts: what a picture must show, and the camera that shows it.
import type { SketchFacts } from '../core/facts';
import type { Camera, Size } from './geometry/camera';
import { arcOf, bodyPoint } from './geometry/geometry';
import { isAxis, lookup } from './geometry/lookup';
import { groundSymbol } from './draw/pins';
import { endPoint } from './geometry/places';
import { plateOf } from './geometry/plates';

export interface Bounds {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export function union(a: Bounds, b: Bounds): Bounds {
  return {
    left: Math.min(a.left, b.left),
    bottom: Math.min(a.bottom, b.bottom),
    right: Math.max(a.right, b.right),
    top: Math.max(a.top, b.top),
  };
}

/** Grows with what it takes. */
class Box {
  left = Infinity;
  bottom = Infinity;
  right = -Infinity;
  top = -Infinity;

  /** NaN, of what is not reached, is left out. */
  take({ x, y }: { readonly x: number; readonly y: number }): void {
    if (Number.isFinite(x) && Number.isFinite(y)) {
      this.left = Math.min(this.left, x);
      this.right = Math.max(this.right, x);
      this.bottom = Math.min(this.bottom, y);
      this.top = Math.max(this.top, y);
    }
  }

  get isEmpty(): boolean {
    return !(this.left <= this.right);
  }
}

/** Of a body as it is seen: of its outline, arcs to their outermost; of one without, of its points [m]. */
export function bodyBounds(facts: SketchFacts, poses: Float64Array, body: number): Bounds | null {
  const box = new Box();
  takeBody(box, facts, poses, body);
  if (box.isEmpty) {
    takePoints(box, facts, poses, body);
  }
  return box.isEmpty ? null : box;
}

function takeBody(box: Box, facts: SketchFacts, poses: Float64Array, body: number): void {
  const outline = facts.bodies[body]?.outline ?? [];
  outline.forEach((loop) => takeLoop(box, poses, body, loop));
  if (outline.length === 0) {
    lookup(facts).skeletons[body]?.forEach((p) => box.take(bodyPoint(poses, body, p.x, p.y)));
  }
}

function takePoints(box: Box, facts: SketchFacts, poses: Float64Array, body: number): void {
  const points = facts.bodies[body]?.points ?? [];
  points.filter((p) => !isAxis(p)).forEach((p) => box.take(bodyPoint(poses, body, p.x, p.y)));
}

/** Corners, and where an arc goes furthest left, right, up or down in the world. */
function takeLoop(box: Box, poses: Float64Array, body: number, loop: readonly number[]): void {
  const turned = Math.atan2(poses[4 * body + 3]!, poses[4 * body + 2]!);
  for (let i = 0; i < loop.length; i += 3) {
    const [x, y, bulge] = [loop[i]!, loop[i + 1]!, loop[i + 2]!];
    box.take(bodyPoint(poses, body, x, y));
    if (bulge === 0) {
      continue;
    }
    const next = (i + 3) % loop.length;
    const arc = arcOf(x, y, loop[next]!, loop[next + 1]!, bulge);
    for (let quarter = 0; quarter < 4; quarter++) {
      const angle = (quarter * Math.PI) / 2 - turned;
      // How far round from where the arc begins, in its own sense.
      const round = Math.sign(arc.sweep) * (angle - arc.from);
      if (round - 2 * Math.PI * Math.floor(round / (2 * Math.PI)) <= Math.abs(arc.sweep)) {
        box.take(bodyPoint(poses, body, arc.x + arc.radius * Math.cos(angle), arc.y + arc.radius * Math.sin(angle)));
      }
    }
  }
}

/** The ground's symbols below pins; those of pixels that all have alike are a matter of margins. */
function takeGround(box: Box, facts: SketchFacts, poses: Float64Array): void {
  for (const { kind, bodies, pairs } of poses.length > 0 ? facts.joints : []) {
    const pair = pairs[0];
    if (kind === 'pin' && pair && bodies.includes(0)) {
      const at = endPoint(poses, pair[0]);
      const half = Math.max(...bodies.map((body) => (facts.bodies[body]!.fixed ? 0 : plateOf(facts.bodies[body]!).half)));
      const { across, below } = groundSymbol(half);
      box.take({ x: at.x - across, y: at.y - below });
      box.take({ x: at.x + across, y: at.y - below });
    }
  }
}

/** Of outlines, points, joints and curves [m]; null where there is nothing. */
export function bounds(
  facts: SketchFacts,
  poses: Float64Array,
  curves: readonly Float64Array[] = [],
): Bounds | null {
  const box = new Box();
  for (const body of poses.length >= 4 * facts.bodies.length ? lookup(facts).order : []) {
    takeBody(box, facts, poses, body);
    takePoints(box, facts, poses, body);
  }
  for (const pair of poses.length > 0 ? facts.joints.flatMap((joint) => joint.pairs.slice(0, 1)) : []) {
    pair.filter((end) => !isAxis(end)).forEach((end) => box.take(endPoint(poses, end)));
  }
  takeGround(box, facts, poses);
  for (const curve of curves) {
    for (let i = 0; i + 1 < curve.length; i += 2) {
      box.take({ x: curve[i]!, y: curve[i + 1]! });
    }
  }
  return box.isEmpty ? null : box;
}

/** What an empty picture shows: a hand's breadth. */
const EMPTY: Bounds = { left: -0.1, bottom: -0.06, right: 0.1, top: 0.06 };

/** Pixels that stay free at each edge. */
export interface Margins {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** The same margin all round. */
export function even(margin: number): Margins {
  return { left: margin, bottom: margin, right: margin, top: margin };
}

/** The camera that shows the bounds within these margins, no nearer than `max`; of nothing the middle. */
export function fit(shown: Bounds | null, size: Size, margins: Margins = even(56), max = Infinity): Camera {
  const b = shown ?? EMPTY;
  const { left, bottom, right, top } = shown ? margins : even(56);
  const width = Math.max(size.width - left - right, 0.4 * size.width, 1);
  const height = Math.max(size.height - bottom - top, 0.4 * size.height, 1);
  const min = 1e-4;
  const scale = Math.min(width / Math.max(b.right - b.left, min), height / Math.max(b.top - b.bottom, min), max);
  return {
    x: (b.left + b.right) / 2 + (right - left) / 2 / scale,
    y: (b.bottom + b.top) / 2 + (top - bottom) / 2 / scale,
    scale,
  };
}
