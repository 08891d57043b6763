// joints.ts: the joints that a hit is about, those with the ground first.
import type { Hit } from '../view/geometry/hit';
import { lookup } from '../view/geometry/lookup';
import { factsOf } from './common';
import type { Bench } from './machine';

export function jointsOf(bench: Bench, hit: Hit): readonly number[] {
  const facts = factsOf(bench);
  if (hit.kind === 'joint') {
    return [hit.joint];
  }
  if (hit.kind !== 'point') {
    return [];
  }
  const grounded = (joint: number): boolean => facts.joints[joint]?.bodies.some((body) => body === 0 || facts.bodies[body]?.fixed) ?? false;
  const here = lookup(facts).jointsAt[hit.body]?.[hit.point] ?? [];
  return [...here.filter(grounded), ...here.filter((joint) => !grounded(joint))];
}
