// units.ts: numbers of the picture as people read them: steps of 1, 2, 5, and lengths in their unit.
import type { LengthUnit } from '../app';

/** Units of each length unit in a metre. */
export const PER_METRE: Readonly<Record<LengthUnit, number>> = { mm: 1000, cm: 100, m: 1, in: 1 / 0.0254 };

/** The smallest of 1, 2, 5 times a power of ten that is not below the value. */
export function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const part = value / power;
  const nice = part <= 1.0001 ? 1 : part <= 2.0001 ? 2 : part <= 5.0001 ? 5 : 10;
  return nice * power;
}

/** A number with as many digits as are of use: four that count, no zeros behind. */
export function shortNumber(value: number, digits = 4): string {
  if (value === 0 || Math.abs(value) < 1e-12) {
    return '0';
  }
  const text = String(Number(value.toPrecision(digits)));
  return text.replace('-', '\u2212');
}

export function lengthText(metres: number, unit: LengthUnit, digits = 4): string {
  return shortNumber(metres * PER_METRE[unit], digits);
}
