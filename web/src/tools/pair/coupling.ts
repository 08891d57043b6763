// coupling.ts: the first wheel is chosen: another under the next release is the second.
import { bodyNamed, edit, factsOf, isFar } from '../common';
import type { Bench, Pointer, State } from '../machine';
import { wheelAt } from './wheel';
import type { Pair } from './index';

export function coupling(bench: Bench, pair: Pair, first: string, pressed: Pointer): State {
  let isFirstPress = true;
  return {
    name: 'coupling',
    move: (pointer) => {
      const poses = bench.app.stage.poses.value;
      const a = bodyNamed(bench, first);
      const b = wheelAt(bench, pointer);
      const name = factsOf(bench).bodies[b]?.name ?? '';
      bench.app.ui.hint.value = b > 0 && b !== a ? `Couple ${first} and ${name}` : 'Click the second wheel';
      bench.preview(a < 0 ? [] : [{ kind: 'line', from: { x: poses[4 * a] ?? 0, y: poses[4 * a + 1] ?? 0 }, to: pointer.at }]);
    },
    up: (pointer) => {
      const isClick = isFirstPress && !isFar(pressed, pointer);
      isFirstPress = false;
      const [a, b] = [bodyNamed(bench, first), wheelAt(bench, pointer)];
      if (!isClick && b > 0) {
        bench.home();
        edit(bench, `Add a ${pair.name}`, (draft) => pair.add(draft, a, b));
      }
    },
    cancel: () => bench.home(),
  };
}
