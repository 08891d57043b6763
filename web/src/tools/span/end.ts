// end.ts: an end of a spring, rod or damper: a point of a body, or the ground.
import type { Spot } from '../../document/draft';
import type { PreviewShape } from '../../view/preview';
import { factsOf, snapAt } from '../common';
import type { Bench, Pointer } from '../machine';

export interface End {
  readonly spot: Spot;
  readonly guides: readonly PreviewShape[];
  /** For hints. */
  readonly name: string;
}

export function endAt(bench: Bench, pointer: Pointer, from: Spot | null): End {
  const { spot, guides } = snapAt(bench, pointer, { from });
  if (!('body' in spot)) {
    return { spot: { kind: 'ground', x: spot.x, y: spot.y }, guides, name: 'the ground' };
  }
  const body = factsOf(bench).bodies[spot.body]?.name ?? '';
  return { spot, guides, name: spot.kind === 'point' ? `${body}.${spot.point}` : `a new point of ${body}` };
}
