// banding.ts: a rubber band selects what is wholly inside it; Shift adds.
import type { Pick } from '../../app';
import { hitsInside, pickOf } from '../../view/geometry/hit';
import { factsOf, hitInput } from '../common';
import type { Bench, Pointer, State } from '../machine';

export function banding(bench: Bench, start: Pointer): State {
  const { selection } = bench.app.ui;
  const before = selection.value;
  return {
    name: 'banding',
    move: (pointer) => {
      const hits = hitsInside(hitInput(bench, pointer.touch), start.px, pointer.px);
      const picks = hits.flatMap((hit): Pick[] => {
        const pick = pickOf(factsOf(bench), hit);
        return pick ? [pick] : [];
      });
      const kept = pointer.shift ? before.filter((old) => !picks.some((pick) => JSON.stringify(pick) === JSON.stringify(old))) : [];
      const next = [...kept, ...picks];
      if (JSON.stringify(next) !== JSON.stringify(selection.value)) {
        selection.value = next;
      }
      bench.preview([{ kind: 'band', from: start.at, to: pointer.at }]);
    },
    up: () => bench.home(),
    cancel: () => {
      selection.value = before;
      bench.home();
    },
  };
}
