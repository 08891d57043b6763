// runs.ts: the runs of a text (animate, simulate, study) and the clauses of their fields.
import type { Node } from '../../../core/core';
import type { Pen } from './pen';

const KINDS = ['animate', 'simulate', 'study'];
/** Fields that name parts and joints. */
export const FIELDS = ['drive', 'trace', 'monitor', 'stop', 'vary', 'measure'];

/** Paths of the runs of the present world, such as 'animate#2'. */
export function runsOf(pen: Pen): readonly string[] {
  const paths: string[] = [];
  for (const kind of KINDS) {
    for (let k = 1; pen.find(`${kind}#${k}`) !== 0; k++) {
      const path = `${kind}#${k}`;
      if (pen.at(`${path}.world`).replace(/\s*\(.*$/s, '') === pen.world) {
        paths.push(path);
      }
    }
  }
  return paths;
}

/** The path of the `animate` that is shown; '' where nothing is animated. */
export function animation(pen: Pen): string {
  const { facts } = pen.draft;
  const shown = facts.runs[facts.run];
  if (shown === undefined || shown.kind !== 'animate') {
    return '';
  }
  const before = facts.runs.slice(0, facts.run).filter((run) => run.kind === 'animate').length;
  const path = `animate#${before + 1}`;
  return runsOf(pen).includes(path) ? path : '';
}

export interface Clause {
  readonly node: Node;
  readonly text: string;
}

/** The clauses of a field: a path gives the field itself where there are several, else the one. */
export function clausesOf(pen: Pen, path: string): readonly Clause[] {
  const node = pen.find(path);
  if (node === 0) {
    return [];
  }
  if (pen.slice(node) !== pen.slice(pen.element(node))) {
    return [{ node, text: pen.slice(node) }];
  }
  const clauses: Clause[] = [];
  for (let k = 1; pen.find(`${path}[${k}]`) !== 0; k++) {
    const clause = pen.find(`${path}[${k}]`);
    clauses.push({ node: clause, text: pen.slice(clause) });
  }
  return clauses;
}

/** Adds a clause to a field of a run or a type, and the field where it is missing. */
export function addClause(pen: Pen, owner: string, field: string, clause: string): void {
  pen.flush();
  const node = pen.find(`${owner}.${field}`);
  if (node !== 0) {
    pen.insert(pen.element(node), 'last', clause);
  } else {
    pen.insert(pen.find(owner), 'last', `${field}: ${clause}`);
  }
  pen.flush();
}

/** Takes away the clauses that `goes` names; a field without clauses goes, and a run without drives. */
export function removeClauses(pen: Pen, goes: (clause: string, field: string) => boolean): void {
  pen.flush();
  const runs = runsOf(pen).map((path) => ({ path, dies: pruneRun(pen, path, goes) }));
  pruneField(pen, `${pen.world}.control`, (text) => goes(text, 'control'));
  for (const list of ['on', 'off']) {
    pruneField(pen, `${pen.world}.interference.${list}`, (text) => goes(text, 'interference'), 2);
  }
  pen.flush();
  // From the last: those before it keep their numbers.
  runs.reverse().forEach(({ path, dies }) => {
    if (dies) {
      pen.remove(pen.find(path));
      pen.flush();
    }
  });
  const block = pen.at(`${pen.world}.interference`);
  if (/^interference:\s*begin\s*end$/.test(block)) {
    pen.remove(pen.element(pen.find(`${pen.world}.interference`)));
    pen.flush();
  }
}

/** Returns whether the run has nothing left to drive. */
function pruneRun(pen: Pen, path: string, goes: (clause: string, field: string) => boolean): boolean {
  const left = FIELDS.map((field) => pruneField(pen, `${path}.${field}`, (text) => goes(text, field)));
  return path.startsWith('animate') && left[0] === 0;
}

/** Returns how many clauses are left; -1: there is no such field. It goes where less than `min` are. */
function pruneField(pen: Pen, path: string, goes: (clause: string) => boolean, min = 1): number {
  const node = pen.find(path);
  if (node === 0) {
    return -1;
  }
  const clauses = clausesOf(pen, path);
  const gone = clauses.filter((clause) => goes(clause.text));
  if (gone.length > 0 && clauses.length - gone.length < min) {
    pen.remove(pen.element(node));
  } else {
    gone.forEach((clause) => pen.remove(clause.node));
  }
  return clauses.length - gone.length;
}
