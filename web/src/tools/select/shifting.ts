// shifting.ts: whole bodies are moved as they are: those selected, or the linkage of the one under
// the pointer with its pins in the ground; floors and single bodies, too.
import { draftOf, selectedBodies } from '../../actions/edit';
import { moveBodies } from '../../document/edits';
import { factsOf, snapAt } from '../common';
import type { Bench, State } from '../machine';
import { gesture } from './gesture';
import { held, type Grab } from './grab';
import { linkageOf } from '../linkage';

export function shifting(bench: Bench, grab: Grab): State {
  const { app } = bench;
  const chosen = selectedBodies(app);
  const bodies = chosen.includes(grab.body) ? new Set(chosen) : linkageOf(factsOf(bench), grab.body);
  const poses = app.stage.poses.value;
  const origin = { x: poses[4 * grab.body] ?? 0, y: poses[4 * grab.body + 1] ?? 0 };
  const offset = { x: origin.x - grab.at.x, y: origin.y - grab.at.y };
  return gesture(bench, {
    name: 'shifting',
    label: 'Move',
    draft: draftOf(app),
    change: (pointer, start) => {
      const by = held(grab, pointer);
      const at = { x: by.at.x + offset.x, y: by.at.y + offset.y };
      const found = snapAt(bench, { ...by, at }, { exclude: bodies, linesOnly: true, from: pointer.shift ? origin : null });
      bench.preview(found.guides);
      app.ui.hint.value = found.hint;
      return moveBodies(start, [...bodies], found.x - origin.x, found.y - origin.y);
    },
  });
}
