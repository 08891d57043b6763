// joins.ts: makes join statements and what they need: points and slots of bodies, rails of the
// ground. An anchor is the far side of a join: a part, one of its features, and the hinge for it.
import type { BodyFact, JointFact, PointFact } from '../../../core/facts';
import type { Spot } from '../../draft';
import { bodyAt, isAxis, needUnlocked, ownType, pointNear, pointOf, plainPoints } from './bodies';
import { beside, distance, poseOf, toBody, turnBack } from './frames';
import type { Vec } from './frames';
import { freshName, freshPoint } from './names';
import { decimal, nice } from './numbers';
import { refuse } from './pen';
import type { Pen } from './pen';

export interface Anchor {
  readonly part: string;
  readonly feature: string;
  readonly hinge: 'pin' | 'point_on_line';
}

const GREY = 'gray';

/** Adds a feature to the type of a body. */
export function addFeature(pen: Pen, body: number, name: string, value: string): void {
  needUnlocked(bodyAt(pen.draft, body));
  const type = ownType(pen, body);
  const where = pen.find(`${type}.geometry.where`);
  const geometry = pen.find(`${type}.geometry`);
  if (where !== 0) {
    pen.insert(where, 'last', `${name}: ${value}`);
  } else if (geometry !== 0) {
    pen.insert(pen.element(geometry), 'last', `${name}: ${value}`);
  } else {
    pen.insert(pen.find(type), 'last', `geometry: none where begin ${name}: ${value}; end`);
  }
  pen.renew();
}

/** A new point of a body at a place of the world; one that is there already is taken. */
export function pointAt(pen: Pen, body: number, at: Vec, name?: string): string {
  const fact = bodyAt(pen.draft, body);
  const local = toBody(poseOf(pen.draft, body), at);
  const there = pointNear(fact, local, pen.numbers.step);
  if (there !== null) {
    return there.name;
  }
  const fresh = name ?? freshPoint(fact.points.map((point) => point.name));
  addFeature(pen, body, fresh, pen.numbers.point(local.x, local.y));
  return fresh;
}

/** The two numbers of a direction, as short as they can be. */
export function directionText(v: Vec): string {
  const length = Math.hypot(v.x, v.y);
  return `(${decimal(v.x / length, 6)}, ${decimal(v.y / length, 6)})`;
}

/** The axis that a body has along this line of its own axes. */
export function axisAlong(pen: Pen, fact: BodyFact, local: Vec, way: Vec): PointFact | undefined {
  return fact.points.find((axis) => {
    const cross = Math.abs(axis.dx * way.y - axis.dy * way.x);
    const size = Math.hypot(axis.dx, axis.dy) * Math.hypot(way.x, way.y);
    return size > 0 && cross < 1e-4 * size && beside(local, axis, { x: axis.dx, y: axis.dy }) <= 2 * pen.numbers.step;
  });
}

/** The axis of a body along this line of the world: one that it has, or a new one. */
function slotOf(pen: Pen, body: number, at: Vec, along: Vec): string {
  const fact = bodyAt(pen.draft, body);
  const pose = poseOf(pen.draft, body);
  const local = toBody(pose, at);
  const way = turnBack(pose, along);
  const reach = 2 * pen.numbers.step;
  const there = axisAlong(pen, fact, local, way);
  if (there !== undefined) {
    return there.name;
  }
  const name = freshName(new Set(fact.points.map((point) => point.name)), 'slot');
  const [a = local, b] = plainPoints(fact).filter((point) => beside(point, local, way) <= 10 * reach);
  const direction = b === undefined ? way : { x: b.x - a.x, y: b.y - a.y };
  addFeature(pen, body, name, `axis(${directionText(direction)}, ${pen.numbers.point(a.x, a.y)})`);
  return name;
}

/** A rail that is fixed to the ground; its axis is called `way`. */
export function makeRail(pen: Pen, from: Vec, to: Vec): string {
  const { numbers } = pen;
  const length = distance(from, to);
  if (length < 2 * numbers.step) {
    refuse('A rail needs a length: drag further.');
  }
  const name = freshName(pen.taken, 'rail');
  const width = numbers.length(nice(length / 20));
  const way = `a: (0, 0); b: ${numbers.point(length, 0)}; way: axis((1, 0));`;
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  addType(pen, `primitive ${name} begin
  properties: (fixed, color: ${GREY});
  geometry: link(${width}, ${width}) where begin ${way} end;
end`);
  addComponent(pen, name, name);
  addStatement(pen, `place ${name} by a at ${numbers.point(from.x, from.y)}${angleText(pen, angle)}`);
  return name;
}

function railThrough(pen: Pen, at: Vec, along: Vec): string {
  const size = pen.draft.facts.world?.size ?? 0;
  const half = nice(Math.max(size, 100 * pen.numbers.step) / 2) / 2;
  const scale = half / Math.hypot(along.x, along.y);
  const reach = { x: along.x * scale, y: along.y * scale };
  return makeRail(pen, { x: at.x - reach.x, y: at.y - reach.y }, { x: at.x + reach.x, y: at.y + reach.y });
}

/** What a join at the spot is made to; null where nothing is to be joined. */
export function anchorOf(pen: Pen, spot: Spot): Anchor | null {
  switch (spot.kind) {
    case 'free':
      return null;
    case 'ground':
      return groundAnchor(pen, spot);
    case 'point':
      return spot.body === 0 ? groundAnchor(pen, spot) : featureAnchor(pen, spot.body, spot.point);
    case 'body':
      return spot.body === 0
        ? groundAnchor(pen, spot)
        : { part: bodyAt(pen.draft, spot.body).name, feature: pointAt(pen, spot.body, spot), hinge: 'pin' };
    case 'slot':
      return slotAnchor(pen, spot);
  }
}

/** A pin at a point, a pin in a slot at an axis. */
function featureAnchor(pen: Pen, body: number, feature: string): Anchor {
  const fact = bodyAt(pen.draft, body);
  return { part: fact.name, feature, hinge: isAxis(pointOf(fact, feature)) ? 'point_on_line' : 'pin' };
}

function groundAnchor(pen: Pen, at: Vec): Anchor {
  return { part: 'world', feature: pen.numbers.point(at.x, at.y), hinge: 'pin' };
}

function slotAnchor(pen: Pen, spot: Spot & { kind: 'slot' }): Anchor {
  const along = { x: spot.dx, y: spot.dy };
  if (Math.hypot(spot.dx, spot.dy) === 0) {
    refuse('A slot needs a direction.');
  }
  if (spot.body === 0) {
    return { part: railThrough(pen, spot, along), feature: 'way', hinge: 'point_on_line' };
  }
  const feature = slotOf(pen, spot.body, spot, along);
  return { part: bodyAt(pen.draft, spot.body).name, feature, hinge: 'point_on_line' };
}

/** The attribute of a place that turns it; '' where it is not turned. */
export function angleText(pen: Pen, angle: number): string {
  const text = pen.numbers.angle(angle);
  return text === '0deg' ? '' : ` angle = ${text}`;
}

/** Definitions stand before the world that needs them. */
export function addType(pen: Pen, text: string): void {
  pen.add(pen.world, 'before', text);
}

export function addComponent(pen: Pen, name: string, type: string): void {
  pen.add(pen.world, 'last', `${name}: ${type}`);
}

export function addStatement(pen: Pen, text: string): void {
  pen.add(pen.world, 'last', text);
}

/** Names of joins by what they are. */
const NAMES: Readonly<Record<string, string>> = { point_on_line: 'slot', rigid: 'weld' };

export function jointName(pen: Pen, hinge: string): string {
  return freshName(pen.taken, NAMES[hinge] ?? hinge);
}

/** A join statement; '' as name: none. */
export function joinText(part: string, to: string, hinge: string, pairs: string, name: string): string {
  return `join ${part} to ${to} with ${hinge} matching (${pairs})${name === '' ? '' : ` as ${name}`}`;
}

/** Adds a join and returns its name. */
export function makeJoin(pen: Pen, part: string, to: string, hinge: string, pairs: string): string {
  const name = jointName(pen, hinge.replace(/\(.*$/, ''));
  addStatement(pen, joinText(part, to, hinge, pairs, name));
  pen.made.push(name);
  return name;
}

/** Joins a feature of a part to an anchor and returns the name of the join. */
export function addJoin(pen: Pen, part: string, feature: string, anchor: Anchor): string {
  if (part === anchor.part) {
    refuse('A body cannot be joined to itself.');
  }
  return makeJoin(pen, part, anchor.part, anchor.hinge, `${feature} ${anchor.feature}`);
}

/** Whether the join stands in the text once: not in a composite, a `for` or another file. */
export function isOwnJoint(pen: Pen, joint: JointFact): boolean {
  const { span } = joint;
  return (
    span !== null &&
    pen.draft.facts.joints.filter((other) => other.span?.start === span.start).length === 1 &&
    pen.path(pen.elementAt(span)).startsWith(`${pen.world}.`)
  );
}

export function needOwnJoint(pen: Pen, joint: JointFact): void {
  if (!isOwnJoint(pen, joint)) {
    refuse(`Joint '${joint.name}' is made by a composite, a 'for' or another file: change it in the text.`);
  }
}
