// arrange.ts: moves whole bodies, and lines up points or bodies.
import type { Pick } from '../../app';
import { bodyBounds, type Bounds } from '../../view/bounds';
import type { Draft, Outcome, PointMove, Side } from '../draft';
import { bodyAt, bodyNumber, needUnlocked, pointOf } from './writing/bodies';
import { endsOf } from './writing/ends';
import { poseOf, toWorld } from './writing/frames';
import type { Vec } from './writing/frames';
import { isPoint } from './writing/numbers';
import { attempt, refuse } from './writing/pen';
import type { Pen } from './writing/pen';
import { writePlace } from './writing/places';
import { move } from './shape';

/** What they are pinned to the ground by goes along. Bodies that stay must not be joined to them. */
export function moveBodies(draft: Draft, bodies: readonly number[], dx: number, dy: number): Outcome {
  return attempt(draft, (pen) => shift(pen, new Set(bodies), { x: dx, y: dy }));
}

function shift(pen: Pen, bodies: ReadonlySet<number>, delta: Vec): void {
  const { draft } = pen;
  if (bodies.has(0)) {
    refuse('The ground cannot be moved.');
  }
  const [held] = heldBodies(draft, bodies);
  if (held !== undefined) {
    refuse(`'${held}' is joined to bodies that stay: select those too, or drag it as its joints allow.`);
  }
  bodies.forEach((index) => {
    const body = bodyAt(draft, index);
    needUnlocked(body);
    const pose = poseOf(draft, index);
    writePlace(pen, body, { ...pose, x: pose.x + delta.x, y: pose.y + delta.y });
  });
  shiftGround(pen, bodies, delta);
  pen.flush();
}

/** Of the bodies of the draft, those that are joined to one outside, but for the ground. */
function heldBodies(draft: Draft, bodies: ReadonlySet<number>): readonly string[] {
  return draft.facts.joints
    .filter((joint) => joint.bodies.some((b) => bodies.has(b)))
    .filter((joint) => joint.bodies.some((b) => b !== 0 && !bodies.has(b)))
    .map((joint) => bodyAt(draft, joint.bodies.find((b) => bodies.has(b)) ?? 0).name);
}

/** The ground's side of the joints of these bodies. */
export function shiftGround(pen: Pen, bodies: ReadonlySet<number>, delta: Vec): void {
  for (const end of endsOf(pen)) {
    if (end.body !== 0 || !end.joint.bodies.some((body) => bodies.has(body))) {
      continue;
    }
    if (end.node === 0 || !(isPoint(pen.slice(end.node)) || end.feature === 'center')) {
      refuse(`The text computes where joint '${end.joint.name}' meets the ground: change it there.`);
    }
    pen.replace(end.node, pen.numbers.point(end.x + delta.x, end.y + delta.y));
  }
}

/** Picked points, or the edges or middles of picked bodies as they are seen, come to a common line. */
export function align(draft: Draft, picks: readonly Pick[], side: Side): Outcome {
  return attempt(draft, (pen) => {
    const points = picks.flatMap((pick) => (pick.kind === 'point' ? [pointMove(draft, pick)] : []));
    const bodies = picks.flatMap((pick) => (pick.kind === 'body' ? [bodyNumber(draft, pick.body)] : []));
    if (points.length >= 2) {
      const deltas = toLine(points.map(({ x, y }) => ({ left: x, right: x, bottom: y, top: y })), side);
      move(pen, points.map((point, k) => moved(point, deltas[k])));
    } else if (bodies.length >= 2) {
      const deltas = toLine(bodies.map((body) => seenBounds(draft, body)), side);
      bodies.forEach((body, k) => {
        shift(pen, new Set([body]), deltas[k] ?? { x: 0, y: 0 });
        pen.renew();
      });
    } else {
      refuse('Select two or more points, or two or more bodies, to align them.');
    }
  });
}

function pointMove(draft: Draft, pick: Pick & { kind: 'point' }): PointMove {
  const body = bodyNumber(draft, pick.body);
  const at = toWorld(poseOf(draft, body), pointOf(bodyAt(draft, body), pick.point));
  return { body, point: pick.point, x: at.x, y: at.y };
}

function moved(point: PointMove, by: Vec | undefined): PointMove {
  return { ...point, x: point.x + (by?.x ?? 0), y: point.y + (by?.y ?? 0) };
}

function seenBounds(draft: Draft, body: number): Bounds {
  const { facts, poses } = draft;
  return bodyBounds(facts, poses, body) ?? refuse(`'${bodyAt(draft, body).name}' has no shape to align by.`);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const min = (values: readonly number[]): number => Math.min(...values);
const max = (values: readonly number[]): number => Math.max(...values);

/** What of each comes to the line, and where that is. Horizontal and vertical lines go through the mean. */
interface Line {
  readonly across: 'x' | 'y';
  readonly edge: (box: Bounds) => number;
  readonly common: (edges: readonly number[]) => number;
}

const LINES: Readonly<Record<Side, Line>> = {
  left: { across: 'x', edge: (box) => box.left, common: min },
  right: { across: 'x', edge: (box) => box.right, common: max },
  vertical: { across: 'x', edge: (box) => (box.left + box.right) / 2, common: mean },
  top: { across: 'y', edge: (box) => box.top, common: max },
  bottom: { across: 'y', edge: (box) => box.bottom, common: min },
  horizontal: { across: 'y', edge: (box) => (box.bottom + box.top) / 2, common: mean },
};

/** How far each must go. */
function toLine(boxes: readonly Bounds[], side: Side): readonly Vec[] {
  const { across, edge, common } = LINES[side];
  const edges = boxes.map(edge);
  const line = common(edges);
  return edges.map((at) => (across === 'x' ? { x: line - at, y: 0 } : { x: 0, y: line - at }));
}
