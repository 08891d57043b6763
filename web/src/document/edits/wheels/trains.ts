// trains.ts: wheels with teeth that mesh: where they stand beside each other, and what of a train
// moves when one of its wheels changes. What meshing is the core knows (Core.mesh).
import type { GearFact, JointFact } from '../../../core/facts';
import type { Draft } from '../../draft';
import { shiftGround } from '../arrange';
import { bodyAt } from '../writing/bodies';
import { angleOf, distance, poseAt, poseOf } from '../writing/frames';
import type { Vec } from '../writing/frames';
import type { Pen } from '../writing/pen';
import { restPoses, writePlace } from '../writing/places';

/** A wheel with teeth, where the text puts it. */
export interface Wheel extends Vec {
  readonly body: number;
  readonly name: string;
  readonly gear: GearFact;
  readonly angle: number;
}

/** The wheels of a draft by the numbers of their bodies, as they stand at rest. */
export function wheelsOf(draft: Draft): Map<number, Wheel> {
  const rest = { ...draft, poses: restPoses(draft) };
  const found = new Map<number, Wheel>();
  draft.facts.bodies.forEach(({ gear, name }, body) => {
    if (gear !== null) {
      const pose = poseOf(rest, body);
      found.set(body, { body, name, gear, x: pose.x, y: pose.y, angle: angleOf(pose) });
    }
  });
  return found;
}

/** Where a wheel meshes with another: on the line from that one to where it is. */
export function standBeside(draft: Draft, first: Wheel, at: Vec, teeth: number): Vec & { readonly angle: number } {
  const direction = Math.atan2(at.y - first.y, at.x - first.x);
  const mesh = draft.core.mesh(first.gear, teeth, first.angle, direction);
  return {
    x: first.x + mesh.distance * Math.cos(direction),
    y: first.y + mesh.distance * Math.sin(direction),
    angle: mesh.angle,
  };
}

/** The ratio of a gear as its teeth give it: turns of the first for one of the second. */
export function ratioText(first: GearFact, second: GearFact): string {
  return `gear(ratio: -${second.teeth} / ${first.teeth})`;
}

/** What holds a wheel but for these joints: its own pin in the ground, one elsewhere, or more. */
export type Hold = 'ground' | 'axle' | 'more';

export function holdOf(draft: Draft, body: number, except: readonly JointFact[]): Hold {
  const [pin, more] = draft.facts.joints.filter((joint) => joint.bodies.includes(body) && !except.includes(joint));
  const end = pin?.pairs[0]?.find((one) => one.body === body);
  if (!end || more || pin?.kind !== 'pin' || Math.hypot(end.x, end.y) > 0 || bodyAt(draft, body).locked) {
    return 'more';
  }
  return pin.bodies.includes(0) ? 'ground' : 'axle';
}

/** Writes where a wheel stands now; its pin in the ground goes along. */
export function putWheel(pen: Pen, from: Vec & { readonly body: number }, to: Vec & { readonly angle: number }, hold: Hold): void {
  const at = hold === 'ground' ? to : from;
  writePlace(pen, bodyAt(pen.draft, from.body), poseAt(at.x, at.y, to.angle));
  if (hold === 'ground' && distance(from, to) > pen.numbers.step) {
    shiftGround(pen, new Set([from.body]), { x: to.x - from.x, y: to.y - from.y });
  }
  pen.renew();
}

/** The gears between wheels with teeth. */
export function gearsOf(draft: Draft): readonly JointFact[] {
  const toothed = (body: number) => bodyAt(draft, body).gear !== null;
  return draft.facts.joints.filter((joint) => joint.kind === 'gear' && joint.bodies.every(toothed));
}

export interface Mesh {
  readonly joint: JointFact;
  readonly from: number;
  readonly to: number;
}

/** The gears of the train that a wheel is in, from its first wheel on, each wheel but once. */
export function trainOf(draft: Draft, body: number): readonly Mesh[] {
  const gears = gearsOf(draft);
  const reach = (first: number): readonly Mesh[] => {
    const found = new Set([first]);
    const meshes: Mesh[] = [];
    for (const from of found) {
      for (const joint of gears.filter((one) => one.bodies.includes(from))) {
        const to = joint.bodies.find((one) => one !== from) ?? from;
        if (!found.has(to)) {
          found.add(to);
          meshes.push({ joint, from, to });
        }
      }
    }
    return meshes;
  };
  return reach(Math.min(body, ...reach(body).map(({ to }) => to)));
}
