// grab.ts: what a drag takes hold of: a body at a point of the world.
import type { Point } from '../../view/geometry/camera';
import type { Hit } from '../../view/geometry/hit';
import { jointPoint } from '../../view/geometry/places';
import { factsOf, placeOf } from '../common';
import type { Bench, Pointer } from '../machine';

export interface Grab {
  readonly body: number;
  /** The name of the point that was hit; '': somewhere on the body. */
  readonly point: string;
  /** In the world [m]. */
  readonly at: Point;
  /** From the pointer to there, so that nothing jumps when the drag begins. */
  readonly offset: Point;
}

/** Null where there is nothing to take hold of. */
export function grabOf(bench: Bench, pointer: Pointer, hit: Hit): Grab | null {
  const facts = factsOf(bench);
  if (hit.kind === 'point') {
    const point = facts.bodies[hit.body]?.points[hit.point]?.name ?? '';
    return at(hit.body, point, placeOf(bench, hit.body, point) ?? pointer.at, pointer);
  }
  if (hit.kind === 'joint') {
    const joint = facts.joints[hit.joint];
    const body = joint?.bodies.find((one) => one !== 0 && !facts.bodies[one]?.fixed) ?? 0;
    const place = joint ? jointPoint(bench.app.stage.poses.value, joint) : null;
    return body > 0 && place ? at(body, '', place, pointer) : null;
  }
  return hit.kind === 'body' || hit.kind === 'dimension' ? at(hit.body, '', pointer.at, pointer) : null;
}

function at(body: number, point: string, place: Point, pointer: Pointer): Grab {
  return { body, point, at: place, offset: { x: place.x - pointer.at.x, y: place.y - pointer.at.y } };
}

/** Not so what stands, and a body without joints, taken anywhere but at a point: those are moved as they are. */
export function hasFreedoms(bench: Bench, { body, point }: Grab): boolean {
  const { bodies, joints } = factsOf(bench);
  return !bodies[body]?.fixed && (point !== '' || joints.some((joint) => joint.bodies.includes(body)));
}

/** The pointer as if it were where the point is. */
export function held(grab: Grab, pointer: Pointer): Pointer {
  return { ...pointer, at: { x: pointer.at.x + grab.offset.x, y: pointer.at.y + grab.offset.y } };
}
