// idle.ts: no bar is begun: shows where the first pin would be.
import type { Spot } from '../../document/draft';
import { anchorOf } from '../anchors';
import { ghostJoint, snapAt } from '../common';
import type { Bench, Pointer, State } from '../machine';
import { drawing } from './drawing';

export function idle(bench: Bench): State {
  return {
    name: 'idle',
    move: (pointer) => {
      const { spot, guides, hint } = firstSpot(bench, pointer);
      bench.preview([...guides, ghostJoint(spot)]);
      bench.app.ui.hint.value = hint;
    },
    down: (pointer) => {
      const { spot } = firstSpot(bench, pointer);
      bench.go(drawing(bench, [anchorOf(bench, spot)], pointer));
    },
  };
}

/** An empty place is a pin in the ground: linkages begin there. */
function firstSpot(bench: Bench, pointer: Pointer) {
  const found = snapAt(bench, pointer);
  if (found.spot.kind !== 'free') {
    return found;
  }
  const spot: Spot = { kind: pointer.ctrl ? 'free' : 'ground', x: found.x, y: found.y };
  return { ...found, spot, hint: pointer.ctrl ? 'Free end' : 'Ground pin (Ctrl: free end)' };
}
