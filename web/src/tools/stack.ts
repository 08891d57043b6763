// stack.ts: what lies on top of what at a place of the picture, and what is selected next there.
import type { Pick } from '../app';
import { pickName } from '../panels/words';
import type { Point } from '../view/geometry/camera';
import { allHits, pickOf } from '../view/geometry/hit';
import { factsOf, hitInput } from './common';
import type { Sight } from './machine';

/** What a second click takes. */
export interface Below {
  readonly pick: Pick;
  /** 'link1 (below link2)'; of the uppermost, when all have had their turn, its name alone. */
  readonly name: string;
}

/** What is below the one thing that is selected at this place; null where nothing is. */
export function below(sight: Sight, px: Point, touch: boolean): Below | null {
  const [only, ...others] = sight.app.ui.selection.value;
  const hits = allHits(hitInput(sight, touch), px.x, px.y);
  const picks = hits.flatMap((hit) => pickOf(factsOf(sight), hit) ?? []);
  const now = picks.findIndex((pick) => JSON.stringify(pick) === JSON.stringify(only));
  const above = picks[now];
  const next = picks[now + 1] ?? picks[0];
  if (!above || !next || next === above || others.length > 0) {
    return null;
  }
  return { pick: next, name: next === picks[0] ? pickName(next) : `${pickName(next)} (below ${pickName(above)})` };
}
