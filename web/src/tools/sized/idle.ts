// idle.ts: shows one of the usual size under the pointer.
import { ghostJoint } from '../common';
import type { Bench, State } from '../machine';
import { sizing } from './sizing';
import { spotFor, usualSize } from './spot';
import type { Sized } from './index';

export function idle(bench: Bench, sized: Sized): State {
  return {
    name: 'idle',
    move: (pointer) => {
      const { spot, guides, hint } = spotFor(bench, sized, pointer);
      const axle = sized.joins ? [ghostJoint(spot)] : [];
      bench.preview([sized.shape(spot, usualSize(bench, sized), 0), ...axle, ...guides]);
      bench.app.ui.hint.value = hint;
    },
    down: (pointer) => bench.go(sizing(bench, sized, pointer)),
  };
}
