// remove.ts: takes bodies, points and joints away, with what has no sense without them: joins,
// places, entries of lists, traces, monitors, drives, types that nobody uses.
import type { Pick } from '../../app';
import type { BodyFact, JointFact } from '../../core/facts';
import type { Draft, Outcome } from '../draft';
import {
  bodyAt,
  bodyNumber,
  needOwn,
  needUnlocked,
  ownType,
  plainPoints,
  pointOf,
  removeComponent,
} from './writing/bodies';
import { endsOf } from './writing/ends';
import { poseOf, toWorld } from './writing/frames';
import { needOwnJoint } from './writing/joins';
import { forget, mentions, refuseLoops } from './writing/mentions';
import { wordsOf } from './writing/names';
import { attempt, refuse } from './writing/pen';
import type { Pen } from './writing/pen';
import { placeOf } from './writing/places';

/** Bodies, points and joints by name; what is not there any more is refused. */
export function remove(draft: Draft, picks: readonly Pick[]): Outcome {
  return attempt(draft, (pen) => {
    const bodies = picks.flatMap((pick) => (pick.kind === 'body' ? [pick.body] : []));
    const joints = picks.flatMap((pick) => (pick.kind === 'joint' ? [pick.joint] : []));
    const points = picks.flatMap((pick) => (pick.kind === 'point' && !bodies.includes(pick.body) ? [pick] : []));
    removeBodies(pen, [...new Set(bodies)].map((name) => bodyNumber(draft, name)));
    unique(points).forEach((pick) => removePoint(pen, bodyNumber(pen.draft, pick.body), pick.point));
    removeJoints(pen, pen.draft.facts.joints.filter((joint) => joints.includes(joint.name)));
  });
}

function removeBodies(pen: Pen, indices: readonly number[]): void {
  if (indices.length === 0) {
    return;
  }
  if (indices.includes(0)) {
    refuse('The ground cannot be deleted.');
  }
  const bodies = indices.map((index) => bodyAt(pen.draft, index));
  bodies.forEach((body) => {
    needOwn(body);
    needUnlocked(body);
    refuseLoops(pen, body.name);
    const place = placeOf(pen, body);
    if (place !== null) {
      pen.remove(place.node);
    }
  });
  const { facts } = pen.draft;
  const joints = facts.joints.filter((joint) => joint.bodies.some((body) => indices.includes(body)));
  removeJoints(pen, joints, false);
  forget(pen, bodies.map((body) => body.name));
  bodies.forEach((body) => removeComponent(pen, body.name));
  removeTypes(pen, bodies);
  pen.renew();
}

function unique<T extends Pick & { kind: 'point' }>(picks: readonly T[]): readonly T[] {
  return [...new Map(picks.map((pick) => [`${pick.body}.${pick.point}`, pick])).values()];
}

/** Types of bodies that are gone, where no word of the text names them any more. */
function removeTypes(pen: Pen, bodies: readonly BodyFact[]): void {
  const types = new Set(bodies.filter((body) => body.typeSpan !== null).map((body) => body.type));
  removeUnused(pen, [...types]);
}

/** Removes those definitions that nothing uses, and functions that nothing but they used. */
function removeUnused(pen: Pen, names: readonly string[]): void {
  for (const name of names) {
    const node = pen.find(name);
    const text = pen.slice(node);
    if (node === 0 || mentions(pen.draft.text.replace(text, ''), name)) {
      continue;
    }
    pen.remove(node);
    pen.flush();
    const used = [...wordsOf(text)].filter((word) => word !== name && pen.at(word).startsWith('function '));
    removeUnused(pen, used);
  }
}

function removeJoints(pen: Pen, joints: readonly JointFact[], renew = true): void {
  const texts = joints.map((joint) => {
    needOwnJoint(pen, joint);
    const node = pen.elementAt(joint.span ?? { start: 0, end: 0 });
    pen.remove(node);
    return pen.slice(node);
  });
  pen.flush();
  const functions = [...wordsOf(texts.join(' '))].filter((word) => pen.at(word).startsWith('function '));
  removeUnused(pen, functions);
  forget(pen, joints.map((joint) => joint.name).filter((name) => !name.startsWith('#')));
  if (renew) {
    pen.renew();
  }
}

/** With a point go the joints that it is matched by. */
function removePoint(pen: Pen, index: number, name: string): void {
  const body = bodyAt(pen.draft, index);
  needUnlocked(body);
  if (name === 'center') {
    refuse("Every body has a 'center': it cannot be deleted.");
  }
  pointOf(body, name);
  if (body.shape === 'link' && plainPoints(body).length === 1) {
    refuse(`A link needs a point: delete '${body.name}' as a whole.`);
  }
  const ends = endsOf(pen).filter((end) => end.body === index && end.feature === name);
  removeJoints(pen, [...new Set(ends.map((end) => end.joint))]);
  replaceBy(pen, index, name);
  forget(pen, [`${body.name}.${name}`]);
  const type = ownType(pen, index);
  pen.remove(pen.element(pen.find(`${type}.geometry.where.${name}`)));
  pen.renew();
}

/** A place by the point that goes is one by another point. */
function replaceBy(pen: Pen, index: number, name: string): void {
  const body = bodyAt(pen.draft, index);
  const place = placeOf(pen, body);
  if (place === null || place.by !== name) {
    return;
  }
  const by = plainPoints(body).find((point) => point.name !== name) ?? { name: 'center', x: 0, y: 0 };
  const at = toWorld(poseOf(pen.draft, index), by);
  pen.replace(pen.find(`${place.path}.by`), by.name);
  pen.replace(place.at, pen.numbers.point(at.x, at.y));
  pen.renew();
}
