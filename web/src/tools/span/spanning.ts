// spanning.ts: the first end is chosen: the next release away from it, or the next click, is the
// second.
import { spotOf, type Anchor } from '../anchors';
import { edit, isFar } from '../common';
import type { Bench, Pointer, State } from '../machine';
import { endAt } from './end';
import type { Span } from './index';

export function spanning(bench: Bench, span: Span, first: Anchor, pressed: Pointer): State {
  let isFirstPress = true;
  return {
    name: 'spanning',
    move: (pointer) => {
      const from = spotOf(bench, first);
      if (!from) {
        bench.home();
        return;
      }
      const end = endAt(bench, pointer, from);
      bench.preview([...end.guides, { kind: 'line', from, to: end.spot }]);
      bench.app.ui.hint.value = `${span.name[0]?.toUpperCase() ?? ''}${span.name.slice(1)} to ${end.name}`;
    },
    up: (pointer) => {
      const from = spotOf(bench, first);
      const isClick = isFirstPress && !isFar(pressed, pointer);
      isFirstPress = false;
      if (isClick) {
        return;
      }
      const to = endAt(bench, pointer, from).spot;
      bench.home();
      if (from) {
        edit(bench, `Add a ${span.name}`, (draft) => span.add(draft, from, to));
      }
    },
    cancel: () => bench.home(),
  };
}
