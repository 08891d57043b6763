// nudge.ts: arrow keys do what a drag by a step of the grid does: by the freedoms, or, with Ctrl, in shape
// mode and of several things, of the geometry. Alt moves by a tenth of it.
import { selectedBodies } from '../../actions/edit';
import type { Draft, Outcome, PointMove } from '../../document/draft';
import { moveBodies, movePoints } from '../../document/edits';
import type { Point } from '../../view/geometry/camera';
import { gridSteps } from '../../view/draw/grid';
import { bodyNamed, edit, factsOf, placeOf } from '../common';
import { linkagesOf } from '../linkage';
import type { Bench, Key } from '../machine';
import { keyDrag } from './key_drag';

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function nudge(bench: Bench, key: Key): boolean {
  const way = WAYS[key.key];
  const { ui } = bench.app;
  if (way === undefined || ui.selection.value.length === 0 || bench.app.live.state.value !== 'off') {
    return false;
  }
  const steps = gridSteps(ui.camera.value.scale, ui.units.value);
  const step = key.shift ? steps.major : key.alt ? steps.minor / 10 : steps.minor;
  const by = { x: way[0] * step, y: way[1] * step };
  const shapes = key.ctrl || ui.mode.value === 'shape';
  if (shapes || !keyDrag(bench, by)) {
    edit(bench, 'Nudge', (draft) => shift(bench, draft, by, shapes));
  }
  return true;
}

function shift(bench: Bench, draft: Draft, { x: dx, y: dy }: Point, withLinkage: boolean): Outcome {
  const picks = bench.app.ui.selection.value;
  const moves = picks.flatMap((pick): PointMove[] => {
    const body = pick.kind === 'point' ? bodyNamed(bench, pick.body) : -1;
    const at = pick.kind === 'point' ? placeOf(bench, body, pick.point) : null;
    return pick.kind === 'point' && at ? [{ body, point: pick.point, x: at.x + dx, y: at.y + dy }] : [];
  });
  const bodies = selectedBodies(bench.app);
  return moves.length > 0 ? movePoints(draft, moves) : moveBodies(draft, withLinkage ? [...linkagesOf(factsOf(bench), bodies)] : bodies, dx, dy);
}
