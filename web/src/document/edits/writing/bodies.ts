// bodies.ts: what edits ask about bodies: their component, type, points and place in the text.
import type { BodyFact, PointFact } from '../../../core/facts';
import type { Draft } from '../../draft';
import type { Node } from '../../../core/core';
import { freshName, baseName } from './names';
import type { Vec } from './frames';
import { refuse } from './pen';
import type { Pen } from './pen';

export function bodyAt(draft: Draft, index: number): BodyFact {
  return draft.facts.bodies[index] ?? refuse('This body no longer exists.');
}

export function bodyNumber(draft: Draft, name: string): number {
  const index = draft.facts.bodies.findIndex((body) => body.name === name);
  return index >= 0 ? index : refuse(`'${name}' no longer exists.`);
}

/** Whether the world itself lists it, alone: not within a composite, not one of a row. */
export function isOwn(body: BodyFact): boolean {
  return body.span !== null && !/[.[]/.test(body.name);
}

export function needOwn(body: BodyFact): void {
  if (!isOwn(body)) {
    refuse(`'${body.name}' is made by a composite, a row or another file: change it in the text.`);
  }
}

export function needUnlocked(body: BodyFact): void {
  if (body.locked) {
    refuse(`'${body.name}' is locked: unlock it to change it.`);
  }
}

export function pointOf(body: BodyFact, name: string): PointFact {
  const point = body.points.find((candidate) => candidate.name === name);
  if (point !== undefined) {
    return point;
  }
  return name === 'center' ? CENTER : refuse(`'${body.name}' no longer has a point '${name}'.`);
}

const CENTER: PointFact = { name: 'center', x: 0, y: 0, dx: 0, dy: 0, span: null };

/** Whether a feature has a direction. */
export function isAxis(feature: { readonly dx: number; readonly dy: number }): boolean {
  return feature.dx !== 0 || feature.dy !== 0;
}

/** Points proper, without axes. */
export function plainPoints(body: BodyFact): readonly PointFact[] {
  return body.points.filter((point) => !isAxis(point));
}

/** The point of the body at this place of its axes, `center` among them; null: none. */
export function pointNear(body: BodyFact, at: Vec, reach: number): PointFact | null {
  return (
    [...plainPoints(body), CENTER].find((p) => Math.hypot(p.x - at.x, p.y - at.y) <= reach) ?? null
  );
}

/** The component of a body, as `names: type` with the names that share it. */
export interface Component {
  readonly node: Node;
  readonly names: readonly string[];
  readonly type: Node;
}

export function componentOf(pen: Pen, name: string): Component {
  const type = pen.find(`${pen.world}.${name}`);
  const single = pen.element(type);
  const node = single === 0 ? pen.parent(type) : single;
  const text = pen.slice(node);
  const colon = text.indexOf(':');
  if (type === 0 || colon < 0) {
    refuse(`'${name}' has no line of its own in the text.`);
  }
  return { node, names: text.slice(0, colon).split(',').map((part) => part.trim()), type };
}

/** Takes a component away, from a line that it shares, too. */
export function removeComponent(pen: Pen, name: string): void {
  const { node, names, type } = componentOf(pen, name);
  const rest = names.filter((other) => other !== name);
  if (rest.length === 0) {
    pen.remove(node);
  } else {
    pen.replace(node, `${rest.join(', ')}: ${pen.slice(type)}`);
  }
  pen.flush();
}

/** Lets the component be of another type; bodies keep their order. */
function retype(pen: Pen, name: string, type: string): void {
  const { node, names, type: old } = componentOf(pen, name);
  if (names.length === 1) {
    pen.replace(old, type);
    return;
  }
  const at = names.indexOf(name);
  const oldType = pen.slice(old);
  const lines = [names.slice(0, at), [name], names.slice(at + 1)]
    .filter((group) => group.length > 0)
    .map((group) => `${group.join(', ')}: ${group[0] === name ? type : oldType}`);
  const first = lines.shift() ?? '';
  pen.replace(node, first);
  pen.flush();
  const anchor = componentOf(pen, first.slice(0, first.search(/[,:]/))).node;
  lines.forEach((line) => pen.insert(anchor, 'after', line));
}

/**
 * Returns the path of the primitive that only this body is made of, so that changing it changes
 * nothing else; a type that others share is copied first.
 */
export function ownType(pen: Pen, index: number): string {
  const body = bodyAt(pen.draft, index);
  if (body.typeSpan === null) {
    refuse(`'${body.name}' is of type '${body.type}', which is in another file: change it there.`);
  }
  const text = pen.at(body.type);
  if (body.typeUses <= 1) {
    return body.type;
  }
  needOwn(body);
  if (/^primitive\s+\w+\s*\(/.test(text)) {
    refuse(`'${body.name}' depends on parameters of '${body.type}': change them in the text.`);
  }
  const free = pen.find(body.name) === 0;
  const name = free ? body.name : freshName(pen.taken, baseName(body.type));
  pen.insert(pen.find(body.type), 'after', text.replace(/^(primitive\s+)\w+/, `$1${name}`));
  retype(pen, body.name, name);
  pen.renew();
  return name;
}
