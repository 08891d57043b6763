// clip.ts: copy and paste. A clip is JSON: bodies with their types and places, and the joins between
// them and to the ground. It may come from anywhere, so every field is checked before it is used, and
// the text that it makes is checked as that of any edit.
import type { Pick } from '../../app';
import type { BodyFact } from '../../core/facts';
import type { Draft, Outcome } from '../draft';
import { componentOf, isOwn, plainPoints } from './writing/bodies';
import { endsOf } from './writing/ends';
import type { End } from './writing/ends';
import { angleOf, poseOf, toWorld } from './writing/frames';
import type { Vec } from './writing/frames';
import { addComponent, addStatement, addType, angleText, isOwnJoint, joinText } from './writing/joins';
import { baseName, freshName } from './writing/names';
import { isPoint } from './writing/numbers';
import { passOthers } from './writing/passing';
import { attempt, Pen, refuse } from './writing/pen';
import { placeOf } from './writing/places';
import { clausesOf } from './writing/runs';

interface ClipBody {
  readonly name: string;
  /** As the component says it, with arguments. */
  readonly type: string;
  /** The definition of the type; '' where it stands elsewhere. */
  readonly definition: string;
  readonly by: string;
  readonly near: boolean;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly passes: boolean;
}

/** A feature by name or as written, or a point of the ground. */
type ClipEnd = string | Vec;

interface ClipJoin {
  readonly name: string;
  readonly part: string;
  readonly to: string;
  readonly hinge: string;
  readonly pairs: readonly (readonly [ClipEnd, ClipEnd])[];
}

interface Clip {
  readonly trammel: 1;
  readonly bodies: readonly ClipBody[];
  readonly joins: readonly ClipJoin[];
}

/** What is selected as a text that paste takes, also in another document; '' where nothing can be copied. */
export function copy(draft: Draft, picks: readonly Pick[]): string {
  const names = new Set(picks.flatMap((pick) => (pick.kind === 'joint' ? [] : [pick.body])));
  const chosen = draft.facts.bodies.flatMap((body, index) =>
    index > 0 && names.has(body.name) && isOwn(body) ? [index] : [],
  );
  if (chosen.length === 0 || !draft.facts.good) {
    return '';
  }
  const pen = new Pen(draft);
  try {
    const bodies = chosen.map((index) => copyBody(pen, index));
    const clip: Clip = { trammel: 1, bodies, joins: copyJoins(pen, new Set(chosen)) };
    return JSON.stringify(clip);
  } finally {
    pen.dispose();
  }
}

function copyBody(pen: Pen, index: number): ClipBody {
  const body = pen.draft.facts.bodies[index] as BodyFact;
  const place = placeOf(pen, body);
  const points = plainPoints(body);
  const by = points.find((point) => point.name === place?.by) ?? { name: 'center', x: 0, y: 0 };
  const pose = poseOf(pen.draft, index);
  const at = toWorld(pose, by);
  return {
    name: body.name,
    type: pen.slice(componentOf(pen, body.name).type),
    definition: body.typeSpan === null ? '' : pen.at(body.type),
    by: by.name,
    near: place?.near ?? true,
    x: at.x,
    y: at.y,
    angle: angleOf(pose),
    passes: clausesOf(pen, `${pen.world}.interference.off`).some((clause) => clause.text === body.name),
  };
}

function copyJoins(pen: Pen, bodies: ReadonlySet<number>): readonly ClipJoin[] {
  const ends = endsOf(pen);
  return pen.draft.facts.joints.flatMap((joint) => {
    const within = joint.bodies.every((body) => body === 0 || bodies.has(body));
    if (!within || !isOwnJoint(pen, joint) || joint.span === null) {
      return [];
    }
    const path = pen.path(pen.elementAt(joint.span));
    const pairs = joint.pairs.map((_, k): [ClipEnd, ClipEnd] => {
      const [a, b] = ends.filter((end) => end.joint === joint && end.pair === k);
      return [copyEnd(pen, a), copyEnd(pen, b)];
    });
    const [part, to, hinge] = ['part', 'to', 'with'].map((step) => pen.at(`${path}.${step}`));
    return [{ name: joint.name, part: part ?? '', to: to ?? '', hinge: hinge ?? '', pairs }];
  });
}

function copyEnd(pen: Pen, end: End | undefined): ClipEnd {
  if (end === undefined) {
    return '';
  }
  const text = pen.slice(end.node);
  return end.body === 0 && (isPoint(text) || text === 'center') ? { x: end.x, y: end.y } : text;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length < 1e6;
}

function isEnd(value: unknown): boolean {
  const point = value as { x?: unknown; y?: unknown } | null;
  return isText(value) || (typeof point === 'object' && [point?.x, point?.y].every(Number.isFinite));
}

function isBody(value: unknown): boolean {
  const body = value as Partial<Record<keyof ClipBody, unknown>> | null;
  return (
    typeof body === 'object' &&
    body !== null &&
    [body.name, body.type, body.definition, body.by].every(isText) &&
    [body.x, body.y, body.angle].every(Number.isFinite)
  );
}

function isJoin(value: unknown): boolean {
  const join = value as Partial<Record<keyof ClipJoin, unknown>> | null;
  return (
    typeof join === 'object' &&
    join !== null &&
    [join.name, join.part, join.to, join.hinge].every(isText) &&
    Array.isArray(join.pairs) &&
    join.pairs.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isEnd))
  );
}

function isListOf(value: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

function readClip(text: string): Clip {
  try {
    const clip = JSON.parse(text) as Partial<Clip> | null;
    const { bodies, joins } = clip ?? {};
    if (clip?.trammel === 1 && isListOf(bodies, isBody) && isListOf(joins, isJoin)) {
      return clip as Clip;
    }
  } catch {
    // Not JSON: nothing that was copied here.
  }
  return refuse('The clipboard has no parts of a mechanism: copy some first.');
}

/** Everything gets names of its own; what is pinned to the ground is shifted with the rest. */
export function paste(draft: Draft, clip: string, dx: number, dy: number): Outcome {
  return attempt(draft, (pen) => {
    const { bodies, joins } = readClip(clip);
    const types = new Map<string, string>();
    const names = new Map<string, string>([['world', 'world']]);
    bodies.forEach((body) => {
      const name = freshName(pen.taken, baseName(body.name));
      names.set(body.name, name);
      pasteBody(pen, { ...body, x: body.x + dx, y: body.y + dy }, name, types);
    });
    joins.forEach((join) => pasteJoin(pen, join, names, { x: dx, y: dy }));
  });
}

function pasteBody(pen: Pen, body: ClipBody, name: string, types: Map<string, string>): void {
  addComponent(pen, name, pasteType(pen, body, name, types));
  const point = pen.numbers.point(body.x, body.y);
  const word = body.near ? 'near' : 'at';
  addStatement(pen, `place ${name} by ${body.by} ${word} ${point}${angleText(pen, body.angle)}`);
  if (body.passes) {
    passOthers(pen, name);
  }
  pen.made.push(name);
}

/** Types with parameters that the text has are shared; others are copied under a name of their own. */
function pasteType(pen: Pen, body: ClipBody, name: string, types: Map<string, string>): string {
  const [type = ''] = /^\w+/.exec(body.type) ?? [];
  const general = /^primitive\s+\w+\s*\(/.test(body.definition);
  if (body.definition === '' || (general && pen.at(type) === body.definition)) {
    return body.type;
  }
  let fresh = types.get(type);
  if (fresh === undefined) {
    fresh = type === body.name ? name : freshName(pen.taken, baseName(type));
    types.set(type, fresh);
    addType(pen, body.definition.replace(/^(primitive\s+)\w+/, `$1${fresh}`));
  }
  return fresh + body.type.slice(type.length);
}

function pasteJoin(pen: Pen, join: ClipJoin, names: ReadonlyMap<string, string>, by: Vec): void {
  const part = names.get(join.part);
  const to = names.get(join.to);
  if (part === undefined || to === undefined) {
    return;
  }
  const end = (value: ClipEnd): string =>
    typeof value === 'string' ? value : pen.numbers.point(value.x + by.x, value.y + by.y);
  const pairs = join.pairs.map(([a, b]) => `${end(a)} ${end(b)}`).join(', ');
  const name = join.name.startsWith('#') ? '' : freshName(pen.taken, baseName(join.name));
  addStatement(pen, joinText(part, to, join.hinge, pairs, name));
}
