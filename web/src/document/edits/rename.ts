// rename.ts: gives a body, a point or a joint another name, wherever the world and its runs use it.
import type { Pick } from '../../app';
import type { Draft, Outcome } from '../draft';
import { bodyAt, bodyNumber, componentOf, needOwn } from './writing/bodies';
import { needOwnJoint } from './writing/joins';
import { refuseLoops, renameInClauses, statements } from './writing/mentions';
import { nameProblem } from './writing/names';
import { attempt, refuse } from './writing/pen';
import type { Pen } from './writing/pen';

/** Gives something another name, wherever the world and its runs use it. */
export function rename(draft: Draft, pick: Pick, name: string): Outcome {
  return attempt(draft, (pen) => {
    const problem = nameProblem(name);
    if (problem !== '') {
      refuse(problem);
    }
    switch (pick.kind) {
      case 'body':
        renameBody(pen, pick.body, name);
        break;
      case 'point':
        renamePoint(pen, bodyNumber(draft, pick.body), pick.point, name);
        break;
      case 'joint':
        renameJoint(pen, pick.joint, name);
        break;
    }
    checkSame(draft, pen);
    pen.made.push(name);
  });
}

function needFree(pen: Pen, name: string): void {
  if (pen.find(`${pen.world}.${name}`) !== 0 || name === pen.world) {
    refuse(`There is already a '${name}': choose another name.`);
  }
}

/** Renaming changes nothing but names. */
function checkSame(draft: Draft, pen: Pen): void {
  const after = pen.renew().facts;
  const same = (['bodies', 'joints', 'drives', 'traces', 'monitors'] as const).every(
    (part) => after[part].length === draft.facts[part].length,
  );
  if (!same) {
    refuse('The text uses this name in a way that cannot be followed: change it there.');
  }
}

function renameBody(pen: Pen, from: string, to: string): void {
  const body = bodyAt(pen.draft, bodyNumber(pen.draft, from));
  needOwn(body);
  needFree(pen, to);
  refuseLoops(pen, from);
  for (const path of statements(pen, 'join')) {
    ['part', 'to'].forEach((side) => renameStart(pen, `${path}.${side}`, from, to, false));
  }
  for (const path of statements(pen, 'place')) {
    renameStart(pen, `${path}.part`, from, to, false);
    renameStart(pen, `${path}.by`, from, to, true);
  }
  renameInClauses(pen, from, to);
  pen.flush();
  renameComponent(pen, from, to, body.type === from && body.typeUses === 1 && !pen.taken.has(to));
}

/** A path that begins with the name, alone or, for features, before a dot. */
function renameStart(pen: Pen, path: string, from: string, to: string, dotted: boolean): void {
  const text = pen.at(path);
  if ((!dotted && text === from) || text.startsWith(`${from}.`)) {
    pen.replace(pen.find(path), to + text.slice(from.length));
  }
}

/** A type that was called like its only body is called like it again, where the name is free. */
function renameComponent(pen: Pen, from: string, to: string, withType: boolean): void {
  const { node, names, type } = componentOf(pen, from);
  const both = withType && /^primitive\s/.test(pen.at(from));
  const written = both ? to : pen.slice(type);
  pen.replace(node, `${names.map((name) => (name === from ? to : name)).join(', ')}: ${written}`);
  if (both) {
    pen.flush();
    pen.replace(pen.find(from), pen.at(from).replace(/^(primitive\s+)\w+/, `$1${to}`));
  }
  pen.flush();
}

function renamePoint(pen: Pen, index: number, from: string, to: string): void {
  const { facts } = pen.draft;
  const body = bodyAt(pen.draft, index);
  const value = pen.find(`${body.type}.geometry.where.${from}`);
  if (body.typeSpan === null || value === 0) {
    refuse(`The name '${from}' comes from another file or from the language: it cannot be changed here.`);
  }
  if (body.points.some((point) => point.name === to)) {
    refuse(`'${body.name}' already has a point '${to}': choose another name.`);
  }
  pen.replace(pen.element(value), `${to}: ${pen.slice(value)}`);
  const alike = facts.bodies.filter((other) => other.type === body.type).map((other) => other.name);
  for (const path of statements(pen, 'join')) {
    const sides = [1, 2].filter((side) => alike.includes(pen.at(`${path}.${side === 1 ? 'part' : 'to'}`)));
    sides.forEach((side) => renameFeatures(pen, path, side, from, to));
  }
  for (const path of statements(pen, 'place')) {
    const by = pen.find(`${path}.by`);
    if (alike.includes(pen.at(`${path}.part`)) && pen.slice(by) === from) {
      pen.replace(by, to);
    }
  }
  alike.forEach((name) => renameInClauses(pen, `${name}.${from}`, `${name}.${to}`));
  pen.flush();
}

function renameFeatures(pen: Pen, join: string, side: number, from: string, to: string): void {
  for (let k = 1; pen.find(`${join}.matching[${k}]`) !== 0; k++) {
    const node = pen.find(`${join}.matching[${k}][${side}]`);
    if (pen.slice(node) === from) {
      pen.replace(node, to);
    }
  }
}

function renameJoint(pen: Pen, from: string, to: string): void {
  const joint = pen.draft.facts.joints.find((candidate) => candidate.name === from);
  if (joint === undefined || joint.span === null) {
    return refuse(`Joint '${from}' is no longer in the text.`);
  }
  needOwnJoint(pen, joint);
  needFree(pen, to);
  nameJoin(pen, joint.span.start, to);
  renameInClauses(pen, from, to);
  pen.flush();
}

/** Puts a name behind the join that begins there. */
export function nameJoin(pen: Pen, start: number, name: string): void {
  const node = pen.elementAt({ start, end: start });
  pen.replace(node, `${pen.slice(node).replace(/\s+as\s+\w+$/, '')} as ${name}`);
}
