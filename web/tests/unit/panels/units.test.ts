// Numbers as people read and type them.
import { expect, test } from 'vitest';

import { readAngle, readLength, readNumber, showAngle, showLength, showNearly } from '../../../src/panels/units';

test('a length is shown in the unit, without zeros at the end', () => {
  expect(showLength(0.03, 'mm')).toBe('30');
  expect(showLength(0.0305, 'cm')).toBe('3.05');
  expect(showLength(0.0254, 'in')).toBe('1');
  expect(showLength(-1e-12, 'mm', 'fixed')).toBe('0.0');
  expect(showLength(-1e-12, 'mm')).toBe('0');
  expect(showLength(2e-9, 'mm')).toBe('0.000002');
});

test('a distance between rounded points is shown as it was typed', () => {
  const within = Math.SQRT1_2 * 1e-6;
  expect(showNearly(Math.hypot(0.036713, 0.054486), 'mm', within)).toBe('65.7');
  expect(showNearly(0.0657012, 'mm', within)).toBe('65.701');
  expect(showNearly(0.03, 'mm', within)).toBe('30');
  expect(showNearly(1.5e-9, 'mm', 1e-10)).toBe('0.0000015');
});

test('a typed length may have its own unit', () => {
  expect(readLength('30', 'mm')).toBeCloseTo(0.03, 15);
  expect(readLength(' 3,5 cm ', 'mm')).toBeCloseTo(0.035, 15);
  expect(readLength('1.5"', 'mm')).toBeCloseTo(0.0381, 15);
  expect(readLength('30 kg', 'mm')).toBeNull();
  expect(readLength('', 'mm')).toBeNull();
});

test('an angle is in degrees unless it says otherwise', () => {
  expect(readAngle('180')).toBeCloseTo(Math.PI, 15);
  expect(readAngle('90°')).toBeCloseTo(Math.PI / 2, 15);
  expect(readAngle('1 rad')).toBe(1);
  expect(readAngle('0.5 turn')).toBeCloseTo(Math.PI, 15);
  expect(showAngle(Math.PI / 6)).toBe('30');
});

test('a number takes only its own unit', () => {
  expect(readNumber('7800 kg/m^3', 'kg/m^3')).toBe(7800);
  expect(readNumber('5 N', 'kg')).toBeNull();
  expect(readNumber('-1e-3')).toBe(-0.001);
});
