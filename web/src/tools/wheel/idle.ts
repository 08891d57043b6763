// idle.ts: shows the wheel that a click would make.
import type { Bench, State } from '../machine';
import { axleFor } from '../sized/spot';
import type { Ghost } from './ghost';
import { planWheel } from './plan';
import { sizing } from './sizing';

export function idle(bench: Bench, ghost: Ghost): State {
  return {
    name: 'idle',
    move: (pointer) => {
      const axle = axleFor(bench, 'wheel', pointer);
      const plan = planWheel(bench, pointer, axle.spot, null);
      bench.preview([...ghost(plan), ...(plan.mate ? [] : axle.guides)]);
      bench.app.ui.hint.value = plan.mate ? plan.hint : axle.hint;
    },
    down: (pointer) => {
      // Marks of the wheel before would stand where the teeth are to be seen.
      bench.app.ui.selection.value = [];
      bench.go(sizing(bench, ghost, pointer));
    },
  };
}
