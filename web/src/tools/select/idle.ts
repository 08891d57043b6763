// idle.ts: nothing is pressed: what is under the pointer is shown; keys nudge and go round.
import type { Hit } from '../../view/geometry/hit';
import { hitAt, hover, setHover } from '../common';
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
    down: (pointer) => bench.go(pointing(bench, pointer, hitAt(bench, pointer))),
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
    return 'Double-click to type the length';
  }
  const shapes = hit.kind === 'point' && (pointer.ctrl || app.ui.mode.value === 'shape');
  return shapes ? 'Dragging changes lengths' : '';
}
