// turning.ts: the block is put; the release sets the way in which it slides.
import type { Spot } from '../../document/draft';
import { addSlider } from '../../document/edits';
import { closing } from '../closing';
import { bodyNamed, edit } from '../common';
import type { Bench, Pointer, State } from '../machine';
import { wayOf, wayText } from '../way';

export function turning(bench: Bench, start: Pointer, spot: Spot): State {
  return {
    name: 'turning',
    move: (pointer) => {
      const angle = wayOf(start, spot, pointer, 0);
      bench.preview([
        { kind: 'guide', at: spot, angle },
        { kind: 'joint', joint: 'slider', at: spot, angle },
      ]);
      bench.app.ui.hint.value = `Slides along ${wayText(angle)}`;
    },
    up: (pointer) => {
      bench.home();
      closing(bench, 'Add a slider', () => {
        const made = edit(bench, 'Add a slider', (draft) => addSlider(draft, spot, wayOf(start, spot, pointer, 0)));
        return bodyNamed(bench, made?.[0] ?? '');
      });
    },
    cancel: () => bench.home(),
  };
}
