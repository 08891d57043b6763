// idle.ts: nothing is pressed: what is under the pointer is shown; keys nudge and go round.
import { openLength, openPanel } from '../../panels/open';
import { pickOf, type Hit } from '../../view/hit';
import { factsOf, hitAt, hover, setHover } from '../common';
import type { Bench, Pointer, State } from '../machine';
import { cycle } from './cycle';
import { nudge } from './nudge';
import { pointing } from './pointing';
import { toggle } from './toggle';

export function idle(bench: Bench): State {
  return {
    name: 'idle',
    move: (pointer) => {
      const hit = hover(bench, pointer);
      bench.app.ui.hint.value = hintOf(bench, hit, pointer);
    },
    down: (pointer) => {
      const hit = hitAt(bench, pointer);
      if (pointer.clicks === 2 && hit.kind !== 'none') {
        openValue(bench, hit);
      } else {
        bench.go(pointing(bench, pointer, hit));
      }
    },
    key: (key) => {
      if (key.key === 'Tab') {
        return cycle(bench, key.shift ? -1 : 1);
      }
      return key.key === 't' && !key.ctrl && !key.alt ? toggle(bench) : nudge(bench, key);
    },
    exit: () => setHover(bench, null),
  };
}

function hintOf({ app }: Bench, hit: Hit, pointer: Pointer): string {
  if (app.live.state.value !== 'off') {
    return '';
  }
  if (hit.kind === 'dimension') {
    return 'Double click: type the length';
  }
  const shapes = hit.kind === 'point' && (pointer.ctrl || app.ui.mode.value === 'shape');
  return shapes ? 'Drag changes the lengths' : '';
}

/** A double click leads to the numbers of what was hit. */
function openValue(bench: Bench, hit: Hit): void {
  const pick = pickOf(factsOf(bench), hit);
  if (pick) {
    bench.app.ui.selection.value = [pick];
    if (hit.kind === 'dimension') {
      const points = factsOf(bench).bodies[hit.body]?.points;
      openLength(bench.app, points?.[hit.a]?.name ?? '', points?.[hit.b]?.name ?? '');
    } else {
      openPanel(bench.app, 'inspector');
    }
  }
}
