// arrange.ts: moves whole bodies, and lines up points or bodies.
import type { Pick } from '../../app';
import type { Draft, Outcome, PointMove, Side } from '../draft';
import { bodyAt, bodyNumber, needUnlocked, pointOf } from './bodies';
import { endsOf } from './ends';
import { poseOf, toWorld } from './frames';
import type { Vec } from './frames';
import { isPoint } from './numbers';
import { attempt, refuse } from './pen';
import type { Pen } from './pen';
import { writePlace } from './places';
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
    refuse(`'${held}' is joined to bodies that stay: select them, too, or drag it by its freedoms.`);
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
      refuse(`Joint '${end.joint.name}' holds to the ground by what the text computes: move it there.`);
    }
    pen.replace(end.node, pen.numbers.point(end.x + delta.x, end.y + delta.y));
  }
}

/** Picked points, or the origins of picked bodies, come to a common line. */
export function align(draft: Draft, picks: readonly Pick[], side: Side): Outcome {
  return attempt(draft, (pen) => {
    const points = picks.flatMap((pick) => (pick.kind === 'point' ? [pointMove(draft, pick)] : []));
    const bodies = picks.flatMap((pick) => (pick.kind === 'body' ? [bodyNumber(draft, pick.body)] : []));
    if (points.length >= 2) {
      const line = lineOf(points, side);
      move(pen, points.map((point) => ({ ...point, ...line })));
    } else if (bodies.length >= 2) {
      alignBodies(pen, bodies, side);
    } else {
      refuse('Select two or more points, or two or more bodies, to line them up.');
    }
  });
}

function alignBodies(pen: Pen, bodies: readonly number[], side: Side): void {
  const poses = bodies.map((body) => poseOf(pen.draft, body));
  const line = lineOf(poses, side);
  bodies.forEach((body, k) => {
    const from = poses[k] ?? refuse('There is no such body any more.');
    const to = { x: from.x, y: from.y, ...line };
    shift(pen, new Set([body]), { x: to.x - from.x, y: to.y - from.y });
    pen.renew();
  });
}

function pointMove(draft: Draft, pick: Pick & { kind: 'point' }): PointMove {
  const body = bodyNumber(draft, pick.body);
  const at = toWorld(poseOf(draft, body), pointOf(bodyAt(draft, body), pick.point));
  return { body, point: pick.point, x: at.x, y: at.y };
}

/** The coordinate that all get. Horizontal and vertical lines go through the mean. */
function lineOf(points: readonly Vec[], side: Side): { x: number } | { y: number } {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;
  switch (side) {
    case 'left':
      return { x: Math.min(...xs) };
    case 'right':
      return { x: Math.max(...xs) };
    case 'vertical':
      return { x: mean(xs) };
    case 'top':
      return { y: Math.max(...ys) };
    case 'bottom':
      return { y: Math.min(...ys) };
    case 'horizontal':
      return { y: mean(ys) };
  }
}
