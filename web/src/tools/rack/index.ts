// index.ts: the tool that gives a wheel a rack: a click on the wheel, or a drag from it that shows
// the way in which the rack runs.
import { addRack } from '../../document/edits';
import { edit, factsOf } from '../common';
import type { Bench, Pointer, State, Tool } from '../machine';
import { wheelAt } from '../pair/wheel';
import { wayOf, wayText } from '../way';

export const rackTool: Tool = { id: 'rack', start: idle };

function idle(bench: Bench): State {
  return {
    name: 'idle',
    move: (pointer) => {
      const wheel = wheelAt(bench, pointer);
      const name = factsOf(bench).bodies[wheel]?.name ?? '';
      bench.app.ui.hint.value = name ? `Rack below ${name}; drag: its direction` : 'Click a wheel';
    },
    down: (pointer) => {
      const wheel = wheelAt(bench, pointer);
      if (wheel > 0) {
        bench.go(turning(bench, pointer, wheel));
      }
    },
  };
}

function turning(bench: Bench, start: Pointer, wheel: number): State {
  const poses = bench.app.stage.poses.value;
  const axle = { x: poses[4 * wheel] ?? 0, y: poses[4 * wheel + 1] ?? 0 };
  return {
    name: 'turning',
    move: (pointer) => {
      const angle = wayOf(start, axle, pointer, 0);
      bench.preview([{ kind: 'guide', at: axle, angle }]);
      bench.app.ui.hint.value = `Rack along ${wayText(angle)}`;
    },
    up: (pointer) => {
      bench.home();
      edit(bench, 'Add a rack', (draft) => addRack(draft, wheel, wayOf(start, axle, pointer, 0)));
    },
    cancel: () => bench.home(),
  };
}
