// reshaping.ts: the geometry itself is dragged: a point of links moves, lengths change, the core
// assembles the rest anew. Every frame begins from the text before, so that nothing adds up.
import { draftOf } from '../../actions/edit';
import type { Spot } from '../../document/draft';
import { joinPoint, movePoints } from '../../document/edits';
import type { Point } from '../../view/camera';
import { isAxis, lookup } from '../../view/lookup';
import { edit, factsOf, ghostJoint, placeOf, snapAt } from '../common';
import type { Bench, State } from '../machine';
import { held, type Grab } from './grab';
import { gesture } from './gesture';
import { isLoose } from '../linkage';

export function reshaping(bench: Bench, grab: Grab): State {
  const facts = factsOf(bench);
  const exclude = bodiesAt(bench, grab);
  const from = pointBefore(bench, grab);
  const loose = isLoose(facts, grab.body, grab.point);
  const draft = draftOf(bench.app);
  let join: Spot | null = null;
  return gesture(bench, {
    name: 'reshaping',
    label: 'Change lengths',
    draft,
    change: (pointer, start) => {
      const found = snapAt(bench, held(grab, pointer), { exclude, from });
      join = loose && found.spot.kind === 'point' ? found.spot : null;
      bench.preview(join ? [...found.guides, ghostJoint(join)] : found.guides);
      bench.app.ui.hint.value = join ? `Release to join: ${found.hint}` : found.spot.kind === 'free' ? found.hint : '';
      return movePoints(start, [{ body: grab.body, point: grab.point, x: found.x, y: found.y }]);
    },
    finish: () => {
      const spot = join;
      if (spot) {
        edit(bench, 'Join', (now) => joinPoint(now, { body: grab.body, point: grab.point }, spot));
      }
    },
  });
}

/** The bodies that have their point there move with it. */
function bodiesAt(bench: Bench, grab: Grab): ReadonlySet<number> {
  const facts = factsOf(bench);
  const index = facts.bodies[grab.body]?.points.findIndex((one) => one.name === grab.point) ?? -1;
  const joints = lookup(facts).jointsAt[grab.body]?.[index] ?? [];
  return new Set([grab.body, ...joints.flatMap((joint) => facts.joints[joint]?.bodies ?? [])]);
}

/** The point of the same link from which angle and length are measured. */
function pointBefore(bench: Bench, grab: Grab): Point | null {
  const points = factsOf(bench).bodies[grab.body]?.points.filter((point) => !isAxis(point)) ?? [];
  const index = points.findIndex((point) => point.name === grab.point);
  const other = points[index - 1] ?? points[index + 1];
  return other ? placeOf(bench, grab.body, other.name) : null;
}
