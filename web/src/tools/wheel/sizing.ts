// sizing.ts: the axle is chosen; the release sets the size. A wheel that meshes is coupled, and two
// that so come to turn each other get a motor. The tool stays, for the next wheel of the train.
import { selectMade } from '../../actions/edit';
import { addWheel } from '../../document/edits';
import { closing } from '../closing';
import { bodyNamed, edit, isFar } from '../common';
import type { Bench, Pointer, State } from '../machine';
import { axleFor } from '../sized/spot';
import type { Ghost } from './ghost';
import { planWheel } from './plan';

export function sizing(bench: Bench, ghost: Ghost, start: Pointer): State {
  const { spot } = axleFor(bench, 'wheel', start);
  const planAt = (pointer: Pointer) => {
    const radius = Math.hypot(pointer.at.x - spot.x, pointer.at.y - spot.y);
    return planWheel(bench, pointer, spot, isFar(start, pointer) && radius > 0 ? radius : null);
  };
  return {
    name: 'sizing',
    move: (pointer) => {
      const plan = planAt(pointer);
      bench.preview(ghost(plan));
      bench.app.ui.hint.value = plan.hint;
    },
    up: (pointer) => {
      const { spot: at, gear, mate } = planAt(pointer);
      bench.home();
      const add = () => {
        const made = edit(bench, 'Add a wheel', (draft) => addWheel(draft, at, { ...gear, ...(mate ? { mate: mate.body } : {}) }));
        selectMade(bench.app, made ?? []);
        return made && mate ? bodyNamed(bench, made[0] ?? '') : -1;
      };
      closing(bench, 'Add a wheel', add, 'stay');
    },
    cancel: () => bench.home(),
  };
}
