// sizing.ts: the place is chosen; the release sets the size.
import { selectMade } from '../../actions/edit';
import { lengthText } from '../../view/units';
import { edit, inUnits, isFar, snapAt } from '../common';
import type { Bench, Pointer, State } from '../machine';
import { spotFor, titled, usualSize } from './spot';
import type { Sized } from './index';

export function sizing(bench: Bench, sized: Sized, start: Pointer): State {
  const { spot } = spotFor(bench, sized, start);
  const measure = (pointer: Pointer) => {
    const to = snapAt(bench, pointer, { linesOnly: true, from: spot });
    const size = sized.size(spot, to);
    const isDrag = isFar(start, pointer) && size > 0;
    return isDrag
      ? { size, at: sized.centre?.(spot, to) ?? spot, angle: sized.angle?.(spot, to) ?? 0 }
      : { size: usualSize(bench, sized), at: spot, angle: 0 };
  };
  return {
    name: 'sizing',
    move: (pointer) => {
      const { size, at, angle } = measure(pointer);
      const { units, hint } = bench.app.ui;
      bench.preview([sized.shape(at, size, angle), { kind: 'value', at, text: lengthText(size, units.value) }]);
      hint.value = `${titled(sized.name)} of ${sized.round ? 'radius ' : ''}${inUnits(bench, size)}`;
    },
    up: (pointer) => {
      const { size, at, angle } = measure(pointer);
      bench.home();
      const made = edit(bench, `Add a ${sized.name}`, (draft) => sized.add(draft, { ...spot, x: at.x, y: at.y }, size, angle));
      selectMade(bench.app, made ?? []);
      if (made && sized.once) {
        bench.app.ui.tool.value = 'select';
      }
    },
    cancel: () => bench.home(),
  };
}
