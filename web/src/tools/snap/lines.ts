// lines.ts: snaps in empty places: round angles and lengths from the point before, lines through
// other points, the grid. An angle leaves the length free, a line one coordinate: both are then
// rounded on their own.
import type { Point } from '../../view/geometry/camera';
import { bodyPoint } from '../../view/geometry/geometry';
import { gridSteps } from '../../view/draw/grid';
import { isAxis, lookup } from '../../view/geometry/lookup';
import type { PreviewShape } from '../../view/preview';
import { lengthText, niceStep, PER_METRE } from '../../view/units';
import { freeSnap, reachOf, roundingOf, type Snap, type SnapInput } from './snap';

const STEP = Math.PI / 12;
/** Parts of the reach of a pin. */
const ANGLE = 0.5;
const LENGTH = 0.5;
const ALIGN = 0.5;
const GRID = 0.7;
/** Round numbers are at least so many pixels apart. */
const FINE = 2.5;
/** Of a direction: that of an axis. */
const SAME = 1e-9;

/** Level and upright come first, then crossings of the grid, then other angles and lengths. */
export function snapToLines(input: SnapInput): Snap | null {
  const { from, at } = input;
  const far = from ? Math.hypot(at.x - from.x, at.y - from.y) : 0;
  if (!from || far < reachOf(input)) {
    return aligned(input) ?? onGrid(input);
  }
  if (input.constrain) {
    return onRay(input, from, stepRay(from, at, 1));
  }
  return (
    onRay(input, from, nearRay(input, from, [stepRay(from, at, 6)])) ??
    aligned(input) ??
    onCrossing(input) ??
    onRay(input, from, nearRay(input, from, [stepRay(from, at, 1), ...linkRays(input, from)])) ??
    onCircle(input, from, far) ??
    onGrid(input)
  );
}

interface Ray {
  readonly angle: number;
  readonly hint: string;
}

function onRay(input: SnapInput, from: Point, ray: Ray | null): Snap | null {
  const { at } = input;
  if (ray === null) {
    return null;
  }
  const along = { x: Math.cos(ray.angle), y: Math.sin(ray.angle) };
  const way = (at.x - from.x) * along.x + (at.y - from.y) * along.y;
  const length = roundLength(input, Math.abs(way));
  const to = { x: clean(from.x + length.value * along.x), y: clean(from.y + length.value * along.y) };
  const snapKind = Math.abs(along.y) < SAME ? 'horizontal' : Math.abs(along.x) < SAME ? 'vertical' : 'angle';
  const guides: PreviewShape[] = [
    { kind: 'guide', at: from, angle: ray.angle },
    { kind: 'snap', snap: snapKind, at: to, angle: ray.angle },
  ];
  return freeSnap(to, guides, [ray.hint, length.hint].filter(Boolean).join(', '));
}

function clean(value: number): number {
  return Math.abs(value) < 1e-12 ? 0 : value;
}

/** The nearest of the rays that are so many steps apart. */
function stepRay(from: Point, at: Point, steps: number): Ray {
  const step = steps * Math.round(Math.atan2(at.y - from.y, at.x - from.x) / (steps * STEP));
  return { angle: step * STEP, hint: angleHint(step) };
}

function angleHint(step: number): string {
  const turned = ((step % 24) + 24) % 24;
  if (turned % 12 === 0) {
    return 'Horizontal';
  }
  return turned % 6 === 0 ? 'Vertical' : `${turned > 12 ? turned * 15 - 360 : turned * 15}°`;
}

/** The ray that the pointer is nearest to, where it is near. */
function nearRay(input: SnapInput, from: Point, rays: readonly Ray[]): Ray | null {
  const { at } = input;
  const far = Math.hypot(at.x - from.x, at.y - from.y);
  const pointed = Math.atan2(at.y - from.y, at.x - from.x);
  let best: Ray | null = null;
  let min = reachOf(input, ANGLE);
  for (const ray of rays) {
    const off = Math.abs(far * Math.sin(pointed - ray.angle));
    if (Math.cos(pointed - ray.angle) > 0 && off < min) {
      min = off;
      best = ray;
    }
  }
  return best;
}

/** In line with the links that are at the point before, and square to them. */
function linkRays(input: SnapInput, from: Point): readonly Ray[] {
  return bars(input).flatMap(({ name, a, b }) => {
    const here = [a, b].some((end) => Math.hypot(end.x - from.x, end.y - from.y) <= roundingOf(input.facts));
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    return here
      ? [0, 1, 2, 3].map((k) => ({ angle: angle + (k * Math.PI) / 2, hint: `${k % 2 === 0 ? 'In line with' : 'Perpendicular to'} ${name}` }))
      : [];
  });
}

interface Bar {
  readonly name: string;
  readonly a: Point;
  readonly b: Point;
}

/** From point to point of each link, in the world. */
function bars(input: SnapInput): readonly Bar[] {
  return lookup(input.facts).order.flatMap((body) => {
    const fact = input.facts.bodies[body];
    if (fact === undefined || input.exclude?.has(body)) {
      return [];
    }
    const points = fact.points.filter((p) => !isAxis(p)).map((p) => bodyPoint(input.poses, body, p.x, p.y));
    return points.slice(1).map((b, k) => ({ name: fact.name, a: points[k] as Point, b }));
  });
}

interface Length {
  readonly value: number;
  readonly hint: string;
}

/** Equal to another link, or round in the person's unit; else as it is. */
function roundLength(input: SnapInput, length: number): Length {
  const equal = equalLength(input, length);
  if (equal !== null) {
    return equal;
  }
  const value = rounded(input, length);
  return value > 0 ? { value, hint: lengthHint(input, value) } : { value: length, hint: '' };
}

function lengthHint(input: SnapInput, value: number): string {
  return `Length ${lengthText(value, input.unit)} ${input.unit}`;
}

function equalLength(input: SnapInput, length: number): Length | null {
  let best: Length | null = null;
  let min = reachOf(input, LENGTH);
  for (const { name, a, b } of bars(input)) {
    const value = Math.hypot(b.x - a.x, b.y - a.y);
    if (Math.abs(value - length) < min) {
      min = Math.abs(value - length);
      best = { value, hint: `${lengthHint(input, value)}, as ${name}` };
    }
  }
  return best;
}

/** Below, above or beside another point. */
function aligned(input: SnapInput): Snap | null {
  const { at } = input;
  const reach = reachOf(input, ALIGN);
  const points = bars(input).flatMap(({ name, a, b }) => [{ name, p: a }, { name, p: b }]);
  const nearest = (axis: 'x' | 'y') => {
    const near = points.filter(({ p }) => Math.abs(p[axis] - at[axis]) < reach);
    near.sort((m, n) => Math.abs(m.p[axis] - at[axis]) - Math.abs(n.p[axis] - at[axis]));
    return near[0] ?? null;
  };
  const [above, level] = [nearest('x'), nearest('y')];
  if (above === null && level === null) {
    return null;
  }
  const to = { x: above ? meant(input, above.p.x) : gridded(input, at.x), y: level ? meant(input, level.p.y) : gridded(input, at.y) };
  const guides: PreviewShape[] = [];
  if (above) {
    guides.push({ kind: 'guide', at: above.p, angle: Math.PI / 2 }, { kind: 'snap', snap: 'vertical', at: to });
  }
  if (level) {
    guides.push({ kind: 'guide', at: level.p, angle: 0 }, { kind: 'snap', snap: 'horizontal', at: to });
  }
  const hint = [above && `Vertically in line with ${above.name}`, level && `Level with ${level.name}`].filter(Boolean).join(', ');
  return freeSnap(to, guides, hint);
}

/** The round number that a place of another point comes of, where its link was rounded. */
function meant(input: SnapInput, value: number): number {
  const round = clean(rounded(input, value));
  return Math.abs(round - value) < roundingOf(input.facts) ? round : value;
}

/** As long as another link, in any direction. */
function onCircle(input: SnapInput, from: Point, far: number): Snap | null {
  const { at } = input;
  const equal = equalLength(input, far);
  if (equal === null) {
    return null;
  }
  const part = equal.value / far;
  const to = { x: from.x + (at.x - from.x) * part, y: from.y + (at.y - from.y) * part };
  return freeSnap(to, [{ kind: 'snap', snap: 'length', at: to, angle: Math.atan2(to.y - from.y, to.x - from.x) }], equal.hint);
}

/** Where lines of the grid cross. */
function onCrossing(input: SnapInput): Snap | null {
  const { minor } = gridSteps(input.scale, input.unit);
  const to = { x: clean(Math.round(input.at.x / minor) * minor), y: clean(Math.round(input.at.y / minor) * minor) };
  const near = Math.hypot(to.x - input.at.x, to.y - input.at.y) < reachOf(input, GRID);
  return input.grid && near ? freeSnap(to, [{ kind: 'snap', snap: 'grid', at: to }], '') : null;
}

/** Lines of the grid, and round numbers between them. */
function onGrid(input: SnapInput): Snap | null {
  const to = { x: gridded(input, input.at.x), y: gridded(input, input.at.y) };
  return onCrossing(input) ?? (input.grid ? freeSnap(to, [], '') : null);
}

function gridded(input: SnapInput, value: number): number {
  return input.grid ? clean(rounded(input, value)) : value;
}

/** To a line of the grid that is near, else to a round number: a few pixels. */
function rounded(input: SnapInput, value: number): number {
  const { minor } = gridSteps(input.scale, input.unit);
  const line = Math.round(value / minor) * minor;
  if (Math.abs(line - value) < reachOf(input, GRID)) {
    return line;
  }
  const fine = niceStep((FINE / input.scale) * PER_METRE[input.unit]) / PER_METRE[input.unit];
  return Math.round(value / fine) * fine;
}
