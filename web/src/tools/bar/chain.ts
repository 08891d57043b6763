// chain.ts: what is done with a chain of bars: another bar, and whether it may end in the ground.
import { draftOf } from '../../actions/edit';
import type { Spot } from '../../document/draft';
import { addLink, groundPoint } from '../../document/edits';
import { lastSpot, type Chain } from '../anchors';
import { bodyNamed, edit, newLink } from '../common';
import type { Bench } from '../machine';

/** Makes a bar from the last pin to a spot; returns the chain with its far pin. Null: refused. */
export function addBar(bench: Bench, chain: Chain, to: Spot): Chain | null {
  const from = lastSpot(bench, chain);
  const made = from && edit(bench, 'Draw a bar', (draft) => addLink(draft, [from, to], newLink(bench)));
  const name = made?.[0];
  const body = name === undefined ? -1 : bodyNamed(bench, name);
  // Where it was meant to be: lengths and angles are rounded, and the next bar must not inherit that.
  return name !== undefined && body > 0 ? [...chain, { spot: { kind: 'point', body, point: 'b', x: to.x, y: to.y }, body: name }] : null;
}

/** Whether the last bar would still move if its far pin were in the ground: the core knows. */
export function canGround(bench: Bench, chain: Chain): boolean {
  const spot = lastSpot(bench, chain);
  const draft = draftOf(bench.app);
  if (!draft || chain.length < 2 || spot?.kind !== 'point') {
    return false;
  }
  const outcome = groundPoint(draft, spot.body, spot.point, spot);
  if ('refused' in outcome) {
    return false;
  }
  const sketch = draft.core.sketch(outcome.text);
  const motions = sketch.diagnosis()?.motions ?? [];
  sketch.dispose();
  return motions.some((motion) => motion.bodies.includes(spot.body));
}
