// toggle.ts: turns a joint into its counterpart: a pin into a slider along the longest line of the
// first body through the pin (else along its x axis), a slider into a pin where its point is now; a
// pin in a slot into a slider along the slot, a slider along a slot into a pin in it. What was read of
// the old joint goes; a motor stays one.
import type { BodyFact, JointEnd, JointFact } from '../../core/facts';
import type { Draft, Outcome } from '../draft';
import { bodyAt, isAxis, needUnlocked, plainPoints, pointNear } from './writing/bodies';
import { distance, poseOf, toBody, toWorld, turn, turnBack } from './writing/frames';
import type { Vec } from './writing/frames';
import { axisAlong, jointName, joinText, needOwnJoint } from './writing/joins';
import { forget } from './writing/mentions';
import { redrive } from './motors';
import { isPoint, nice } from './writing/numbers';
import { attempt, refuse } from './writing/pen';
import type { Pen } from './writing/pen';

export function toggleJoint(draft: Draft, joint: number): Outcome {
  return attempt(draft, (pen) => {
    const fact = draft.facts.joints[joint] ?? refuse('This joint no longer exists.');
    needOwnJoint(pen, fact);
    fact.bodies.filter((body) => body !== 0).forEach((body) => needUnlocked(bodyAt(draft, body)));
    const driven = draft.facts.drives.findIndex((drive) => drive.joint === joint);
    const node = pen.elementAt(fact.span ?? { start: 0, end: 0 });
    const path = pen.path(node);
    const { hinge, pairs } = counterpart(pen, fact, path);
    const plain = /^(pin|slider|slot)\d+$/.test(fact.name) || fact.name.startsWith('#');
    const name = plain ? jointName(pen, hinge) : fact.name;
    pen.replace(node, joinText(pen.at(`${path}.part`), pen.at(`${path}.to`), hinge, pairs, name));
    pen.flush();
    if (driven >= 0) {
      redrive(pen, driven, { ...fact, name, kind: hinge });
    }
    forget(pen, [fact.name], driven >= 0 ? ['drive'] : []);
    pen.made.push(name);
  });
}

interface Counterpart {
  readonly hinge: 'pin' | 'slider' | 'point_on_line';
  /** What it matches. */
  readonly pairs: string;
}

function counterpart(pen: Pen, joint: JointFact, path: string): Counterpart {
  const [pair, far] = joint.pairs;
  if (pair === undefined) {
    return refuse('This joint matches nothing that can be turned over.');
  }
  const [a, b] = pair;
  const [first = '', second = ''] = [1, 2].map((side) => pen.at(`${path}.matching[1][${side}]`));
  const pointA = isAxis(a) ? pen.numbers.point(a.x, a.y) : first;
  const pointB = isAxis(b) ? pen.numbers.point(b.x, b.y) : second;
  const slider = (along: Vec): Counterpart => ({ hinge: 'slider', pairs: `${pointA} ${pointB}, ${farPair(pen, a, b, along)}` });
  switch (joint.kind) {
    case 'pin':
      return slider(longestLine(bodyAt(pen.draft, a.body), a));
    case 'point_on_line':
      return slider(slotLine(pen, a, b));
    case 'slider': {
      const [slotA, slotB] = [slotAlong(pen, first, a, far?.[0]), slotAlong(pen, second, b, far?.[1])];
      if (slotA !== undefined || slotB !== undefined) {
        return { hinge: 'point_on_line', pairs: slotB === undefined ? `${slotA} ${second}` : `${first} ${slotB}` };
      }
      return { hinge: 'pin', pairs: `${pointA} ${meetingPoint(pen, a, b, second)}` };
    }
    default:
      return refuse(`A ${joint.kind} has no counterpart: only pins, sliders and pins in slots do.`);
  }
}

/** The name of the slot whose beginning is written out as this end of a slider along it. */
function slotAlong(pen: Pen, written: string, end: JointEnd, far: JointEnd | undefined): string | undefined {
  if (far === undefined || end.body === 0 || !isPoint(written)) {
    return undefined;
  }
  const slot = axisAlong(pen, bodyAt(pen.draft, end.body), end, { x: far.x - end.x, y: far.y - end.y });
  return slot && distance(slot, end) <= 2 * pen.numbers.step ? slot.name : undefined;
}

/** From the pin to the point of the body that is furthest from it. */
function longestLine(body: BodyFact, from: Vec): Vec {
  const far = plainPoints(body).reduce<Vec>((best, p) => (distance(p, from) > distance(best, from) ? p : best), from);
  const length = distance(far, from);
  return length > 0 ? { x: (far.x - from.x) / length, y: (far.y - from.y) / length } : { x: 1, y: 0 };
}

/** The second pair of points of a slider; `along` is in the axes of the first body. */
function farPair(pen: Pen, a: JointEnd, b: JointEnd, along: Vec): string {
  const { draft, numbers } = pen;
  const reach = nice(1e5 * numbers.step);
  const other = turnBack(poseOf(draft, b.body), turn(poseOf(draft, a.body), along));
  const farA = numbers.point(a.x + reach * along.x, a.y + reach * along.y);
  return `${farA} ${numbers.point(b.x + reach * other.x, b.y + reach * other.y)}`;
}

/** Where the first body's point is now, in the axes of the second: as `written` where it has not slid, else by name where it can be. */
function meetingPoint(pen: Pen, a: JointEnd, b: JointEnd, written: string): string {
  const at = toBody(poseOf(pen.draft, b.body), toWorld(poseOf(pen.draft, a.body), a));
  const reach = 10 * pen.numbers.step;
  if (!isAxis(b) && distance(at, b) <= reach) {
    return written;
  }
  const there = b.body === 0 ? null : pointNear(bodyAt(pen.draft, b.body), at, reach);
  return there?.name ?? pen.numbers.point(at.x, at.y);
}

/** The direction of the slot in the axes of the first body. */
function slotLine(pen: Pen, a: JointEnd, b: JointEnd): Vec {
  const slot = isAxis(a) ? a : b;
  const world = turn(poseOf(pen.draft, slot.body), { x: slot.dx, y: slot.dy });
  const length = Math.hypot(world.x, world.y);
  return turnBack(poseOf(pen.draft, a.body), { x: world.x / length, y: world.y / length });
}
