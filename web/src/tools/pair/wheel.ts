// wheel.ts: the body under the pointer that may be a wheel.
import type { Hit } from '../../view/geometry/hit';
import { factsOf, hitAt, setHover } from '../common';
import type { Bench, Pointer } from '../machine';

/** Its number, shown as hovered; -1: none. */
export function wheelAt(bench: Bench, pointer: Pointer): number {
  const hit: Hit = hitAt(bench, pointer);
  const facts = factsOf(bench);
  const body = 'body' in hit ? hit.body : hit.kind === 'joint' ? (facts.joints[hit.joint]?.bodies.find((one) => one > 0) ?? -1) : -1;
  setHover(bench, body > 0 ? { kind: 'body', body: facts.bodies[body]?.name ?? '' } : null);
  return body > 0 ? body : -1;
}
