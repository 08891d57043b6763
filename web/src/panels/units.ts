// units.ts: numbers as people read and type them. Inside everything is metres, radians, kilograms.
import type { LengthUnit } from '../app';
import type { Core } from '../core/core';

/** Metres in one of the unit. */
const metres: Readonly<Record<LengthUnit, number>> = { mm: 1e-3, cm: 1e-2, m: 1, in: 0.0254 };

/** Digits after the point that show a tenth of a millimetre or so. */
const places: Readonly<Record<LengthUnit, number>> = { mm: 1, cm: 2, m: 4, in: 3 };

/** Lengths below are the rounding of a sum [m]. */
const nothing = 1e-11;

const degree = Math.PI / 180;

/** A unit as people read it: N·m for N m and N*m, m/s² for m/s^2. */
export function showUnit(unit: string): string {
  return unit.replace(/[ *]/g, '·').replaceAll('^2', '²').replaceAll('^3', '³').replaceAll('^-1', '⁻¹');
}

/** `style` 'fixed' keeps the width calm while a number runs; 'short' drops zeros at the end. */
export function showLength(value: number, unit: LengthUnit, style: 'fixed' | 'short' = 'short'): string {
  const number = Math.abs(value) < nothing ? 0 : value / metres[unit];
  return style === 'fixed' ? noMinusZero(number.toFixed(places[unit])) : short(number, places[unit] + 2);
}

/** The shortest number that is at most `within` off [m]: a length between points whose coordinates are rounded is not exact. */
export function showNearly(value: number, unit: LengthUnit, within: number): string {
  const number = value / metres[unit];
  const digits = Array.from({ length: places[unit] + 2 }, (_, i) => i);
  const enough = digits.find((count) => Math.abs(Number(number.toFixed(count)) - number) * metres[unit] <= within);
  return enough === undefined ? showLength(value, unit) : noMinusZero(String(Number(number.toFixed(enough))));
}

export function showAngle(value: number, style: 'fixed' | 'short' = 'short'): string {
  const number = value / degree;
  return style === 'fixed' ? noMinusZero(number.toFixed(1)) : short(number, 3);
}

/** At most so many digits after the point, six that count, and no zeros at the end. */
export function short(value: number, digits = 4): string {
  if (value !== 0 && (Math.abs(value) < 10 ** -digits || Math.abs(value) >= 1e7)) {
    return String(Number(value.toPrecision(4)));
  }
  return noMinusZero(String(Number(value.toFixed(digits))));
}

function noMinusZero(text: string): string {
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}

/** What people type for what the language writes: 3,5 for 3.5, ° for deg, 30 mm for 30mm, m³ for m^3. */
function written(typed: string): string {
  const text = typed.trim().replaceAll('−', '-').replaceAll('·', '*').replaceAll('°', 'deg').replaceAll('"', 'in').replaceAll('²', '^2').replaceAll('³', '^3');
  const pointed = text.includes('(') ? text : text.replace(/(\d*),(\d+)/g, '$1.$2');
  return pointed.replace(/(\d\.?)\s+(?=[a-zA-Z])/g, '$1');
}

/** What was typed in a field, such as '50+5', '2*3cm' or '30deg', as the core computes it: in SI, where a
 * plain number counts in `unit`; or why it is not such a number. */
export function readIn(core: Core, typed: string, unit: string): number | string {
  return typed.trim() === '' ? 'Type a number.' : sentence(core.quantity(written(typed), unit));
}

function sentence(answer: number | string): number | string {
  return typeof answer === 'number' ? answer : `${answer.charAt(0).toUpperCase()}${answer.slice(1)}${/[.?]$/.test(answer) ? '' : '.'}`;
}

export type Quantity = 'angle' | 'length' | 'number';

export function showQuantity(quantity: Quantity, value: number, length: LengthUnit): string {
  return quantity === 'angle' ? showAngle(value) : quantity === 'length' ? showLength(value, length) : short(value, 6);
}

/** `unit` of a plain number, as the language writes it. */
export function readQuantity(core: Core, quantity: Quantity, typed: string, length: LengthUnit, unit = ''): number | string {
  return readIn(core, typed, quantity === 'angle' ? 'deg' : quantity === 'length' ? length : unit);
}
