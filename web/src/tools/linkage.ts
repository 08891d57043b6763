// linkage.ts: what is joined to what, according to the facts.
import type { SketchFacts } from '../core/facts';
import { lookup } from '../view/geometry/lookup';

/** Joints that hold a point in place, so that it is not loose. */
const HOLDS = new Set(['pin', 'slider', 'rigid', 'point_on_line', 'ball.and.socket']);

/** Whether a point of a body is joined to nothing. */
export function isLoose(facts: SketchFacts, body: number, point: string): boolean {
  const index = facts.bodies[body]?.points.findIndex((one) => one.name === point) ?? -1;
  const joints = lookup(facts).jointsAt[body]?.[index];
  return joints !== undefined && joints.every((joint) => !HOLDS.has(facts.joints[joint]?.kind ?? ''));
}

/** The body and those that are joined to it at once. */
export function neighbours(facts: SketchFacts, body: number): ReadonlySet<number> {
  const near = facts.joints.filter((joint) => joint.bodies.includes(body)).flatMap((joint) => joint.bodies);
  return new Set([body, ...near.filter((one) => one !== 0)]);
}

/** All bodies that are joined to it, but for what only the ground or fixed bodies lead to. */
export function linkageOf(facts: SketchFacts, body: number): ReadonlySet<number> {
  const found = new Set([body]);
  for (const next of found) {
    for (const joint of facts.joints) {
      if (joint.bodies.includes(next) && !facts.bodies[next]?.fixed) {
        joint.bodies.filter((one) => one !== 0).forEach((one) => found.add(one));
      }
    }
  }
  return found;
}

/** The linkages of all these bodies together. */
export function linkagesOf(facts: SketchFacts, bodies: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const body of bodies) {
    if (!found.has(body)) {
      linkageOf(facts, body).forEach((one) => found.add(one));
    }
  }
  return found;
}
