// sampling.ts: how many steps the curves of a sketch need. A part that makes many turns on the way of
// its drive would else be drawn as a star; how fast each turns is known to the core.
import type { Sketch } from './core';

export interface Fineness {
  /** Steps at least, and for each turn of the fastest body. */
  readonly min: number;
  readonly turn: number;
  /** Steps times bodies at the most, beyond the least: what a sweep may cost. */
  readonly work: number;
}

/** For the picture, and for what is as small as a thumbnail. */
export const FINE: Fineness = { min: 180, turn: 72, work: 20_000 };
export const COARSE: Fineness = { min: 60, turn: 24, work: 3_000 };

/** The curves of all traces; none where nothing is driven or traced. */
export function sampledCurves(sketch: Sketch, fineness: Fineness): Float64Array[] {
  const { drives, traces } = sketch.facts;
  return drives.length > 0 && traces.length > 0 ? sketch.curves(stepsOf(sketch, fineness) + 1) : [];
}

export function stepsOf(sketch: Sketch, { min, turn, work }: Fineness): number {
  const max = Math.max(min, work / sketch.facts.bodies.length);
  return Math.round(Math.min(Math.max(min, turn * turnsOf(sketch)), max));
}

/** Turns of the fastest body over the drives' way, as fast as it turns in the present pose. */
function turnsOf(sketch: Sketch): number {
  const { drives } = sketch.facts;
  const [first] = drives;
  const rates = first ? sketch.rates(first.to - first.from) : null;
  // Of each body x, y, angle of its velocity and of its acceleration.
  const spins = rates ? rates.filter((_, i) => i % 6 === 2) : [];
  const own = drives.map((drive) => (drive.isAngle ? drive.to - drive.from : 0));
  return [...spins, ...own].reduce((max, angle) => Math.max(max, Math.abs(angle)), 0) / (2 * Math.PI);
}
