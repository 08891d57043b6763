// points.ts: tracer points, and what dropping a point on something makes.
import type { BodyFact } from '../../core/facts';
import type { Draft, Outcome, PointOf, Spot } from '../draft';
import { bodyAt, isAxis, needUnlocked, pointOf } from './writing/bodies';
import { distance, poseOf, toBody, toWorld } from './writing/frames';
import type { Vec } from './writing/frames';
import { addFeature, addJoin, anchorOf, pointAt } from './writing/joins';
import { freshName } from './writing/names';
import { attempt, refuse } from './writing/pen';
import type { Pen } from './writing/pen';
import { addClause, animation } from './writing/runs';

/** A tracer: a new point p1, p2 … of a body, which is traced where something is driven. */
export function addPoint(draft: Draft, body: number, x: number, y: number): Outcome {
  return attempt(draft, (pen) => {
    const fact = needBody(draft, body);
    const name = freshName(new Set(fact.points.map((point) => point.name)), 'p');
    const local = toBody(poseOf(draft, body), { x, y });
    addFeature(pen, body, name, pen.numbers.point(local.x, local.y));
    pen.made.push(name);
    const run = animation(pen);
    if (run !== '') {
      addClause(pen, run, 'trace', `${fact.name}.${name}`);
    }
  });
}

function needBody(draft: Draft, body: number): BodyFact {
  return body === 0 ? refuse('The ground has no points: choose a body.') : bodyAt(draft, body);
}

/** What dropping a point on something makes: a pin, or a pin in a slot. A free spot joins nothing. */
export function joinPoint(draft: Draft, from: PointOf, spot: Spot): Outcome {
  return attempt(draft, (pen) => {
    const body = needBody(draft, from.body);
    if (isAxis(pointOf(body, from.point))) {
      refuse(`'${from.point}' is a line: drop one of the points of '${body.name}'.`);
    }
    if ('body' in spot && spot.body === from.body) {
      refuse('A body cannot be joined to itself.');
    }
    checkNew(draft, from, spot);
    const anchor = anchorOf(pen, spot);
    if (anchor !== null) {
      addJoin(pen, body.name, from.point, anchor);
    }
  });
}

/** A second pin between two bodies would say nothing new, or lock both. */
function checkNew(draft: Draft, from: PointOf, spot: Spot): void {
  const other = 'body' in spot ? spot.body : 0;
  const joined = draft.facts.joints.find(
    (joint) =>
      (joint.kind === 'pin' || joint.kind === 'rigid') &&
      joint.bodies.includes(from.body) &&
      joint.bodies.includes(other),
  );
  if (joined !== undefined && other !== 0) {
    const names = [from.body, other].map((body) => `'${bodyAt(draft, body).name}'`).join(' and ');
    refuse(`${names} are already joined by '${joined.name}', and a second pin would lock them: delete that one first.`);
  }
}

/** Pins two bodies to each other where both are: each by a point that it has there, or a new one. */
export function pinBodies(draft: Draft, first: number, second: number, at: Vec): Outcome {
  return attempt(draft, (pen) => {
    const body = needBody(draft, first);
    const spot: Spot = { kind: 'body', body: second, x: at.x, y: at.y };
    checkNew(draft, { body: first, point: '' }, spot);
    const point = pointAt(pen, first, at);
    const anchor = anchorOf(pen, spot);
    if (anchor !== null) {
      addJoin(pen, body.name, point, anchor);
    }
  });
}

/** Pins a point of a body, or a new one, to the ground where it is; `placed`: where it was put, before its numbers were rounded. */
export function groundPoint(draft: Draft, body: number, at: string | Vec, placed?: Vec): Outcome {
  return attempt(draft, (pen) => {
    const fact = needBody(draft, body);
    const place = typeof at === 'string' ? (placed ?? toWorld(poseOf(draft, body), pointOf(fact, at))) : at;
    checkFree(pen, body, place);
    const feature = typeof at === 'string' ? at : pointAt(pen, body, at);
    const anchor = anchorOf(pen, { kind: 'ground', x: place.x, y: place.y });
    if (anchor !== null) {
      addJoin(pen, fact.name, feature, anchor);
    }
  });
}

function checkFree(pen: Pen, body: number, at: Vec): void {
  const pinned = pen.draft.facts.joints.find(
    (joint) =>
      joint.kind === 'pin' &&
      joint.bodies.includes(body) &&
      joint.bodies.includes(0) &&
      joint.pairs.some(([a, b]) => distance(a.body === 0 ? a : b, at) < 10 * pen.numbers.step),
  );
  if (pinned !== undefined) {
    refuse(`This point is already pinned to the ground by '${pinned.name}'.`);
  }
  if (bodyAt(pen.draft, body).fixed) {
    refuse(`'${bodyAt(pen.draft, body).name}' is fixed: it does not move anyway.`);
  }
  needUnlocked(bodyAt(pen.draft, body));
}
