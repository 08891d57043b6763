// anchors.ts: spots that were clicked, with the names of their bodies, so that they survive new texts
// and undo while a tool is at work.
import type { Spot } from '../document/draft';
import { bodyNamed, factsOf, placeOf } from './common';
import type { Bench } from './machine';
import { roundingOf } from './snap/snap';

export interface Anchor {
  readonly spot: Spot;
  /** Name of the body of the spot; '' where it has none. */
  readonly body: string;
}

/** From the first to the last. */
export type Chain = readonly Anchor[];

export function anchorOf(bench: Bench, spot: Spot): Anchor {
  return { spot, body: 'body' in spot ? (factsOf(bench).bodies[spot.body]?.name ?? '') : '' };
}

/** The spot where the anchor is now; null where its body is no more. */
export function spotOf(bench: Bench, { spot, body: name }: Anchor): Spot | null {
  if (!('body' in spot)) {
    return spot;
  }
  const body = bodyNamed(bench, name);
  if (spot.kind !== 'point') {
    return body < 0 ? null : { ...spot, body };
  }
  const at = placeOf(bench, body, spot.point);
  // Where it was put, as long as it is there.
  const stays = at && Math.hypot(at.x - spot.x, at.y - spot.y) < roundingOf(factsOf(bench));
  return at && (stays ? { ...spot, body } : { ...spot, body, x: at.x, y: at.y });
}

/** The chain without what was undone. */
export function living(bench: Bench, chain: Chain): Chain {
  const dead = chain.findIndex((anchor) => spotOf(bench, anchor) === null);
  return dead < 0 ? chain : chain.slice(0, dead);
}

export function lastSpot(bench: Bench, chain: Chain): Spot | null {
  const last = chain[chain.length - 1];
  return last ? spotOf(bench, last) : null;
}
