// places.ts: where a joint is seen: the points and lines by which it is drawn, hit and marked.
import type { JointEnd, JointFact } from '../../core/facts';
import { beltLines } from './belt';
import type { Point } from './camera';
import { bodyDirection, bodyPoint } from './geometry';
import { isAxis } from './lookup';

/** A line in the world; a point where both ends are one. */
export interface Segment {
  readonly a: Point;
  readonly b: Point;
}

/** Joints that span the distance between two points: drawn from end to end. */
const SPANS = new Set(['spring', 'damper', 'rod', 'tackle', 'belt']);

export function spans(joint: JointFact): boolean {
  return SPANS.has(joint.kind);
}

export function endPoint(poses: Float64Array, end: JointEnd): Point {
  return bodyPoint(poses, end.body, end.x, end.y);
}

/** Where the joint is, as one point: the pin, the sliding point, the middle of a spring. */
export function jointPoint(poses: Float64Array, joint: JointFact): Point | null {
  const pair = joint.pairs[0];
  if (!pair) {
    return null;
  }
  const [a, b] = [endPoint(poses, pair[0]), endPoint(poses, pair[1])];
  if (spans(joint)) {
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
  if (joint.kind === 'gear') {
    return meshPoint(a, b, joint.values['ratio'] ?? -1);
  }
  return slidingEnd(pair) === pair[0] ? a : b;
}

/** Of a point and a line the point; of a body and the ground the body's. */
export function slidingEnd(pair: readonly [JointEnd, JointEnd]): JointEnd {
  if (isAxis(pair[0]) !== isAxis(pair[1])) {
    return isAxis(pair[0]) ? pair[1] : pair[0];
  }
  return pair[0].body === 0 ? pair[1] : pair[0];
}

/** The end that the sliding one runs along. */
export function guidingEnd(pair: readonly [JointEnd, JointEnd]): JointEnd {
  return slidingEnd(pair) === pair[0] ? pair[1] : pair[0];
}

/** Where pitch circles of two wheels touch: the ratio divides the distance of the centres. */
function meshPoint(a: Point, b: Point, ratio: number): Point {
  const part = Math.abs(1 - ratio) > 1e-9 ? 1 / (1 - ratio) : 0.5;
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

/** The straight parts of a belt; none where the wheels overlap. */
function beltSegments(poses: Float64Array, joint: JointFact): Segment[] {
  const pair = joint.pairs[0]!;
  const [a, b] = [endPoint(poses, pair[0]), endPoint(poses, pair[1])];
  const way = Math.hypot(b.x - a.x, b.y - a.y);
  const second = joint.values['second_radius'] ?? 0;
  const lines = beltLines(way, joint.values['first_radius'] ?? 0, joint.values['crossed'] ? -second : second);
  const place = (u: number, v: number): Point => ({
    x: a.x + ((b.x - a.x) * u - (b.y - a.y) * v) / way,
    y: a.y + ((b.y - a.y) * u + (b.x - a.x) * v) / way,
  });
  const straight = lines.filter((line) => !line.closed && line.points[2] === 0);
  return straight.map(({ points: p }) => ({ a: place(p[0]!, p[1]!), b: place(p[3]!, p[4]!) }));
}

/** All lines by which a joint can be hit. */
export function jointSegments(poses: Float64Array, joint: JointFact): Segment[] {
  if (joint.kind === 'belt' && joint.pairs[0]) {
    return beltSegments(poses, joint);
  }
  if (spans(joint)) {
    return joint.pairs.map(([a, b]) => ({ a: endPoint(poses, a), b: endPoint(poses, b) }));
  }
  const at = jointPoint(poses, joint);
  return at ? [{ a: at, b: at }] : [];
}

/** Direction along which a slider or a pin in a slot runs, in the world's axes; null: it does not. */
export function slideDirection(poses: Float64Array, joint: JointFact): Point | null {
  const first = joint.pairs[0];
  if (!first) {
    return null;
  }
  const guide = guidingEnd(first);
  const second = joint.pairs[1];
  let d: Point | null = null;
  if (isAxis(guide)) {
    d = bodyDirection(poses, guide.body, guide.dx, guide.dy);
  } else if (second) {
    const side = guide === first[0] ? second[0] : second[1];
    d = bodyDirection(poses, guide.body, side.x - guide.x, side.y - guide.y);
  }
  const length = d ? Math.hypot(d.x, d.y) : 0;
  return d && length > 0 ? { x: d.x / length, y: d.y / length } : null;
}

/** Joints whose two points are one, and those of which one point is on a line of the other. */
const MEET = new Set(['pin', 'ball.and.socket', 'rigid']);
const ALONG = new Set(['slider', 'point_on_line', 'cylindrical']);

/** From where an end of a joint is to where it should be; null for joints that hold no point. */
export function gapOf(poses: Float64Array, joint: JointFact): Segment | null {
  const pair = joint.pairs[0];
  if (!pair) {
    return null;
  }
  const a = endPoint(poses, slidingEnd(pair));
  const b = endPoint(poses, guidingEnd(pair));
  if (MEET.has(joint.kind)) {
    return { a, b };
  }
  const d = ALONG.has(joint.kind) ? slideDirection(poses, joint) : null;
  if (!d) {
    return null;
  }
  const along = (a.x - b.x) * d.x + (a.y - b.y) * d.y;
  return { a, b: { x: b.x + along * d.x, y: b.y + along * d.y } };
}
