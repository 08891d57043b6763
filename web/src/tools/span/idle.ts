// idle.ts: shows where the first end would be.
import { anchorOf } from '../anchors';
import type { Bench, State } from '../machine';
import { endAt } from './end';
import { spanning } from './spanning';
import type { Span } from './index';

export function idle(bench: Bench, span: Span): State {
  return {
    name: 'idle',
    move: (pointer) => {
      const end = endAt(bench, pointer, null);
      bench.preview([...end.guides, { kind: 'point', at: end.spot }]);
      bench.app.ui.hint.value = `From ${end.name}`;
    },
    down: (pointer) => bench.go(spanning(bench, span, anchorOf(bench, endAt(bench, pointer, null).spot), pointer)),
  };
}
