// shifting.ts: whole bodies are moved as they are: the linkage of the one under the pointer with its
// pins in the ground, and where that is selected those of all that are; floors and single bodies, too.
import { draftOf, selectedBodies } from '../../actions/edit';
import { moveBodies } from '../../document/edits';
import type { Point } from '../../view/geometry/camera';
import { factsOf, inUnits, makesHint, snapAt } from '../common';
import { linkagesOf } from '../linkage';
import type { Bench, Pointer, State } from '../machine';
import { gesture } from './gesture';
import { held, type Grab } from './grab';

/** How far the bodies are moved for a place of the pointer; shows what it snaps to. */
type Way = (pointer: Pointer) => Point;

export function shifting(bench: Bench, grab: Grab): State {
  const { app } = bench;
  const chosen = selectedBodies(app);
  const bodies = linkagesOf(factsOf(bench), chosen.includes(grab.body) ? chosen : [grab.body]);
  const way = wayOf(bench, grab, bodies);
  const start = app.stage.sketch.value?.poses() ?? new Float64Array(0);
  const isAlone = !factsOf(bench).joints.some((joint) => joint.bodies.some((body) => bodies.has(body)));
  return gesture(bench, {
    name: 'shifting',
    label: 'Move',
    draft: draftOf(app),
    preview: isAlone ? (pointer) => shifted(start, bodies, way(pointer)) : undefined,
    change: (pointer, start) => {
      const { x, y } = way(pointer);
      return moveBodies(start, [...bodies], x, y);
    },
  });
}

function wayOf(bench: Bench, grab: Grab, bodies: ReadonlySet<number>): Way {
  const poses = bench.app.stage.poses.value;
  const origin = { x: poses[4 * grab.body] ?? 0, y: poses[4 * grab.body + 1] ?? 0 };
  const offset = { x: origin.x - grab.at.x, y: origin.y - grab.at.y };
  return (pointer) => {
    const by = held(grab, pointer);
    const at = { x: by.at.x + offset.x, y: by.at.y + offset.y };
    const found = snapAt(bench, { ...by, at }, { exclude: bodies, linesOnly: true, from: pointer.shift ? origin : null });
    bench.preview(found.guides);
    bench.app.ui.hint.value = makesHint(`Moves by ${inUnits(bench, Math.hypot(found.x - origin.x, found.y - origin.y))}`, found.hint);
    return { x: found.x - origin.x, y: found.y - origin.y };
  };
}

function shifted(poses: Float64Array, bodies: ReadonlySet<number>, way: Point): Float64Array {
  const moved = poses.slice();
  bodies.forEach((body) => {
    moved[4 * body] = (poses[4 * body] ?? 0) + way.x;
    moved[4 * body + 1] = (poses[4 * body + 1] ?? 0) + way.y;
  });
  return moved;
}
