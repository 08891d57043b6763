// fixtures.ts: facts of small machines, written by hand, for tests of the view without a core.
import type { BodyFact, JointEnd, JointFact, PointFact, SketchFacts } from '../../../src/core/facts';
import { Scales } from '../../../src/view/draw/arrows';
import { NO_FACTS, type SceneInput } from '../../../src/view/input';
import { capsule, circle } from '../../../src/view/geometry/shapes';
import { makeColours } from '../../../src/view/theme';
import { Travel } from '../../../src/view/geometry/travel';

export const MM = 1e-3;

export function point(name: string, x: number, y: number, dx = 0, dy = 0): PointFact {
  return { name, x, y, dx, dy, span: null };
}

export function body(name: string, more: Partial<BodyFact> = {}): BodyFact {
  return {
    name,
    type: name,
    typeUses: 1,
    fixed: false,
    locked: false,
    hidden: false,
    dynamic: false,
    touches: false,
    color: '',
    mass: 0,
    density: 0,
    shape: 'link',
    outline: [],
    gear: null,
    points: [],
    place: null,
    span: null,
    typeSpan: null,
    ...more,
  };
}

export const WORLD = body('world', { fixed: true, shape: 'none' });

/** A bar from (0, 0) to (length, 0) with pins a and b. */
export function bar(name: string, length: number, width = 8 * MM, more: Partial<BodyFact> = {}): BodyFact {
  return body(name, {
    outline: [capsule(0, 0, length, 0, width / 2).points],
    points: [point('a', 0, 0), point('b', length, 0)],
    ...more,
  });
}

export function disc(name: string, radius: number, more: Partial<BodyFact> = {}): BodyFact {
  return body(name, { outline: [circle(0, 0, radius).points], points: [point('a', 0, 0)], ...more });
}

export function end(of: number, x: number, y: number, dx = 0, dy = 0): JointEnd {
  return { body: of, x, y, dx, dy };
}

export function joint(name: string, kind: string, a: JointEnd, b: JointEnd, values: Record<string, number> = {}): JointFact {
  return { name, kind, bodies: [a.body, b.body], pairs: [[a, b]], values, span: null };
}

export function facts(more: Partial<SketchFacts>): SketchFacts {
  const world = { name: 'test', planar: true, size: 0.1, gravity: [0, 0] as const, bodies: 3, heavy: 3 };
  return { ...NO_FACTS, good: true, world, ...more };
}

/** x, y and angle of each body, the world first. */
export function poses(...places: readonly (readonly [number, number, number])[]): Float64Array {
  return new Float64Array(places.flatMap(([x, y, angle]) => [x, y, Math.cos(angle), Math.sin(angle)]));
}

const colours = makeColours(
  (name) => (name === '--canvas-bg' ? '#ffffff' : '#336699'),
  (name) => (name === 'red' ? [1, 0, 0] : null),
);

export function sceneInput(of: SketchFacts, at: Float64Array, more: Partial<SceneInput> = {}): SceneInput {
  return {
    facts: of,
    poses: at,
    camera: { x: 0, y: 0, scale: 4000 },
    size: { width: 800, height: 600 },
    colours,
    options: { grid: false, dimensions: false, curves: false, names: false, arrows: 'none', forces: false, units: 'mm' },
    selection: [],
    hover: null,
    curves: [],
    rates: null,
    diagnosis: null,
    blocked: [],
    contacts: null,
    backdrop: null,
    preview: null,
    travel: new Travel(),
    scales: new Scales(),
    pulse: 1,
    ...more,
  };
}

/** The four-bar of 30, 80, 60 on a ground of 90 mm; crank at 90 degrees. Points from a closed form. */
export function fourBar(): { facts: SketchFacts; poses: Float64Array } {
  // b = (0, 30); c is 80 from b and 60 from (90, 0), above.
  const [bx, by, dx] = [0, 30 * MM, 90 * MM];
  const way = Math.hypot(dx - bx, by);
  const along = (way * way + (80 * MM) ** 2 - (60 * MM) ** 2) / (2 * way);
  const off = Math.sqrt((80 * MM) ** 2 - along * along);
  const [ux, uy] = [(dx - bx) / way, -by / way];
  const [cx, cy] = [bx + along * ux - off * uy, by + along * uy + off * ux];
  const crank = bar('l1', 30 * MM);
  const coupler = bar('l2', 80 * MM);
  const rocker = bar('l3', 60 * MM);
  return {
    facts: facts({
      bodies: [WORLD, crank, { ...coupler, points: [...coupler.points, point('p', 40 * MM, 30 * MM)] }, rocker],
      joints: [
        joint('j1', 'pin', end(1, 0, 0), end(0, 0, 0)),
        joint('j2', 'pin', end(1, 30 * MM, 0), end(2, 0, 0)),
        joint('j3', 'pin', end(2, 80 * MM, 0), end(3, 60 * MM, 0)),
        joint('j4', 'pin', end(3, 0, 0), end(0, 90 * MM, 0)),
      ],
      drives: [{ kind: 'coordinate', joint: 0, body: -1, isAngle: true, from: 0, to: 6.28 }],
      traces: [{ body: 2, x: 40 * MM, y: 30 * MM, name: 'l2.p' }],
    }),
    poses: poses([0, 0, 0], [0, 0, Math.PI / 2], [bx, by, Math.atan2(cy - by, cx - bx)], [dx, 0, Math.atan2(cy, cx - dx)]),
  };
}
