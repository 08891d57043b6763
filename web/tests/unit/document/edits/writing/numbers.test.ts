// Numbers as edits write them.
import { expect, test } from 'vitest';

import { decimal, isNumber, isPoint, lengthOf, nice, Numbers } from '../../../../../src/document/edits/writing/numbers';

test('lengths are in the unit of the document, with micrometres at most in a world of decimetres', () => {
  const numbers = new Numbers('mm', 0.2);
  expect(numbers.length(0.0284)).toBe('28.4mm');
  expect(numbers.length(0.01234567)).toBe('12.346mm');
  expect(numbers.point(0.04, -1e-9)).toBe('(40mm, 0)');
  expect(new Numbers('cm', 0.2).length(0.0284)).toBe('2.84cm');
  expect(new Numbers('in', 0.2).length(0.0254)).toBe('1in');
});

test('larger worlds have coarser numbers, and tiny ones finer', () => {
  expect(new Numbers('m', 50).length(12.345678)).toBe('12.3457m');
  expect(new Numbers('mm', 5).length(1.2345678)).toBe('1234.57mm');
  expect(new Numbers('mm', 3e-5).length(1.23456e-5)).toBe('0.0123456mm');
});

test('angles have three digits behind the point and are never -0', () => {
  const numbers = new Numbers('mm', 1);
  expect(numbers.angle(Math.PI / 7)).toBe('25.714deg');
  expect(numbers.angle(-1e-9)).toBe('0deg');
  expect(decimal(-0.0001, 3)).toBe('0');
  expect(decimal(100, 3)).toBe('100');
});

test('points and numbers are told from expressions', () => {
  expect(['(0, 0)', '(-1.5mm, 2e-3m)', '( 1 , 2 )', '(1, 2, 0)'].map(isPoint)).toEqual([true, true, true, true]);
  expect(['(l / 2, 0)', 'a', '(1, 2, 3)', '(1)'].map(isPoint)).toEqual([false, false, false, false]);
  expect(['30deg', '-1.5', '2 * a'].map(isNumber)).toEqual([true, true, false]);
});

test('lengths are read with their units', () => {
  expect(lengthOf('12mm')).toBeCloseTo(0.012, 12);
  expect(lengthOf('2')).toBe(2);
  expect(lengthOf('2deg')).toBeNull();
});

test('nice numbers are 1, 2 and 5', () => {
  expect([0.0123, 0.024, 0.99, 1, 70].map(nice).map((value) => decimal(value, 6))).toEqual(['0.01', '0.02', '0.5', '1', '50']);
});
