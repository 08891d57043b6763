// scale.ts: the numbers at the axes of a plot: as many digits as tell two ticks apart, and a range that
// does not stretch roundings over the whole height.

/** Smallest height of a plot, of the largest value in it: what changes by less looks constant. */
const MIN_HEIGHT = 1e-2;
/** The same where all is nearly 0. */
const NOTHING = 1e-9;
/** Digits before or behind the point beyond which a power of ten is shorter. */
const MAX_PLAIN = 5;

/** A range about the values that is at least so wide. */
export function wideRange(min: number, max: number): readonly [number, number] {
  const height = Math.max(MIN_HEIGHT * Math.max(Math.abs(min), Math.abs(max)), NOTHING);
  const more = Math.max(0, height - (max - min)) / 2;
  return [min - more, max + more];
}

/** Digits behind the point that a step needs: 1 of 0.5, 2 of 0.25, 0 of 20. */
function digitsOf(step: number): number {
  for (let digits = 0; digits < 15; digits++) {
    const scaled = step * 10 ** digits;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) {
      return digits;
    }
  }
  return 15;
}

/** Labels of ticks that are `step` apart. */
export function tickLabels(ticks: readonly number[], step: number): readonly string[] {
  const max = Math.max(0, ...ticks.map(Math.abs));
  const digits = digitsOf(step);
  if (digits <= MAX_PLAIN && max < 10 ** MAX_PLAIN) {
    return ticks.map((tick) => noMinus(tick.toFixed(digits)));
  }
  const power = Math.floor(Math.log10(Math.max(max, step)) + 1e-9);
  const kept = Math.max(0, digitsOf(step / 10 ** power));
  return ticks.map((tick) => (Math.abs(tick) < step / 1e3 ? '0' : `${(tick / 10 ** power).toFixed(kept)}e${power}`));
}

function noMinus(text: string): string {
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}
