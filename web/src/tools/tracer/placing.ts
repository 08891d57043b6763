// placing.ts: the link is chosen; the release sets where its tracer point is.
import type { Spot } from '../../document/draft';
import { addPoint, setTrace } from '../../document/edits';
import { edit, factsOf, isFar, snapAt } from '../common';
import type { Bench, Pointer, State } from '../machine';

export function placing(bench: Bench, start: Pointer, spot: Spot & { readonly body: number }): State {
  const name = factsOf(bench).bodies[spot.body]?.name ?? '';
  const from = { x: spot.x, y: spot.y };
  const target = (pointer: Pointer) => (isFar(start, pointer) ? snapAt(bench, pointer, { linesOnly: true, from }) : from);
  return {
    name: 'placing',
    move: (pointer) => {
      const at = target(pointer);
      bench.preview([{ kind: 'line', from, to: at }, { kind: 'point', at }]);
      bench.app.ui.hint.value = `Tracer point of ${name}`;
    },
    up: (pointer) => {
      bench.home();
      if (spot.kind === 'point' && !isFar(start, pointer)) {
        edit(bench, 'Trace a point', (draft) => setTrace(draft, spot.body, spot.point, true));
      } else {
        add(bench, spot.body, target(pointer));
      }
    },
    cancel: () => bench.home(),
  };
}

function add(bench: Bench, body: number, at: { readonly x: number; readonly y: number }): void {
  const made = edit(bench, 'Add a tracer point', (draft) => addPoint(draft, body, at.x, at.y));
  if (made && factsOf(bench).drives.length === 0) {
    bench.app.say('It leaves a trace when a motor drives the linkage.');
  }
}
