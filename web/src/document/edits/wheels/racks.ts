// racks.ts: racks that follow when the wheel that rolls along them becomes larger or smaller.
import type { GearFact, JointFact } from '../../../core/facts';
import { shiftGround } from '../arrange';
import { bodyAt } from '../writing/bodies';
import { poseOf, toWorld, turn } from '../writing/frames';
import { isOwnJoint } from '../writing/joins';
import type { Pen } from '../writing/pen';
import { writePlace } from '../writing/places';

const radiusOf = ({ teeth, module }: GearFact): number => (teeth * module) / 2;

/** Those that rolled on its pitch circle do so on the new one. */
export function moveRacks(pen: Pen, wheel: number, before: GearFact, now: GearFact): void {
  const { facts } = pen.renew();
  for (const { name } of facts.joints.filter((joint) => joint.kind === 'rack' && joint.bodies.includes(wheel))) {
    const joint = pen.renew().facts.joints.find((one) => one.name === name);
    const radius = joint?.values['radius'] ?? 0;
    const rolled = Math.abs(Math.abs(radius) - radiusOf(before)) <= pen.numbers.step;
    if (joint && joint.span !== null && rolled && isOwnJoint(pen, joint)) {
      pushRack(pen, joint, wheel, radiusOf(now) - radiusOf(before));
      pen.replace(pen.find(`${pen.path(pen.elementAt(joint.span))}.with`), `rack(${pen.numbers.length(Math.sign(radius) * radiusOf(now))})`);
      pen.flush();
    }
  }
}

/** Away from the axle of the wheel, where a slider in the ground is all else that holds it. */
function pushRack(pen: Pen, joint: JointFact, wheel: number, way: number): void {
  const { draft } = pen;
  const rack = joint.bodies.find((body) => body !== wheel) ?? 0;
  const ends = joint.pairs[0] ?? [];
  const [axle, line] = [wheel, rack].map((body) => ends.find((end) => end.body === body));
  const others = draft.facts.joints.filter((one) => one !== joint && one.bodies.includes(rack));
  if (!axle || !line || rack === 0 || !others.every((one) => one.kind === 'slider' && one.bodies.includes(0))) {
    return;
  }
  const pose = poseOf(draft, rack);
  const [from, to] = [toWorld(poseOf(draft, wheel), axle), toWorld(pose, line)];
  const along = turn(pose, { x: line.dx, y: line.dy });
  const side = Math.sign(along.x * (to.y - from.y) - along.y * (to.x - from.x)) / Math.hypot(along.x, along.y);
  const delta = { x: -side * along.y * way, y: side * along.x * way };
  writePlace(pen, bodyAt(draft, rack), { ...pose, x: pose.x + delta.x, y: pose.y + delta.y });
  shiftGround(pen, new Set([rack]), delta);
}
