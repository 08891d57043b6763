// digits.ts: the number at a place of a line, and the same a few steps up or down. A step is one of
// its last digit, so that 30mm becomes 31mm and 0.25 becomes 0.26.
import { nextToken, startState } from './tokens';
import { reservedWords } from './vocabulary';

/** A number with its sign, without its unit, in offsets of the line. */
export interface Digits {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The number that `at` is in or beside, its unit included; null: there is none. */
export function digitsAt(line: string, at: number): Digits | null {
  const state = startState();
  let found: Digits | null = null;
  for (let start = 0; start < line.length && start <= at; ) {
    const { kind, end } = nextToken(line, start, state);
    if (kind === 'number' && at <= end) {
      return signed(line, start, end);
    }
    if (kind === 'number') {
      found = signed(line, start, end);
    } else if (kind === 'unit' && found && at <= end) {
      return found;
    } else {
      found = null;
    }
    start = end;
  }
  return null;
}

/** Of a number at `at` the digits without their sign, or the unit where it is in that; null: there is none. */
export function partAt(line: string, at: number): { readonly start: number; readonly end: number } | null {
  const digits = digitsAt(line, at);
  if (!digits) {
    return null;
  }
  const { start, end, text } = digits;
  const unit = /^[A-Za-z]*/.exec(line.slice(end))?.[0].length ?? 0;
  return at > end ? { start: end, end: end + unit } : { start: text.startsWith('-') ? start + 1 : start, end };
}

function signed(line: string, start: number, end: number): Digits {
  const from = isSign(line, start - 1) ? start - 1 : start;
  return { start: from, end, text: line.slice(from, end) };
}

/** Whether a minus stands there that belongs to the number: nothing to subtract from is before it. */
function isSign(line: string, at: number): boolean {
  if (line[at] !== '-') {
    return false;
  }
  const before = line.slice(0, at).trimEnd();
  const word = /([\p{L}_][\p{L}\p{M}\p{N}_]*)$/u.exec(before)?.[1];
  return word ? reservedWords.has(word) || word === 'near' : !/[\w)\]"]$/.test(before);
}

/** `text` changed by so many steps of its last digit. */
export function stepped(text: string, steps: number): string {
  const [mantissa = '', exponent] = text.split(/(?=[eE])/);
  const places = mantissa.split('.')[1]?.length ?? 0;
  const scale = 10 ** places;
  const value = (Math.round(Number(mantissa) * scale) + steps) / scale;
  const shown = Number.isFinite(value) ? value.toFixed(places) : mantissa;
  return `${shown.replace(/^-(?=0*(?:\.0*)?$)/, '')}${exponent ?? ''}`;
}
