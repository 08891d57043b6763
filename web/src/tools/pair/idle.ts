// idle.ts: shows which wheel would be the first.
import { factsOf } from '../common';
import type { Bench, State } from '../machine';
import { wheelAt } from './wheel';
import { coupling } from './coupling';
import type { Pair } from './index';

export function idle(bench: Bench, pair: Pair): State {
  return {
    name: 'idle',
    move: (pointer) => {
      const wheel = wheelAt(bench, pointer);
      bench.app.ui.hint.value = wheel > 0 ? `From ${factsOf(bench).bodies[wheel]?.name ?? ''}` : 'Click the first wheel';
    },
    down: (pointer) => {
      const wheel = wheelAt(bench, pointer);
      if (wheel > 0) {
        bench.go(coupling(bench, pair, factsOf(bench).bodies[wheel]?.name ?? '', pointer));
      }
    },
  };
}
