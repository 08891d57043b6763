// arrows.ts: velocities, accelerations and contact forces as arrows, each kind in a scale of its own
// that a legend shows. Rates are the core's; here they are only carried to the points of a body.
import { ORIGIN, type Drawing } from './drawing';
import { bodyDirection, bodyPoint } from '../geometry/geometry';
import { isAxis } from '../geometry/lookup';
import { arrowhead, segment } from '../geometry/shapes';
import type { Role } from '../theme';
import { niceStep, shortNumber } from '../units';

/** The longest arrow is between half of this and this [px]. */
const LONGEST = 90;
const SHORTEST = 3;

/** What is left of a scale from one frame to the next: it shrinks slowly, so that arrows do not flicker. */
const DECAY = 0.94;

/** What the longest arrow of each kind stands for. The only thing in a scene that has a past. */
export class Scales {
  readonly #max = new Map<string, number>();

  full(kind: string, max: number): number {
    const kept = Math.max(max, DECAY * (this.#max.get(kind) ?? 0));
    this.#max.set(kind, kept);
    return niceStep(kept);
  }
}

interface Arrow {
  readonly x: number;
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

interface Kind {
  readonly role: Role;
  readonly unit: string;
  readonly arrows: readonly Arrow[];
}

export function drawArrows(d: Drawing): void {
  const { options, contacts } = d.input;
  const kinds: Kind[] = [];
  if (options.arrows === 'velocity' || options.arrows === 'both') {
    kinds.push({ role: 'velocity', unit: 'm/s', arrows: rateArrows(d, 0) });
  }
  if (options.arrows === 'acceleration' || options.arrows === 'both') {
    kinds.push({ role: 'acceleration', unit: 'm/s²', arrows: rateArrows(d, 3) });
  }
  if (options.forces && contacts) {
    kinds.push({ role: 'force', unit: 'N', arrows: forceArrows(contacts) });
  }
  kinds.filter((kind) => kind.arrows.length > 0).forEach((kind, row) => drawKind(d, kind, row));
}

/** At each point of each body that moves; `first`: 0 velocity, 3 acceleration. */
function rateArrows(d: Drawing, first: 0 | 3): Arrow[] {
  const { rates, facts, poses } = d.input;
  const arrows: Arrow[] = [];
  const seen = new Set<string>();
  for (const body of rates ? d.known.order : []) {
    const [vx, vy, turn] = [rates![6 * body + first]!, rates![6 * body + first + 1]!, rates![6 * body + first + 2]!];
    const spin = first === 3 ? rates![6 * body + 2]! : 0;
    for (const point of facts.bodies[body]!.points) {
      const at = bodyPoint(poses, body, point.x, point.y);
      const r = bodyDirection(poses, body, point.x, point.y);
      const place = `${Math.round(d.px(at.x))} ${Math.round(d.py(at.y))}`; // a pin's two points are one
      if (!isAxis(point) && !seen.has(place)) {
        seen.add(place);
        const inward = spin * spin;
        arrows.push({ x: at.x, y: at.y, u: vx - turn * r.y - inward * r.x, v: vy + turn * r.x - inward * r.y });
      }
    }
  }
  return arrows;
}

function forceArrows(contacts: Float64Array): Arrow[] {
  const arrows: Arrow[] = [];
  for (let i = 0; i + 3 < contacts.length; i += 4) {
    arrows.push({ x: contacts[i]!, y: contacts[i + 1]!, u: contacts[i + 2]!, v: contacts[i + 3]! });
  }
  return arrows;
}

function drawKind(d: Drawing, kind: Kind, row: number): void {
  const max = Math.max(...kind.arrows.map((a) => Math.hypot(a.u, a.v)));
  if (!(max > 1e-9)) {
    return;
  }
  const full = d.input.scales.full(kind.role, max); // what LONGEST pixels stand for
  const shaft = d.style(`arrow ${kind.role}`, (c) => ({ stroke: c[kind.role], width: 2, cap: 'round' }));
  const head = d.style(`head ${kind.role}`, (c) => ({ fill: c[kind.role] }));
  for (const a of kind.arrows) {
    const way = (Math.hypot(a.u, a.v) / full) * LONGEST;
    if (way >= SHORTEST) {
      const frame = d.frame(a, Math.atan2(a.v, a.u));
      const size = Math.min(9, 0.6 * way + 2);
      d.path('arrow', [segment(0, 0, Math.max(way - 0.7 * size, 0), 0)], frame, shaft);
      d.path('arrow', [arrowhead(way, 0, 0, size)], frame, head);
    }
  }
  drawLegend(d, kind, full / 2, row);
}

/** At the lower left, above the scale: how much an arrow of half the longest is. */
function drawLegend(d: Drawing, kind: Kind, value: number, row: number): void {
  const [x, y, way] = [16, d.input.size.height - 48 - 20 * row, LONGEST / 2];
  const shaft = d.style(`arrow ${kind.role}`, (c) => ({ stroke: c[kind.role], width: 2, cap: 'round' }));
  const head = d.style(`head ${kind.role}`, (c) => ({ fill: c[kind.role] }));
  d.path('arrow', [segment(x, -y, x + way - 6, -y)], ORIGIN, shaft);
  d.path('arrow', [arrowhead(x + way, -y, 0, 9)], ORIGIN, head);
  const text = `${shortNumber(value)} ${kind.unit}`;
  d.text('arrow', text, x + way + 8, y, { align: 'left', size: 11, fill: d.input.colours[kind.role] });
}
