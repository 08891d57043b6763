// units.ts: numbers as people read and type them. Inside everything is metres, radians, kilograms.
import type { LengthUnit } from '../app';

/** Metres in one of the unit. */
const metres: Readonly<Record<LengthUnit, number>> = { mm: 1e-3, cm: 1e-2, m: 1, in: 0.0254 };

/** Digits after the point that show a tenth of a millimetre or so. */
const places: Readonly<Record<LengthUnit, number>> = { mm: 1, cm: 2, m: 4, in: 3 };

/** Lengths below are the rounding of a sum [m]. */
const nothing = 1e-11;

const degree = Math.PI / 180;

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

const numberAndUnit = /^\s*([-+−]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[-+]?\d+)?)\s*((?:[^\d\s]\S*)?)\s*$/i;

/** [number, unit or ''] of what was typed, or null. A comma counts as a point. */
function parse(text: string): readonly [number, string] | null {
  const match = numberAndUnit.exec(text);
  const number = Number(match?.[1]?.replace(',', '.').replace('−', '-'));
  return match && Number.isFinite(number) ? [number, (match[2] ?? '').toLowerCase()] : null;
}

/** Metres of '30', '30 mm', '1.5in'; null where it is no length. */
export function readLength(text: string, unit: LengthUnit): number | null {
  const parsed = parse(text);
  const per = parsed?.[1] === '' ? metres[unit] : parsed?.[1] === '"' ? metres.in : metres[parsed?.[1] as LengthUnit];
  return parsed && per !== undefined ? parsed[0] * per : null;
}

/** Radians of '30', '30deg', '30°', '0.5rad', '0.25turn'. */
export function readAngle(text: string): number | null {
  const parsed = parse(text);
  const per = { '': degree, deg: degree, '°': degree, rad: 1, turn: 2 * Math.PI }[parsed?.[1] ?? '?'];
  return parsed && per !== undefined ? parsed[0] * per : null;
}

/** A number that may have the one unit behind it. */
export function readNumber(text: string, unit = ''): number | null {
  const parsed = parse(text);
  return parsed && (parsed[1] === '' || parsed[1] === unit.toLowerCase()) ? parsed[0] : null;
}

export type Quantity = 'angle' | 'length' | 'number';

export function showQuantity(quantity: Quantity, value: number, length: LengthUnit): string {
  return quantity === 'angle' ? showAngle(value) : quantity === 'length' ? showLength(value, length) : short(value, 6);
}

export function readQuantity(quantity: Quantity, text: string, length: LengthUnit, unit = ''): number | null {
  return quantity === 'angle' ? readAngle(text) : quantity === 'length' ? readLength(text, length) : readNumber(text, unit);
}
