// gears.ts: couples wheels by their teeth so that they mesh, and changes teeth and modules of wheels
// so that a train goes on meshing. Whether it does the core says: what does not is refused.
import type { Node } from '../../../core/core';
import type { BodyFact, Diag, GearFact, JointFact } from '../../../core/facts';
import type { Draft, Outcome } from '../../draft';
import { bodyAt, componentOf, isOwn, needOwn, needUnlocked, ownType } from '../writing/bodies';
import { distance } from '../writing/frames';
import { isOwnJoint, makeJoin } from '../writing/joins';
import { isNumber } from '../writing/numbers';
import { attempt, refuse } from '../writing/pen';
import type { Pen } from '../writing/pen';
import { moveRacks } from './racks';
import { holdOf, putWheel, ratioText, standBeside, trainOf, wheelsOf } from './trains';
import type { Hold, Wheel } from './trains';

export const LEAST_TEETH = 6;

export function needGear({ teeth, module }: GearFact): void {
  if (!Number.isInteger(teeth) || teeth < LEAST_TEETH || !(module > 0)) {
    refuse(`A wheel needs at least ${LEAST_TEETH} teeth and a module above 0.`);
  }
}

/** The shape of a wheel as new ones are. */
export function gearText({ teeth, module }: GearFact, length: (metres: number) => string): string {
  const thick = length(2 * module);
  return `gear(${teeth}, ${length(module)}, ${thick}, bore: ${thick})`;
}

/** What coupling two wheels changes of one of them. */
export interface GearPlan {
  readonly first: Wheel;
  readonly second: Wheel;
  /** The one of them that changes, and the other. */
  readonly mover: Wheel;
  readonly anchor: Wheel;
  readonly hold: Hold;
  /** Teeth and module that the mover will have. */
  readonly gear: GearFact;
  /** Where it will stand, and how far from where it is. */
  readonly to: { readonly x: number; readonly y: number; readonly angle: number };
  readonly way: number;
  readonly joint: JointFact | undefined;
}

/** The second wheel comes to the first, or the first where only that one can; null: they have no teeth. */
export function gearPlan(draft: Draft, a: number, b: number): GearPlan | null {
  const wheels = wheelsOf(draft);
  const [first, second] = [wheels.get(a), wheels.get(b)];
  if (!first || !second || a === b) {
    return null;
  }
  const joint = draft.facts.joints.find((one) => one.kind === 'gear' && one.bodies.includes(a) && one.bodies.includes(b));
  const holds = [b, a].map((body) => holdOf(draft, body, joint ? [joint] : []));
  const order: readonly Hold[] = ['ground', 'axle', 'more'];
  const hold = order.find((one) => holds.includes(one)) ?? 'more';
  const [mover, anchor] = holds[0] === hold ? [second, first] : [first, second];
  const { module } = anchor.gear;
  const size = mover.gear.teeth * mover.gear.module;
  const teeth = hold === 'more' ? mover.gear.teeth : Math.max(LEAST_TEETH, Math.round(size / module));
  const gear = hold === 'more' ? mover.gear : { teeth, module };
  const to = standBeside(draft, anchor, mover, gear.teeth);
  return { first, second, mover, anchor, hold, gear, to, way: hold === 'ground' ? distance(to, mover) : 0, joint };
}

/** Two wheels with teeth turn each other; a coupling that they have already is mended. */
export function meshWheels(pen: Pen, plan: GearPlan): void {
  const { mover, hold, to } = plan;
  if (hold !== 'more') {
    needUnlocked(bodyAt(pen.draft, mover.body));
    writeGear(pen, mover.body, plan.gear);
    putWheel(pen, mover, to, hold);
  }
  const [first, second] = [plan.first, plan.second].map((wheel) => (wheel === mover ? plan.gear : wheel.gear)) as [GearFact, GearFact];
  const name = plan.joint?.name ?? makeJoin(pen, plan.first.name, plan.second.name, ratioText(first, second), 'center center');
  if (plan.joint) {
    writeRatios(pen);
  }
  needMesh(pen, name);
}

/** The core's diagnostic of a gear whose wheels do not mesh. */
function problemOf(draft: Draft, joint: string): Diag | undefined {
  return draft.facts.diags.find((diag) => diag.severity === 'warning' && diag.parts[0] === joint);
}

export function meshes(draft: Draft, joint: JointFact): boolean {
  return problemOf(draft, joint.name) === undefined;
}

function needMesh(pen: Pen, joint: string): void {
  const told = problemOf(pen.renew(), joint);
  if (told) {
    const reason = `${told.message}; ${told.hint ?? 'move one of them'}.`;
    refuse(reason.charAt(0).toUpperCase() + reason.slice(1));
  }
}

/** Ratios follow from the teeth, where the text has a line for the gear. */
function writeRatios(pen: Pen): void {
  const draft = pen.renew();
  draft.facts.joints.forEach((joint) => {
    const [first, second] = joint.pairs[0]?.map((end) => bodyAt(draft, end.body).gear) ?? [];
    if (joint.kind !== 'gear' || !first || !second || joint.span === null || !isOwnJoint(pen, joint)) {
      return;
    }
    if (Math.abs((joint.values['ratio'] ?? 0) + second.teeth / first.teeth) > 1e-9) {
      pen.replace(pen.find(`${pen.path(pen.elementAt(joint.span))}.with`), ratioText(first, second));
    }
  });
  pen.flush();
}

/** The text of the gear among the shapes of a type; '' where there is none. */
function gearPath(pen: Pen, type: string): string {
  const paths = [`${type}.geometry`, ...[1, 2, 3, 4].map((k) => `${type}.geometry[${k}]`)];
  return paths.find((path) => /^gear\s*\(/.test(pen.at(path))) ?? '';
}

/** Writes one of the numbers of a gear, or the argument of the component that it comes from. */
function writeNumber(pen: Pen, body: number, field: 'teeth' | 'module', value: string): void {
  const fact = bodyAt(pen.draft, body);
  const place = field === 'teeth' ? 1 : 2;
  const find = (type: string): Node => {
    const path = gearPath(pen, type);
    return pen.find(`${path}.${field}`) || pen.find(`${path}[${place}]`);
  };
  const text = fact.typeSpan === null ? '' : pen.slice(find(fact.type));
  if (isNumber(text)) {
    pen.replace(find(ownType(pen, body)), value);
    return;
  }
  const node = isOwn(fact) && componentOf(pen, fact.name).names.length === 1 ? givenFor(pen, fact, text) : 0;
  if (node === 0 || !isNumber(pen.slice(node))) {
    refuse(`The text computes the ${field} of '${fact.name}'${text === '' ? '' : ` (${text})`}: change it there.`);
  }
  pen.replace(node, value);
}

/** What a component gives for this parameter of its type; 0: nothing. */
function givenFor(pen: Pen, { name, type }: BodyFact, parameter: string): Node {
  for (let k = 1; pen.find(`${type}[${k}]`) !== 0; k++) {
    if (/^\w+/.exec(pen.at(`${type}[${k}]`))?.[0] === parameter) {
      return pen.find(`${pen.world}.${name}.${parameter}`) || pen.find(`${pen.world}.${name}[${k}]`);
    }
  }
  return 0;
}

function writeGear(pen: Pen, body: number, gear: GearFact): void {
  const now = bodyAt(pen.draft, body).gear;
  if (now && now.teeth !== gear.teeth) {
    writeNumber(pen, body, 'teeth', String(gear.teeth));
    pen.renewBuilt();
  }
  if (now && now.module !== gear.module) {
    writeNumber(pen, body, 'module', pen.numbers.length(gear.module));
    pen.renewBuilt();
  }
}

function writeChecked(pen: Pen, body: number, gear: GearFact): void {
  needGear(gear);
  needUnlocked(bodyAt(pen.draft, body));
  needOwn(bodyAt(pen.draft, body));
  writeGear(pen, body, gear);
}

/** Teeth of one wheel; those that mesh with it move along, from the first of their train on. */
export function setTeeth(draft: Draft, body: number, teeth: number): Outcome {
  return changeTrain(draft, body, (gear, isIt) => (isIt ? { ...gear, teeth } : gear));
}

/** The module of a wheel and of all that mesh with it. */
export function setModule(draft: Draft, body: number, module: number): Outcome {
  return changeTrain(draft, body, (gear) => ({ ...gear, module }));
}

/** What cannot move stays where it is: the core then warns that it does not mesh. */
function changeTrain(draft: Draft, body: number, change: (gear: GearFact, isIt: boolean) => GearFact): Outcome {
  return attempt(draft, (pen) => {
    const before = wheelsOf(draft);
    const now = new Map(before);
    const train = trainOf(draft, body);
    for (const index of new Set([body, ...train.flatMap(({ from, to }) => [from, to])])) {
      const wheel = before.get(index) ?? refuse('This body has no teeth: choose a gear wheel.');
      now.set(index, { ...wheel, gear: change(wheel.gear, index === body) });
      writeChecked(pen, index, change(wheel.gear, index === body));
    }
    const joints = train.map(({ joint }) => joint);
    for (const { from, to } of train) {
      const [first, old, wheel] = [before.get(from), before.get(to), now.get(to)];
      const anchor = now.get(from);
      const hold = holdOf(draft, to, joints);
      if (first && old && wheel && anchor && hold !== 'more') {
        // In the direction in which it was, wherever the one before it went.
        const at = { x: anchor.x + old.x - first.x, y: anchor.y + old.y - first.y };
        const stand = standBeside(draft, anchor, at, wheel.gear.teeth);
        putWheel(pen, old, stand, hold);
        now.set(to, { ...wheel, ...(hold === 'ground' ? stand : { angle: stand.angle }) });
      }
    }
    before.forEach(({ gear }, index) => moveRacks(pen, index, gear, now.get(index)?.gear ?? gear));
    writeRatios(pen);
  });
}
