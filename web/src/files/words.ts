// words.ts: errors as the status line tells them.

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
