// names.ts: names that a text does not have yet, and where it uses those that it has.

const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u;
const RESERVED = new Set(
  (
    'and animate as at begin by components composite else end for function if in include join let matching not of ' +
    'or place primitive simulate structure then to where with true false axis center x_axis y_axis z_axis world t time'
  ).split(' '),
);

/** All words of a text, also those of its comments: a new name is none of them. */
export function wordsOf(text: string): Set<string> {
  return new Set(text.match(/[\p{L}_][\p{L}\p{M}\p{N}_]*/gu) ?? []);
}

/** Why this cannot be a name; '' if it can. */
export function nameProblem(name: string): string {
  if (!NAME.test(name)) {
    return `'${name}' cannot be a name: names are letters, digits and _, and begin with a letter.`;
  }
  return RESERVED.has(name) ? `'${name}' is a word of the language: choose another name.` : '';
}

/** base1, base2 …: the first that is not taken. It is taken then. */
export function freshName(taken: Set<string>, base: string): string {
  for (let k = 1; ; k++) {
    if (!taken.has(`${base}${k}`)) {
      taken.add(`${base}${k}`);
      return `${base}${k}`;
    }
  }
}

/** a, b, c …, then p1, p2 …: the first that none of these points has. */
export function freshPoint(points: readonly string[]): string {
  const letter = [...'abcdfghijk'].find((name) => !points.includes(name));
  return letter ?? freshName(new Set(points), 'p');
}

/** The name without the number at its end. */
export function baseName(name: string): string {
  return name.replace(/\d+$/, '') || name;
}

/** Matches a name where it begins a path: not behind a dot, not before a colon as an argument's. */
export function pathStart(name: string): RegExp {
  return new RegExp(String.raw`(?<![.\w])${name}\b(?!\s*:)`, 'g');
}
