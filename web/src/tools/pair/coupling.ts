// coupling.ts: the first wheel is chosen: another under the next release is the second.
import { draftOf } from '../../actions/edit';
import { closing } from '../closing';
import { bodyNamed, edit, factsOf, isFar } from '../common';
import type { Bench, Pointer, State } from '../machine';
import { wheelAt } from './wheel';
import type { Pair } from './index';

export function coupling(bench: Bench, pair: Pair, first: string, pressed: Pointer): State {
  let isFirstPress = true;
  let pointed = 0;
  let hint = '';
  // What a release would do is worked out once for each wheel that is pointed at.
  const hintOf = (a: number, b: number): string => {
    const draft = b === pointed ? null : draftOf(bench.app);
    if (draft) {
      pointed = b;
      hint = pair.hint(draft, a, b) || `Couple ${first} and ${factsOf(bench).bodies[b]?.name ?? ''}`;
    }
    return hint;
  };
  return {
    name: 'coupling',
    move: (pointer) => {
      const poses = bench.app.stage.poses.value;
      const a = bodyNamed(bench, first);
      const b = wheelAt(bench, pointer);
      bench.app.ui.hint.value = b > 0 && b !== a ? hintOf(a, b) : 'Click the second wheel';
      bench.preview(a < 0 ? [] : [{ kind: 'line', from: { x: poses[4 * a] ?? 0, y: poses[4 * a + 1] ?? 0 }, to: pointer.at }]);
    },
    up: (pointer) => {
      const isClick = isFirstPress && !isFar(pressed, pointer);
      isFirstPress = false;
      const [a, b] = [bodyNamed(bench, first), wheelAt(bench, pointer)];
      if (!isClick && b > 0) {
        bench.home();
        closing(bench, `Add a ${pair.name}`, () => (edit(bench, `Add a ${pair.name}`, (draft) => pair.add(draft, a, b)) ? b : -1));
      }
    },
    cancel: () => bench.home(),
  };
}
