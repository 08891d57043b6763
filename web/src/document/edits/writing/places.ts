// places.ts: the `place` statements: reads them, and writes poses into them.
import type { Node } from '../../../core/core';
import type { BodyFact } from '../../../core/facts';
import type { Draft, Outcome } from '../../draft';
import { isOwn, needUnlocked, plainPoints, pointOf } from './bodies';
import { angleOf, poseOf, toWorld } from './frames';
import type { Pose, Vec } from './frames';
import { angleText } from './joins';
import { isNumber, isPoint } from './numbers';
import { attempt, refuse } from './pen';
import type { Pen } from './pen';

/** A place statement of the text. */
export interface Place {
  readonly path: string;
  readonly node: Node;
  /** The feature that it places, in the axes of its body. */
  readonly by: string;
  readonly at: Node;
  readonly near: boolean;
  /** 0: it is not turned. */
  readonly angle: Node;
}

export function placeOf(pen: Pen, body: BodyFact): Place | null {
  if (body.place === null) {
    return null;
  }
  const node = pen.elementAt(body.place.span);
  const path = pen.path(node);
  const near = pen.find(`${path}.near`);
  return {
    path,
    node,
    by: pen.at(`${path}.by`).replace(/^.*\./, ''),
    at: near === 0 ? pen.find(`${path}.at`) : near,
    near: near !== 0,
    angle: pen.find(`${path}.angle`),
  };
}

/** Whether its numbers are written out, so that they can be replaced. */
export function isWritten(pen: Pen, place: Place): boolean {
  return isPoint(pen.slice(place.at)) && (place.angle === 0 || isNumber(pen.slice(place.angle)));
}

/** The point of the body that a place names; axes count by their origin. */
export function byPoint(body: BodyFact, by: string): Vec {
  return /^[xyz]_axis$/.test(by) ? { x: 0, y: 0 } : pointOf(body, by);
}

/** Writes where a body is: `local` is the placed feature in its axes. Expressions go only by force. */
export function writePlace(pen: Pen, body: BodyFact, pose: Pose, local?: Vec, force = false): void {
  const place = placeOf(pen, body);
  if (place === null) {
    addPlace(pen, body, pose);
    return;
  }
  needSingle(pen.draft, body);
  if (!force && !isWritten(pen, place)) {
    refuse(`The text computes the place of '${body.name}' (${pen.slice(place.at)}): change it there.`);
  }
  const at = toWorld(pose, local ?? byPoint(body, place.by));
  const point = pen.numbers.point(at.x, at.y);
  const angle = pen.numbers.angle(angleOf(pose));
  const rough = place.near || body.fixed || !isJoined(pen.draft, body);
  if (rough && (place.angle !== 0 || angle === '0deg')) {
    pen.replace(place.at, point);
  } else {
    pen.replace(place.node, restated(pen, place, point, rough, angle));
    return;
  }
  if (place.angle !== 0 && !sameAngle(pen.slice(place.angle), angle)) {
    pen.replace(place.angle, angle);
  }
}

/** A place in a `for`, or of a composite, moves more than the one body. */
function needSingle(draft: Draft, body: BodyFact): void {
  const start = body.place?.span.start;
  const sharing = draft.facts.bodies.filter((other) => other.place?.span.start === start);
  if (body.name.includes('.') || sharing.length > 1) {
    refuse(`'${body.name}' is placed together with others: change its place in the text.`);
  }
}

function isJoined(draft: Draft, body: BodyFact): boolean {
  return draft.facts.joints.some((joint) => joint.bodies.some((index) => draft.facts.bodies[index] === body));
}

/**
 * The statement with other numbers, and an angle though it had none. Numbers that are rounded cannot
 * hold what joints hold: they say where to begin.
 */
function restated(pen: Pen, place: Place, point: string, keep: boolean, angle: string): string {
  const statement = pen.slice(place.node);
  const at = pen.offset(place.at, place.node);
  const rest = statement.slice(at + pen.slice(place.at).length);
  const head = statement.slice(0, at).replace(/(at|near)\s+$/, keep && !place.near ? 'at' : 'near');
  if (place.angle === 0) {
    return `${head} ${point}${angle === '0deg' ? '' : ` angle = ${angle}`}${rest}`;
  }
  const old = pen.slice(place.angle);
  const tail = sameAngle(old, angle) ? rest : rest.replace(old, angle);
  return `${head} ${point}${tail}`;
}

/** Whole turns count for drives: 390deg stays where 30deg would be written. */
function sameAngle(before: string, after: string): boolean {
  const degrees = [before, after].map((text) => (text.endsWith('deg') ? parseFloat(text) : NaN));
  const turns = ((degrees[0] ?? NaN) - (degrees[1] ?? NaN)) / 360;
  return Math.abs(turns - Math.round(turns)) * 360 < 5e-4;
}

function addPlace(pen: Pen, body: BodyFact, pose: Pose): void {
  if (!isOwn(body)) {
    refuse(`'${body.name}' is placed by its composite: move it in the text.`);
  }
  const by = plainPoints(body)[0] ?? pointOf(body, 'center');
  const at = toWorld(pose, by);
  const text = `place ${body.name} by ${by.name} near ${pen.numbers.point(at.x, at.y)}${angleText(pen, angleOf(pose))}`;
  pen.insert(pen.find(pen.world), 'last', text);
}

/** Whether two poses are the same to the digits of the text. */
function differs(pen: Pen, a: Pose, b: Pose): boolean {
  const reach = pen.numbers.step;
  return Math.hypot(a.x - b.x, a.y - b.y) > reach || Math.hypot(a.cos - b.cos, a.sin - b.sin) > 2e-5;
}

/**
 * Writes the poses as shown into the places that differ; `force` replaces expressions by numbers, `all`
 * also writes those that the joints alone bring there.
 */
export function writePoses(draft: Draft, options: { readonly force?: boolean; readonly all?: boolean } = {}): Outcome {
  return attempt(draft, (pen) => {
    const rest = restPoses(draft);
    draft.facts.bodies.forEach((body, index) => {
      const pose = poseOf(draft, index);
      const moved = options.all || differs(pen, pose, poseOf({ ...draft, poses: rest }, index));
      if (index > 0 && !body.fixed && moved && !(options.all && body.locked)) {
        needUnlocked(body);
        writePlace(pen, body, pose, undefined, options.force ?? false);
      }
    });
  });
}

/** The text of an edit with all places where the joints bring the bodies; as it is where they are computed. */
export function settled(draft: Draft, outcome: Outcome): Outcome {
  if ('refused' in outcome) {
    return outcome;
  }
  const sketch = draft.core.sketch(outcome.text);
  try {
    const { facts } = sketch;
    const placed = facts.good ? writePoses({ ...draft, text: outcome.text, facts, poses: sketch.poses() }, { all: true }) : outcome;
    return 'refused' in placed ? outcome : { text: placed.text, made: outcome.made };
  } finally {
    sketch.dispose();
  }
}

/** Where the text puts the bodies. */
export function restPoses(draft: Draft): Float64Array {
  const sketch = draft.core.sketch(draft.text);
  try {
    return sketch.poses();
  } finally {
    sketch.dispose();
  }
}
