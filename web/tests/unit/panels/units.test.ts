// Numbers as people read and type them.
import { expect, test } from 'vitest';

import { readIn, showAngle, showLength, showNearly, showUnit } from '../../../src/panels/units';
import { testCore } from '../test_core';

test('a length is shown in the unit, without zeros at the end', () => {
  expect(showLength(0.03, 'mm')).toBe('30');
  expect(showLength(0.0305, 'cm')).toBe('3.05');
  expect(showLength(0.0254, 'in')).toBe('1');
  expect(showLength(-1e-12, 'mm', 'fixed')).toBe('0.0');
  expect(showLength(-1e-12, 'mm')).toBe('0');
  expect(showLength(2e-9, 'mm')).toBe('0.000002');
});

test('a unit is shown as a product of symbols with exponents', () => {
  expect(['N m', 'N*m*s/rad', 'm/s^2', 'kg m^2/s^2', 'm^3', 's^-1', '°/s', 'N', ''].map(showUnit)).toEqual(['N·m', 'N·m·s/rad', 'm/s²', 'kg·m²/s²', 'm³', 's⁻¹', '°/s', 'N', '']);
});

test('a distance between rounded points is shown as it was typed', () => {
  const within = Math.SQRT1_2 * 1e-6;
  expect(showNearly(Math.hypot(0.036713, 0.054486), 'mm', within)).toBe('65.7');
  expect(showNearly(0.0657012, 'mm', within)).toBe('65.701');
  expect(showNearly(0.03, 'mm', within)).toBe('30');
  expect(showNearly(1.5e-9, 'mm', 1e-10)).toBe('0.0000015');
});

const core = await testCore();
const read = (typed: string, unit: string) => readIn(core, typed, unit);

test('a typed length may have its own unit', () => {
  expect(read('30', 'mm')).toBeCloseTo(0.03, 15);
  expect(read(' 3,5 cm ', 'mm')).toBeCloseTo(0.035, 15);
  expect(read('1.5"', 'mm')).toBeCloseTo(0.0381, 15);
  expect(read('30 kg', 'mm')).toBe("'30kg' is a mass: a length is needed, such as 30mm.");
  expect(read(' ', 'mm')).toBe('Type a number.');
  expect(read('abc', 'mm')).toBe("There is no name 'abc': did you mean 'abs'?");
});

test('a typed number may be an expression, which the core computes', () => {
  expect(read('50+5', 'mm')).toBeCloseTo(0.055, 15);
  expect(read('2*3', 'mm')).toBeCloseTo(0.006, 15);
  expect(read('2 * 3 cm − 1 mm', 'mm')).toBeCloseTo(0.059, 15);
  expect(read('sqrt(3^2 + 4^2)', 'in')).toBeCloseTo(0.127, 15);
  expect(read('max(3,5)', 'mm')).toBeCloseTo(0.005, 15);
  expect(read('360°/7', 'deg')).toBeCloseTo((2 * Math.PI) / 7, 15);
});

test('what cannot be a number of its field says why, and does not guess', () => {
  expect(read('50 + 5mm', 'mm')).toBe('Only some numbers have a unit: give all of them one, or none.');
  expect(read('50+', 'mm')).toMatch(/^Expected a value/);
  expect(read('1/0', 'mm')).toMatch(/^Division by zero/);
  expect(read('fifty', 'mm')).toMatch(/^There is no name 'fifty'/);
  expect(read('30deg', 'mm')).toBe("'30deg' is an angle: a length is needed, such as 30mm.");
  expect(read('30mm', 'deg')).toBe("'30mm' is a length: an angle is needed, such as 30deg.");
});

test('an angle is in degrees unless it says otherwise', () => {
  expect(read('180', 'deg')).toBeCloseTo(Math.PI, 15);
  expect(read('90°', 'deg')).toBeCloseTo(Math.PI / 2, 15);
  expect(read('1 rad', 'deg')).toBe(1);
  expect(read('0.5 turn', 'deg')).toBeCloseTo(Math.PI, 15);
  expect(showAngle(Math.PI / 6)).toBe('30');
});

test('a number takes only units of its kind', () => {
  expect(read('7800 kg/m^3', 'kg/m^3')).toBe(7800);
  expect(read('7.8 g/cm³', 'kg/m^3')).toBeCloseTo(7800, 9);
  expect(read('5 N', 'kg')).toBe("'5N' is a force: a mass is needed, such as 5kg.");
  expect(read('-1e-3', '')).toBe(-0.001);
});
