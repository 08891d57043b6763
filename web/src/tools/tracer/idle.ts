// idle.ts: shows on which link a tracer point would be.
import { factsOf, snapAt } from '../common';
import type { Bench, State } from '../machine';
import { placing } from './placing';

export function idle(bench: Bench): State {
  return {
    name: 'idle',
    move: (pointer) => {
      const { spot, x, y } = snapAt(bench, pointer);
      const name = 'body' in spot ? (factsOf(bench).bodies[spot.body]?.name ?? '') : '';
      bench.app.ui.hint.value =
        spot.kind === 'point' ? `Trace ${name}.${spot.point}` : name ? `Tracer point on ${name}; drag: beside it` : 'Click a link';
      bench.preview(name ? [{ kind: 'point', at: { x, y } }] : []);
    },
    down: (pointer) => {
      const { spot } = snapAt(bench, pointer);
      if ('body' in spot && spot.body > 0) {
        bench.go(placing(bench, pointer, spot));
      }
    },
  };
}
