// ends.ts: the two sides of each pair that a join matches, as the text writes them: a feature by its
// name, or a point written out.
import type { JointEnd, JointFact } from '../../../core/facts';
import type { Node } from '../../../core/core';
import type { Draft } from '../../draft';
import { bodyAt, pointNear } from './bodies';
import { isOwnJoint } from './joins';
import type { Pen } from './pen';

export interface End {
  readonly joint: JointFact;
  readonly pair: number;
  readonly side: 0 | 1;
  readonly body: number;
  /** In the axes of the body. */
  readonly x: number;
  readonly y: number;
  /** The name of the feature; '' where the point is written out or nobody knows. */
  readonly feature: string;
  /** Where it stands in the text; 0: elsewhere, or several times. */
  readonly node: Node;
}

/** Hinges whose sides coincide, so that one side cannot move without the other. */
const HOLDING = new Set(['pin', 'slider', 'rigid', 'ball.and.socket']);

export function holds(joint: JointFact): boolean {
  return HOLDING.has(joint.kind);
}

/** All ends of all joints. */
export function endsOf(pen: Pen): readonly End[] {
  return pen.draft.facts.joints.flatMap((joint) => {
    const path = isOwnJoint(pen, joint) && joint.span !== null ? pen.path(pen.elementAt(joint.span)) : '';
    return joint.pairs.flatMap((pair, k) => [
      endOf(pen, joint, path, k, 0, pair[0]),
      endOf(pen, joint, path, k, 1, pair[1]),
    ]);
  });
}

function endOf(pen: Pen, joint: JointFact, path: string, pair: number, side: 0 | 1, end: JointEnd): End {
  const node = path === '' ? 0 : pen.find(`${path}.matching[${pair + 1}][${side + 1}]`);
  const text = node === 0 ? '' : pen.slice(node);
  const named = /^[\w.[\]]+$/.test(text) ? text.replace(/^.*\./, '') : '';
  const feature = node === 0 ? featureAt(pen.draft, end, pen.numbers.step) : named;
  return { joint, pair, side, body: end.body, x: end.x, y: end.y, feature, node };
}

function featureAt(draft: Draft, end: JointEnd, reach: number): string {
  return end.body === 0 ? '' : (pointNear(bodyAt(draft, end.body), end, reach)?.name ?? '');
}

export function otherEnd(ends: readonly End[], end: End): End | undefined {
  return ends.find((e) => e.joint === end.joint && e.pair === end.pair && e.side !== end.side);
}
