// lookup.ts: what follows from the facts alone and is asked for at every frame, made once for each
// facts: numbers by name, order of painting, the joint at a point, outlines cut into chords.
import type { BodyFact, JointFact, SketchFacts } from '../../core/facts';
import type { Point } from './camera';
import { flatten } from './geometry';

export interface Lookup {
  readonly bodies: ReadonlyMap<string, number>;
  readonly joints: ReadonlyMap<string, number>;
  /** Bodies from the rearmost to the foremost: what stands is behind what moves. No ground, no hidden. */
  readonly order: readonly number[];
  /** For each body, for each of its points, the joints that have an end there. */
  readonly jointsAt: readonly (readonly (readonly number[])[])[];
  /** Pins at one place, drawn as one. */
  readonly pins: readonly PinGroup[];
  /** Of bodies without a shape, the points by which they are drawn as lines; else empty. */
  readonly skeletons: readonly (readonly Point[])[];
  /** For each body, its loops, or its skeleton, as corners x, y …. */
  readonly chords: readonly (readonly Float64Array[])[];
  /** For each body, how far its corners are from its origin at most [m]. */
  readonly reaches: readonly number[];
  /** Half the diagonal of all outlines, for tolerances of places [m]. */
  readonly size: number;
}

/** Joints that turn about one place, and the bodies that they hold there. */
export interface PinGroup {
  readonly joints: readonly number[];
  readonly bodies: readonly number[];
}

const made = new WeakMap<SketchFacts, Lookup>();

export function lookup(facts: SketchFacts): Lookup {
  let known = made.get(facts);
  if (!known) {
    known = make(facts);
    made.set(facts, known);
  }
  return known;
}

function make(facts: SketchFacts): Lookup {
  const ends = endsOf(facts);
  const skeletons = facts.bodies.map((body, i) => (body.outline.length === 0 && !body.fixed ? skeleton(body, ends[i]!) : []));
  const chords = facts.bodies.map((body, i) => {
    const lines = skeletons[i]!.length > 1 ? [new Float64Array(skeletons[i]!.flatMap((p) => [p.x, p.y]))] : [];
    return body.outline.length > 0 ? body.outline.map(flatten) : lines;
  });
  const size = facts.world?.size ?? 1;
  return {
    bodies: new Map(facts.bodies.map((body, i) => [body.name, i])),
    joints: new Map(facts.joints.map((joint, i) => [joint.name, i])),
    order: paintOrder(facts.bodies),
    jointsAt: jointsAt(facts, 1e-9 * size),
    pins: pinGroups(facts.joints),
    skeletons,
    chords,
    reaches: chords.map(farthest),
    size,
  };
}

function paintOrder(bodies: readonly BodyFact[]): number[] {
  const shown = bodies.map((_, i) => i).filter((i) => i > 0 && !bodies[i]!.hidden);
  return [...shown.filter((i) => bodies[i]!.fixed), ...shown.filter((i) => !bodies[i]!.fixed)];
}

function farthest(loops: readonly Float64Array[]): number {
  let max = 0;
  for (const loop of loops) {
    for (let i = 0; i < loop.length; i += 2) {
      max = Math.max(max, Math.hypot(loop[i]!, loop[i + 1]!));
    }
  }
  return max;
}

/** Where joints hold each body. */
function endsOf(facts: SketchFacts): Point[][] {
  const ends: Point[][] = facts.bodies.map(() => []);
  facts.joints.flatMap(placedEnds).forEach((end) => ends[end.body]?.push(end));
  return ends;
}

/** Points and ends of joints of a body, round their middle. */
function skeleton(body: BodyFact, ends: readonly Point[]): Point[] {
  const all = [...body.points.filter((p) => !isAxis(p)), ...ends];
  const places = [...new Map(all.map((p) => [`${p.x} ${p.y}`, { x: p.x, y: p.y }])).values()];
  const x = places.reduce((sum, p) => sum + p.x, 0) / places.length;
  const y = places.reduce((sum, p) => sum + p.y, 0) / places.length;
  return places.sort((a, b) => Math.atan2(a.y - y, a.x - x) - Math.atan2(b.y - y, b.x - x));
}

function jointsAt(facts: SketchFacts, tolerance: number): number[][][] {
  const at: number[][][] = facts.bodies.map((body) => body.points.map(() => []));
  facts.joints.forEach((joint, number) => {
    for (const end of placedEnds(joint)) {
      facts.bodies[end.body]?.points.forEach((point, i) => {
        const list = at[end.body]![i]!;
        const near = Math.hypot(point.x - end.x, point.y - end.y) <= tolerance;
        if (near && !isAxis(point) && list.at(-1) !== number) {
          list.push(number);
        }
      });
    }
  });
  return at;
}

/** The ends of a joint that are where it is: of pins and sliders the first pair, not directions. */
export function placedEnds(joint: JointFact): { body: number; x: number; y: number }[] {
  const all = joint.kind === 'tackle' ? joint.pairs : joint.pairs.slice(0, 1);
  return all.flat();
}

export function isAxis(point: { readonly dx: number; readonly dy: number }): boolean {
  return point.dx !== 0 || point.dy !== 0;
}

const TURNS = new Set(['pin', 'ball.and.socket', 'point_on_line', 'point_on_plane', 'universal', 'planar']);

/** Joints whose ends are the same point of the same body turn about one place. */
function pinGroups(joints: readonly JointFact[]): PinGroup[] {
  const groups: { joints: number[]; bodies: Set<number> }[] = [];
  const byEnd = new Map<string, (typeof groups)[number]>();
  joints.forEach((joint, number) => {
    const pair = joint.pairs[0];
    if (!pair || !TURNS.has(joint.kind)) {
      return;
    }
    // Of a pin in a slot the pin: the slot's point is elsewhere.
    const ends = pair.filter((end) => !isAxis(end));
    const keys = ends.map((end) => `${end.body} ${end.x} ${end.y}`);
    const group = keys.map((key) => byEnd.get(key)).find((found) => found) ?? { joints: [], bodies: new Set<number>() };
    if (group.joints.length === 0) {
      groups.push(group);
    }
    group.joints.push(number);
    joint.bodies.forEach((body) => group.bodies.add(body));
    keys.forEach((key) => byEnd.set(key, group));
  });
  return groups.map((group) => ({ joints: group.joints, bodies: [...group.bodies] }));
}
