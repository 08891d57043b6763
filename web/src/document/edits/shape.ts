// shape.ts: moves points of bodies. What pins and sliders hold there goes along, on the ground's side,
// too; poses stay, but of bodies with one point only, which move as a whole. Whether the result can
// still be assembled is for the core to say.
import type { BodyFact, PointFact } from '../../core/facts';
import type { Draft, Outcome, PointMove } from '../draft';
import { bodyAt, isAxis, needUnlocked, ownType, plainPoints, pointOf } from './writing/bodies';
import { endsOf, holds, otherEnd } from './writing/ends';
import type { End } from './writing/ends';
import { beside, distance, poseOf, toBody, toWorld, turnBack } from './writing/frames';
import type { Vec } from './writing/frames';
import { directionText } from './writing/joins';
import { isPoint } from './writing/numbers';
import { attempt, refuse } from './writing/pen';
import type { Pen } from './writing/pen';
import { placeOf, settled, writePlace } from './writing/places';

/** What moves, found from the points that were asked for. */
interface Plan {
  /** New places in the world of features, by body and name. */
  readonly features: Map<number, Map<string, Vec>>;
  /** Bodies that move as a whole, and how far. */
  readonly shifts: Map<number, Vec>;
  /** Points that are written out in joins, and how far they move in the world. */
  readonly written: Map<End, Vec>;
}

/** Moves points; bodies that are pinned there go along, locked ones refuse. */
export function movePoints(draft: Draft, moves: readonly PointMove[]): Outcome {
  return attempt(draft, (pen) => move(pen, moves));
}

/** The same within another edit. */
export function move(pen: Pen, moves: readonly PointMove[]): void {
  let plan = planOf(pen, moves);
  const before = pen.draft;
  plan.features.forEach((points, body) => prepare(pen, body, points));
  if (pen.draft !== before) {
    plan = planOf(pen, moves);
  }
  plan.written.forEach((delta, end) => writeEnd(pen, end, delta));
  plan.shifts.forEach((delta, body) => shiftBody(pen, body, delta));
  plan.features.forEach((points, body) => reshape(pen, body, points));
  pen.flush();
}

/** Lets the body have a type of its own, whose points are numbers. */
function prepare(pen: Pen, index: number, points: ReadonlyMap<string, Vec>): void {
  const body = bodyAt(pen.draft, index);
  needUnlocked(body);
  points.forEach((_, name) => needWritten(pen, body, pointOf(body, name)));
  ownType(pen, index);
}

/** Bodies such as blocks and wheels, whose one point is their middle. */
function movesWhole(body: BodyFact, point: string): boolean {
  const [only, second] = plainPoints(body);
  return point === 'center' || (second === undefined && only?.name === point && only.x === 0 && only.y === 0);
}

function planOf(pen: Pen, moves: readonly PointMove[]): Plan {
  const plan: Plan = { features: new Map(), shifts: new Map(), written: new Map() };
  const ends = endsOf(pen);
  const queue = [...moves];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const found = next.body === 0 ? null : take(pen.draft, plan, next);
    if (found !== null) {
      const { body, point } = next;
      const here = ends.filter((end) => end.body === body && end.feature === point && holds(end.joint));
      here.forEach((end) => queue.push(...spread(pen.draft, plan, ends, end, found)));
    }
  }
  return plan;
}

/** Notes the move of a point and returns how far it goes; null where that is known already. */
function take(draft: Draft, plan: Plan, { body, point, x, y }: PointMove): Vec | null {
  const fact = bodyAt(draft, body);
  const before = toWorld(poseOf(draft, body), pointOf(fact, point));
  const delta = { x: x - before.x, y: y - before.y };
  if (movesWhole(fact, point)) {
    return plan.shifts.has(body) ? null : (plan.shifts.set(body, delta), delta);
  }
  const points = plan.features.get(body) ?? new Map<string, Vec>();
  plan.features.set(body, points);
  return points.has(point) ? null : (points.set(point, { x, y }), delta);
}

/** What a joint carries on: its other side, and a second pair that only gives a direction. */
function spread(draft: Draft, plan: Plan, ends: readonly End[], end: End, delta: Vec): PointMove[] {
  const other = otherEnd(ends, end);
  const further: PointMove[] = [];
  if (other !== undefined && other.body !== 0 && other.feature !== '') {
    const at = toWorld(poseOf(draft, other.body), other);
    further.push({ body: other.body, point: other.feature, x: at.x + delta.x, y: at.y + delta.y });
  } else if (other !== undefined && !plan.written.has(other)) {
    plan.written.set(other, delta);
  }
  for (const far of ends.filter((e) => e.joint === end.joint && e.pair !== end.pair)) {
    const whole = plan.shifts.has(far.body);
    if (far.feature === '' && !whole && !plan.written.has(far)) {
      plan.written.set(far, delta);
    }
  }
  return further;
}

function writeEnd(pen: Pen, end: End, delta: Vec): void {
  const text = end.node === 0 ? '' : pen.slice(end.node);
  if (text === '' || (!isPoint(text) && !(end.body === 0 && end.feature === 'center'))) {
    refuse(`The text computes where joint '${end.joint.name}' is pinned: change it there.`);
  }
  if (end.body !== 0) {
    needUnlocked(bodyAt(pen.draft, end.body));
  }
  const local = turnBack(poseOf(pen.draft, end.body), delta);
  pen.replace(end.node, pen.numbers.point(end.x + local.x, end.y + local.y));
}

function shiftBody(pen: Pen, index: number, delta: Vec): void {
  const body = bodyAt(pen.draft, index);
  needUnlocked(body);
  const pose = poseOf(pen.draft, index);
  writePlace(pen, body, { ...pose, x: pose.x + delta.x, y: pose.y + delta.y });
}

/** Writes new places of points into the type of a body, and into its place where it stands by one. */
function reshape(pen: Pen, index: number, points: ReadonlyMap<string, Vec>): void {
  const body = bodyAt(pen.draft, index);
  const pose = poseOf(pen.draft, index);
  const locals = new Map([...points].map(([name, at]) => [name, toBody(pose, at)]));
  for (const [name, local] of locals) {
    pen.replace(pen.find(`${body.type}.geometry.where.${name}`), pen.numbers.point(local.x, local.y));
  }
  body.points.forEach((axis) => turnAxis(pen, body, axis, locals));
  const local = locals.get(placeOf(pen, body)?.by ?? '');
  if (local !== undefined) {
    writePlace(pen, body, pose, local);
  }
}

function needWritten(pen: Pen, body: BodyFact, point: PointFact): void {
  if (!isPoint(pen.at(`${body.type}.geometry.where.${point.name}`))) {
    refuse(`The text computes point '${point.name}' of '${body.name}': change it there.`);
  }
}

/** A slot through two points of the body goes with them. */
function turnAxis(pen: Pen, body: BodyFact, axis: PointFact, moved: ReadonlyMap<string, Vec>): void {
  const along = { x: axis.dx, y: axis.dy };
  if (!isAxis(axis)) {
    return;
  }
  const on = plainPoints(body).filter((point) => beside(point, axis, along) <= 2 * pen.numbers.step);
  const [a, b] = on.map((point) => moved.get(point.name) ?? point);
  if (a === undefined || !on.some((point) => moved.has(point.name))) {
    return;
  }
  const way = b !== undefined && distance(a, b) > pen.numbers.step ? aligned(along, a, b) : along;
  const node = pen.find(`${body.type}.geometry.where.${axis.name}`);
  if (node !== 0) {
    pen.replace(node, `axis(${directionText(way)}, ${pen.numbers.point(a.x, a.y)})`);
  }
}

/** The direction from a to b or back, whichever is nearer to `along`. */
function aligned(along: Vec, a: Vec, b: Vec): Vec {
  const way = { x: b.x - a.x, y: b.y - a.y };
  return way.x * along.x + way.y * along.y < 0 ? { x: -way.x, y: -way.y } : way;
}

/**
 * The length between two points of a body becomes another: b moves, and nothing else of the text. What
 * is joined there is put together anew by the core. Of three points, the third keeps its distance
 * from b where that can be, so that the sides of a triangle can be set one after the other.
 */
export function setDimension(draft: Draft, body: number, a: string, b: string, length: number): Outcome {
  return settled(draft, stretch(draft, body, a, b, length));
}

function stretch(draft: Draft, body: number, a: string, b: string, length: number): Outcome {
  return attempt(draft, (pen) => {
    const fact = bodyAt(draft, body);
    const [from, to] = [pointOf(fact, a), pointOf(fact, b)];
    if (!(length > 0) || distance(from, to) === 0) {
      refuse('A length must be above 0, and its two points apart.');
    }
    const others = plainPoints(fact).filter((point) => point.name !== a && point.name !== b);
    const third = others.length === 1 ? others[0] : undefined;
    const local = (third && meet(from, length, third, distance(third, to), to)) ?? stretched(from, to, length);
    const target = new Map([[b, toWorld(poseOf(draft, body), local)]]);
    prepare(pen, body, target);
    reshape(pen, body, target);
    pen.flush();
  });
}

function stretched(from: Vec, to: Vec, length: number): Vec {
  const scale = length / distance(from, to);
  return { x: from.x + (to.x - from.x) * scale, y: from.y + (to.y - from.y) * scale };
}

/** Where circles about p and q meet, on the side of `near`; null where they do not. */
function meet(p: Vec, r: number, q: Vec, s: number, near: Vec): Vec | null {
  const d = distance(p, q);
  const along = (r * r - s * s + d * d) / (2 * d);
  const square = r * r - along * along;
  if (!(square >= 0) || d === 0) {
    return null;
  }
  const [ux, uy] = [(q.x - p.x) / d, (q.y - p.y) / d];
  const side = ux * (near.y - p.y) - uy * (near.x - p.x) < 0 ? -1 : 1;
  const across = side * Math.sqrt(square);
  return { x: p.x + along * ux - across * uy, y: p.y + along * uy + across * ux };
}
