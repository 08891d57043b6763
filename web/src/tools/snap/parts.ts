// parts.ts: snaps to what is there: pins first, then middles of bars, then bars along their centre
// line (a pin in a slot), then the rest of a link (a new pin on it).
import type { BodyFact } from '../../core/facts';
import type { Spot } from '../../document/draft';
import type { Point } from '../../view/geometry/camera';
import { bodyPoint, isInside, toBody } from '../../view/geometry/geometry';
import { isAxis, lookup } from '../../view/geometry/lookup';
import { reachOf, type Snap, type SnapInput } from './snap';

/** Parts of the reach of a pin. */
const MIDDLE = 0.7;
const BAR = 0.6;

export function snapToParts(input: SnapInput): Snap | null {
  return nearestPoint(input) ?? (input.noMiddles ? null : middle(input)) ?? bar(input) ?? inside(input);
}

/** What the places of parts follow from. */
type Parts = Pick<SnapInput, 'facts' | 'poses' | 'exclude'>;

/** Bodies that can be snapped to, from the foremost. */
function candidates(input: Parts): readonly number[] {
  const shown = lookup(input.facts).order.filter((body) => !input.exclude?.has(body));
  return [...shown].reverse();
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Pins come before loose points that are as near, and those before where only the ground is. */
function nearestPoint(input: SnapInput): Snap | null {
  const reach = reachOf(input);
  let best: Snap | null = null;
  let min = reach;
  for (const body of candidates(input)) {
    const fact = input.facts.bodies[body];
    for (const point of fact?.points ?? []) {
      const place = bodyPoint(input.poses, body, point.x, point.y);
      const far = distance(place, input.at);
      if (!isAxis(point) && far <= min * (1 - 1e-9)) {
        min = far;
        best = pointSnap(body, fact?.name ?? '', point.name, place);
      }
    }
  }
  return best;
}

function pointSnap(body: number, name: string, point: string, at: Point): Snap {
  return {
    ...at,
    spot: { kind: 'point', body, point, ...at },
    guides: [{ kind: 'snap', snap: 'point', at }],
    hint: `Pin to ${name}.${point}`,
  };
}

/** A stretch between two points of a link, in the world. */
interface Stretch {
  readonly body: number;
  readonly fact: BodyFact;
  readonly a: Point;
  readonly b: Point;
}

/** The centre lines of a link: of a bar one, of a plate its sides. */
export function stretches(input: Parts): readonly Stretch[] {
  return candidates(input).flatMap((body) => {
    const fact = input.facts.bodies[body];
    if (fact === undefined || fact.shape !== 'link') {
      return [];
    }
    const points = fact.points.filter((point) => !isAxis(point)).map((p) => bodyPoint(input.poses, body, p.x, p.y));
    const pairs = points.slice(1).map((b, k) => ({ body, fact, a: points[k] as Point, b }));
    const [first, , last] = points;
    return points.length === 3 && first && last ? [...pairs, { body, fact, a: last, b: first }] : pairs;
  });
}

function middle(input: SnapInput): Snap | null {
  const reach = reachOf(input, MIDDLE);
  for (const { body, fact, a, b } of stretches(input)) {
    const at = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    // Of a bar that is short on the screen the ends are all there is.
    if (distance(at, input.at) <= reach && distance(a, b) > 6 * reach) {
      return partSnap({ kind: 'body', body, ...at }, 'midpoint', a, b, `New pin in the middle of ${fact.name}`);
    }
  }
  return null;
}

function bar(input: SnapInput): Snap | null {
  let best: Snap | null = null;
  let min = reachOf(input, BAR);
  for (const { body, fact, a, b } of stretches(input)) {
    const length = distance(a, b);
    const along = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
    const way = (input.at.x - a.x) * along.x + (input.at.y - a.y) * along.y;
    const at = { x: a.x + way * along.x, y: a.y + way * along.y };
    const far = distance(at, input.at);
    if (length > 0 && way > 0 && way < length && far < min) {
      min = far;
      best = partSnap({ kind: 'slot', body, ...at, dx: along.x, dy: along.y }, 'bar', a, b, `Pin in slot of ${fact.name}`);
    }
  }
  return best;
}

function partSnap(spot: Spot, mark: 'midpoint' | 'bar', a: Point, b: Point, hint: string): Snap {
  const at = { x: spot.x, y: spot.y };
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  return { ...at, spot, guides: [{ kind: 'snap', snap: mark, at, angle }], hint };
}

function inside(input: SnapInput): Snap | null {
  const known = lookup(input.facts);
  for (const body of candidates(input)) {
    const local = toBody(input.poses, body, input.at);
    const loops = known.chords[body] ?? [];
    if (loops.length > 0 && isInside(loops, local.x, local.y)) {
      const { x, y } = input.at;
      const name = input.facts.bodies[body]?.name ?? '';
      return { x, y, spot: { kind: 'body', body, x, y }, guides: [{ kind: 'point', at: input.at }], hint: `New pin on ${name}` };
    }
  }
  return null;
}
