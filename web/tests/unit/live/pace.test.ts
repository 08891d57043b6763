// What is said of a simulation that cannot keep up with the clock.
import { describe, expect, it } from 'vitest';

import { Pace } from '../../../src/live/pace';

/** Frames of a sixtieth of a second, in each n-th of which the world goes on by `by`. */
function run(pace: Pace, from: number, seconds: number, every: number, by: number, speed = 1): number {
  const frames = Math.round(seconds * 60);
  for (let i = 1; i <= frames; i++) {
    pace.add(from + i / 60, i % every === 0 ? by : 0, speed);
  }
  return from + seconds;
}

describe('the pace of a simulation', () => {
  it('is not told while the world keeps up, at any speed', () => {
    for (const speed of [0.1, 1, 2]) {
      const pace = new Pace();
      pace.begin(0);
      run(pace, 0, 5, 1, speed / 60, speed);
      expect(pace.value).toBe(0);
    }
  });

  it('is told after a second or two of a world that answers every twelfth frame', () => {
    const pace = new Pace();
    pace.begin(10);
    const then = run(pace, 10, 1, 12, 0.05);
    expect(pace.value).toBe(0);
    run(pace, then, 2, 12, 0.05);
    expect(pace.value).toBeCloseTo(0.25, 1);
  });

  it('is forgotten when the world keeps up again, and when the page was hidden', () => {
    const pace = new Pace();
    pace.begin(0);
    const slow = run(pace, 0, 3, 12, 0.05);
    expect(pace.value).toBeGreaterThan(0);
    expect(pace.add(slow + 60, 0.05, 1)).toBe(true);
    expect(pace.value).toBe(0);
    const again = run(pace, slow + 60, 3, 12, 0.05);
    expect(pace.value).toBeGreaterThan(0);
    run(pace, again, 4, 1, 1 / 60);
    expect(pace.value).toBe(0);
  });
});
