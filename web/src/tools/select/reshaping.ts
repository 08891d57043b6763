// reshaping.ts: the geometry itself is dragged: a point of links moves, lengths change, the core
// assembles the rest anew. Every frame begins from the text before, so that nothing adds up.
import { draftOf } from '../../actions/edit';
import type { Spot } from '../../document/draft';
import { joinPoint, movePoints } from '../../document/edits';
import type { Point } from '../../view/geometry/camera';
import { isAxis, lookup } from '../../view/geometry/lookup';
import { edit, factsOf, ghostJoint, inUnits, makesHint, placeOf, snapAt } from '../common';
import type { Bench, State } from '../machine';
import { held, type Grab } from './grab';
import { gesture } from './gesture';
import { isLoose } from '../linkage';
import { roundingOf } from '../snap/snap';

export function reshaping(bench: Bench, grab: Grab): State {
  const facts = factsOf(bench);
  const exclude = bodiesAt(bench, grab);
  const ends = endsAt(bench, grab, exclude);
  const from = ends.find((end) => end.body === grab.body)?.from ?? null;
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
      const makes = makesHint(lengthHint(bench, ends, found), found.spot.kind === 'free' ? found.hint : '');
      bench.app.ui.hint.value = join ? `Release to join: ${found.hint}` : makes;
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

/** A point that is dragged, and that of its link from which its length is measured. */
interface End {
  readonly body: number;
  readonly point: string;
  readonly before: string;
  /** Where that is when the drag begins; null: there is none. */
  readonly from: Point | null;
}

/** What lengths a place of the pin gives its links. */
function lengthHint(bench: Bench, ends: readonly End[], to: Point): string {
  const lengths = ends.flatMap(({ body, point, before, from }) => {
    const between = plainPoints(bench, body).length > 2 ? ` from ${before} to ${point}` : '';
    return from ? [`${nameOf(bench, body)} becomes ${inUnits(bench, Math.hypot(to.x - from.x, to.y - from.y))}${between}`] : [];
  });
  return lengths.join(', ') || `${nameOf(bench, ends[0]?.body ?? 0)} moves`;
}

function nameOf(bench: Bench, body: number): string {
  return factsOf(bench).bodies[body]?.name ?? '';
}

/** What moves with the point that is dragged, by the bodies there. */
function endsAt(bench: Bench, grab: Grab, bodies: ReadonlySet<number>): readonly End[] {
  const reach = Math.max(roundingOf(factsOf(bench)), 1e-9);
  return [...bodies].sort((a, b) => a - b).flatMap((body) => {
    const isThere = (name: string) => {
      const at = placeOf(bench, body, name);
      return at !== null && Math.hypot(at.x - grab.at.x, at.y - grab.at.y) < reach;
    };
    const point = body === grab.body ? grab.point : body > 0 ? plainPoints(bench, body).find(isThere) : undefined;
    const before = nameBefore(bench, body, point ?? '');
    return point === undefined ? [] : [{ body, point, before, from: placeOf(bench, body, before) }];
  });
}

/** The bodies that have their point there move with it. */
function bodiesAt(bench: Bench, grab: Grab): ReadonlySet<number> {
  const facts = factsOf(bench);
  const index = facts.bodies[grab.body]?.points.findIndex((one) => one.name === grab.point) ?? -1;
  const joints = lookup(facts).jointsAt[grab.body]?.[index] ?? [];
  return new Set([grab.body, ...joints.flatMap((joint) => facts.joints[joint]?.bodies ?? [])]);
}

function plainPoints(bench: Bench, body: number): readonly string[] {
  const points = factsOf(bench).bodies[body]?.points ?? [];
  return points.filter((point) => !isAxis(point)).map((point) => point.name);
}

/** The point of the same link from which angle and length are measured; '': none. */
function nameBefore(bench: Bench, body: number, point: string): string {
  const names = plainPoints(bench, body);
  const index = names.indexOf(point);
  return names[index - 1] ?? names[index + 1] ?? '';
}
