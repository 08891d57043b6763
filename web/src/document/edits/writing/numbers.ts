// numbers.ts: numbers as an edit writes them: short, in the unit of the document, no finer than the
// world needs, never `-0`; and back from text where a number stands alone.
import type { LengthUnit } from '../../../app';
import type { Draft } from '../../draft';

const METRES: Readonly<Record<string, number>> = {
  km: 1e3,
  m: 1,
  cm: 1e-2,
  mm: 1e-3,
  um: 1e-6,
  nm: 1e-9,
  in: 0.0254,
  ft: 0.3048,
};
const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?:[a-z]+)?`;
const POINT = new RegExp(String.raw`^\(\s*(${NUMBER})\s*,\s*(${NUMBER})\s*(?:,\s*0(?:[a-z]+)?\s*)?\)$`);
const ALONE = new RegExp(`^${NUMBER}$`);
/** Digits of the world's size that are kept. */
const DIGITS = 5;
const FINEST_USUAL = 1e-6;

/** Whether the text is a number with or without a unit, not an expression. */
export function isNumber(text: string): boolean {
  return ALONE.test(text.trim());
}

/** Whether the text is a point of the plane, of two such numbers. */
export function isPoint(text: string): boolean {
  return POINT.test(text.trim());
}

/** The length that a number with its unit is [m]; null where the text is something else. */
export function lengthOf(text: string): number | null {
  const found = /^\s*([-+]?[\d.]+(?:e[-+]?\d+)?)([a-z]*)\s*$/.exec(text);
  const scale = found === null ? undefined : METRES[found[2] === '' ? 'm' : (found[2] ?? '')];
  return found === null || scale === undefined ? null : Number(found[1]) * scale;
}

/** A number with a decimal point, at most this many digits behind it, and no zeros at the end. */
export function decimal(value: number, places: number): string {
  const text = value.toFixed(Math.min(Math.max(places, 0), 15));
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}

/** How the numbers of one document are written. */
export class Numbers {
  readonly unit: LengthUnit;
  /** The step between lengths that are written [m]. */
  readonly step: number;

  constructor(unit: LengthUnit, size: number) {
    this.unit = unit;
    const known = Number.isFinite(size) && size > 0;
    this.step = known ? 10 ** (Math.floor(Math.log10(size) + 1e-9) - DIGITS) : FINEST_USUAL;
    // A world of some centimetres is written as one of some decimetres: micrometres are enough.
    if (this.step < FINEST_USUAL && size > 1e-3) {
      this.step = FINEST_USUAL;
    }
  }

  static of(draft: Draft): Numbers {
    const { world, bodies } = draft.facts;
    return new Numbers(draft.unit ?? 'mm', bodies.length > 1 ? (world?.size ?? 0) : 0);
  }

  length(metres: number): string {
    const scale = METRES[this.unit] ?? 1;
    const text = decimal(metres / scale, Math.ceil(-Math.log10(this.step / scale) - 1e-9));
    return text === '0' ? '0' : text + this.unit;
  }

  point(x: number, y: number): string {
    return `(${this.length(x)}, ${this.length(y)})`;
  }

  angle(radians: number): string {
    return `${decimal((radians * 180) / Math.PI, 3)}deg`;
  }
}

/** One of 1, 2, 5, 10, 20 …, not above the number but for roundings. */
export function nice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  const lead = value / power + 1e-9;
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}
