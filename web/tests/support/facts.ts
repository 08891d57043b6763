// facts.ts: facts of a four-bar by hand, for tests of panels and actions that need no core.
import type { BodyFact, Diagnosis, JointFact, SketchFacts } from '../../src/core/facts';

function bar(name: string, length: number, color: string): BodyFact {
  const point = (pointName: string, x: number, y = 0) => ({ name: pointName, x, y, dx: 0, dy: 0, span: null });
  return {
    name, type: name, typeUses: 1, fixed: false, locked: false, hidden: false, dynamic: true, touches: false, color, mass: 0.02, density: 2700, shape: 'bar',
    outline: [], gear: null, points: [point('a', 0), point('b', length)], place: null, span: { start: 0, end: 1 }, typeSpan: { start: 0, end: 1 },
  };
}

function pin(name: string, one: number, other: number, x: number, otherX: number): JointFact {
  const end = (body: number, at: number) => ({ body, x: at, y: 0, dx: 0, dy: 0 });
  return { name, kind: 'pin', bodies: [one, other], pairs: [[end(one, x), end(other, otherX)]], values: {}, span: { start: 0, end: 1 } };
}

const world: BodyFact = { ...bar('world', 0, ''), fixed: true, dynamic: false, mass: 0, points: [] };

export const fourBar: SketchFacts = {
  good: true,
  diags: [],
  runs: [{ kind: 'animate', world: 'sketch' }],
  run: 0,
  world: { name: 'sketch', planar: true, size: 0.2, gravity: [0, -9.81], bodies: 3, heavy: 3 },
  bodies: [world, bar('crank', 0.03, 'steelblue'), bar('coupler', 0.09, ''), bar('rocker', 0.06, '')],
  joints: [pin('motor', 1, 0, 0, 0), pin('#2', 2, 1, 0, 0.03), pin('#3', 3, 2, 0.06, 0.09), pin('swing', 3, 0, 0, 0.08)],
  drives: [{ kind: 'coordinate', joint: 0, body: -1, isAngle: true, from: 0, to: 2 * Math.PI }],
  frames: 100,
  onBreak: 'limit',
  traces: [],
  monitors: [{ text: 'swing.angle', unit: 'rad', size: 1, first: 0 }],
  inputs: [{ name: 'push', unit: 'N', initial: 1, low: 0, high: 5 }],
  record: 0,
};

export const noFacts: SketchFacts = {
  ...fourBar, runs: [], run: -1, bodies: [world], joints: [], drives: [], monitors: [], inputs: [],
};

export const fourBarDiagnosis: Diagnosis = {
  verdict: 'It moves in one way.',
  text: '',
  mobility: 1,
  gruebler: 1,
  assembled: true,
  motions: [{ lasts: true, idle: false, bodies: [1, 2, 3] }],
  redundant: [{ joint: 3, from: [1, 2] }],
  conflicts: [],
  fourBars: [
    { joints: [0, 3, 2, 1], bodies: [0, 1, 2, 3], lengths: [0.08, 0.03, 0.09, 0.06], grashof: true, kind: 'crank-rocker', transmission: 0.9 },
  ],
};
