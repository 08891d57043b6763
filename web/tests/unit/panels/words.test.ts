// Sentences with a number in them.
import { expect, test } from 'vitest';

import { slowText } from '../../../src/panels/words';

test('a run at twice the speed of the clock that falls behind is not called slower than real time', () => {
  expect(slowText(1.44)).toBe('Slower than set: 1.4 s per second');
  expect(slowText(0.0312)).toBe('Slower than set: 0.031 s per second');
});
