// pieces.ts: how one text becomes another by few small changes, so that cursor, scroll and marks of
// the editor stay where they are. Lines that only changed inside are changed inside.
import { diffOf } from '../../document/diff';
import type { Diff } from '../../document/diff';

/** Changes in order, none touching another, all in offsets of `before`. */
export function piecesOf(before: string, after: string): Diff[] {
  const whole = diffOf(before, after);
  if (!whole) {
    return [];
  }
  const removed = whole.removed.split('\n');
  const inserted = whole.inserted.split('\n');
  if (removed.length !== inserted.length) {
    return [whole];
  }
  const pieces: Diff[] = [];
  let start = whole.start;
  removed.forEach((line, i) => {
    const diff = diffOf(line, inserted[i] ?? '');
    if (diff) {
      pieces.push({ ...diff, start: start + diff.start });
    }
    start += line.length + 1;
  });
  return pieces;
}
