// idle.ts: shows where the block would be.
import type { Spot } from '../../document/draft';
import { snapAt } from '../common';
import type { Bench, Pointer, State } from '../machine';
import { turning } from './turning';

export function idle(bench: Bench): State {
  return {
    name: 'idle',
    move: (pointer) => {
      const found = snapAt(bench, pointer);
      const { x, y } = found;
      bench.preview([...found.guides, { kind: 'joint', joint: 'slider', at: { x, y }, angle: 0 }]);
      bench.app.ui.hint.value = found.spot.kind === 'free' ? 'Slider; drag: its direction' : `Slider: ${found.hint}`;
    },
    down: (pointer) => bench.go(turning(bench, pointer, spotAt(bench, pointer))),
  };
}

/** A block is held by a pin, not by a slot. */
function spotAt(bench: Bench, pointer: Pointer): Spot {
  const { spot, x, y } = snapAt(bench, pointer);
  return spot.kind === 'slot' ? { kind: 'body', body: spot.body, x, y } : spot;
}
