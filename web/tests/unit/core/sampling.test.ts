// Curves have enough steps for what turns often, and no more than a sweep may cost.
import { beforeAll, expect, test } from 'vitest';

import type { Core } from '../../../src/core/core';
import { COARSE, FINE, sampledCurves, stepsOf } from '../../../src/core/sampling';
import { projectText, testCore } from '../test_core';

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

test('the belts make 25, 10 and 16 turns: the circle of the fan is round', () => {
  const sketch = core.sketch(projectText('examples/gallery/belt_drive.tml'));
  expect(stepsOf(sketch, FINE)).toBe(25 * 72);
  const { traces } = sketch.facts;
  const curves = sampledCurves(sketch, COARSE);
  sketch.dispose();
  expect(curves).toHaveLength(traces.length);
  for (const curve of curves) {
    // On circles chords of 15 degrees are the longest: the fastest trace turns 16 times, 24 steps a turn of 25.
    const radius = (Math.max(...curve.filter((_, i) => i % 2 === 0)) - Math.min(...curve.filter((_, i) => i % 2 === 0))) / 2;
    for (let i = 2; i + 1 < curve.length; i += 2) {
      const chord = Math.hypot(curve[i]! - curve[i - 2]!, curve[i + 1]! - curve[i - 1]!);
      expect(chord).toBeLessThanOrEqual(2 * radius * Math.sin(Math.PI / 24) + 1e-9);
    }
  }
});

test('one turn has the least steps, and many bodies do not have more', () => {
  const sketch = core.sketch(projectText('examples/gallery/jansen.tml'));
  expect(stepsOf(sketch, FINE)).toBe(FINE.min);
  sketch.dispose();
  expect(stepsOf({ facts: { bodies: Array(1000), drives: [{ isAngle: true, from: 0, to: 99 }] }, rates: () => null } as never, FINE)).toBe(FINE.min);
});
