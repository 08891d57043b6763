// diff.ts: the smallest single replacement that makes one text of another, and its use.

/** A change of text: at `start`, `removed` gave way to `inserted`. Its inverse swaps the two. */
export interface Diff {
  readonly start: number;
  readonly removed: string;
  readonly inserted: string;
}

/** What stands between the common beginning and the common end; null where the texts are equal. */
export function diffOf(before: string, after: string): Diff | null {
  if (before === after) {
    return null;
  }
  const max = Math.min(before.length, after.length);
  let start = 0;
  while (start < max && before.charCodeAt(start) === after.charCodeAt(start)) {
    start++;
  }
  let end = 0;
  while (
    end < max - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end++;
  }
  return {
    start,
    removed: before.slice(start, before.length - end),
    inserted: after.slice(start, after.length - end),
  };
}

export function applyDiff(text: string, diff: Diff): string {
  return text.slice(0, diff.start) + diff.inserted + text.slice(diff.start + diff.removed.length);
}

export function inverse(diff: Diff): Diff {
  return { start: diff.start, removed: diff.inserted, inserted: diff.removed };
}
