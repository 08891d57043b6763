// idle.ts: shows where the first pin would be.
import { anchorOf } from '../anchors';
import { ghostJoint, snapAt } from '../common';
import type { Bench, State } from '../machine';
import { drawing } from './drawing';

export function idle(bench: Bench): State {
  return {
    name: 'idle',
    move: (pointer) => {
      const { spot, guides, hint } = snapAt(bench, pointer);
      bench.preview([...guides, ghostJoint(spot)]);
      bench.app.ui.hint.value = hint || 'First pin of the link';
    },
    down: (pointer) => bench.go(drawing(bench, [anchorOf(bench, snapAt(bench, pointer).spot)], true)),
  };
}
