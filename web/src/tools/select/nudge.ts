// nudge.ts: arrow keys move what is selected by a step of the grid: points in shape, bodies as a
// whole. Alt moves by a tenth of it.
import { selectedBodies } from '../../actions/edit';
import type { Draft, Outcome, PointMove } from '../../document/draft';
import { moveBodies, movePoints } from '../../document/edits';
import { gridSteps } from '../../view/grid';
import { bodyNamed, edit, placeOf } from '../common';
import type { Bench, Key } from '../machine';

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function nudge(bench: Bench, key: Key): boolean {
  const way = WAYS[key.key];
  const { ui } = bench.app;
  if (way === undefined || key.ctrl || ui.selection.value.length === 0 || bench.app.live.state.value !== 'off') {
    return false;
  }
  const steps = gridSteps(ui.camera.value.scale, ui.units.value);
  const step = key.shift ? steps.major : key.alt ? steps.minor / 10 : steps.minor;
  edit(bench, 'Nudge', (draft) => shift(bench, draft, way[0] * step, way[1] * step));
  return true;
}

function shift(bench: Bench, draft: Draft, dx: number, dy: number): Outcome {
  const picks = bench.app.ui.selection.value;
  const moves = picks.flatMap((pick): PointMove[] => {
    const body = pick.kind === 'point' ? bodyNamed(bench, pick.body) : -1;
    const at = pick.kind === 'point' ? placeOf(bench, body, pick.point) : null;
    return pick.kind === 'point' && at ? [{ body, point: pick.point, x: at.x + dx, y: at.y + dy }] : [];
  });
  return moves.length > 0 ? movePoints(draft, moves) : moveBodies(draft, selectedBodies(bench.app), dx, dy);
}
