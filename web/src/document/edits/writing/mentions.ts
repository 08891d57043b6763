// mentions.ts: takes parts, points and joints away with all that names them, or gives them other
// names. It looks at the present world and its runs only; the check at the end finds the rest.
import { pathStart } from './names';
import type { Pen } from './pen';
import { refuse } from './pen';
import { clausesOf, FIELDS, removeClauses, runsOf } from './runs';

/** Something of the world by the path that clauses use: `link1`, `pin2`, `link1.p`. */
export function mentions(text: string, path: string): boolean {
  const escaped = path.replace(/[.[\]]/g, String.raw`\$&`);
  return pathStart(escaped).test(text);
}

/** Takes away all clauses of runs, controls and lists that name one of these; some fields may keep them. */
export function forget(pen: Pen, paths: readonly string[], kept: readonly string[] = []): void {
  if (paths.length > 0) {
    removeClauses(pen, (clause, field) => !kept.includes(field) && paths.some((path) => mentions(clause, path)));
  }
}

/** Clauses get another name at the beginning of paths, or behind the part for a point. */
export function renameInClauses(pen: Pen, from: string, to: string): void {
  const pattern = pathStart(from.replace(/[.[\]]/g, String.raw`\$&`));
  const owners = runsOf(pen).flatMap((run) => FIELDS.map((field) => `${run}.${field}`));
  const lists = ['control', 'interference.on', 'interference.off'].map((field) => `${pen.world}.${field}`);
  for (const owner of [...owners, ...lists]) {
    for (const clause of clausesOf(pen, owner)) {
      pen.replace(clause.node, clause.text.replace(pattern, to));
    }
  }
}

/** Paths of the statements of the world of one kind, those within `for` left out. */
export function statements(pen: Pen, kind: 'join' | 'place'): readonly string[] {
  const paths: string[] = [];
  for (let k = 1; pen.find(`${pen.world}.${kind}#${k}`) !== 0; k++) {
    paths.push(`${pen.world}.${kind}#${k}`);
  }
  return paths;
}

/** The world's text outside of what can be followed: where it uses a name, nobody can change it. */
export function refuseLoops(pen: Pen, name: string): void {
  for (let k = 1; pen.find(`${pen.world}.for#${k}`) !== 0; k++) {
    if (mentions(pen.at(`${pen.world}.for#${k}`), name)) {
      refuse(`'${name}' is used in a 'for' of the text: change it there.`);
    }
  }
}
