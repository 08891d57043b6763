// places.ts: which of the problems comes next. Pure.
import type { Diag } from '../../core/facts';

/** The next error with a place behind `offset`, round to the first; a warning where no error is. */
export function nextPlace(diags: readonly Diag[], offset: number): Diag | null {
  const errors = diags.filter((diag) => diag.severity === 'error');
  const pool = errors.length > 0 ? errors : diags;
  const placed = pool.filter((diag) => diag.span !== null).sort((a, b) => startOf(a) - startOf(b));
  return placed.find((diag) => startOf(diag) > offset) ?? placed[0] ?? pool[0] ?? null;
}

function startOf(diag: Diag): number {
  return diag.span?.start ?? 0;
}
