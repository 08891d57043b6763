// hit.ts: what is under the pointer. Tolerances are in pixels; points come before joints, joints
// before values of dimensions, those before bodies and traces; of each kind the nearest or foremost.
import type { Pick } from '../../app';
import type { SketchFacts } from '../../core/facts';
import { toScreen, toWorld, type Camera, type Point, type Size } from './camera';
import { bodyPoint, distanceToLoops, distanceToSegment, isInside, toBody } from './geometry';
import { isAxis, lookup, type Lookup } from './lookup';
import { jointSegments } from './places';

export type Hit =
  /** A named point of a body; `joint` is a joint that has an end there. Numbers as in the facts. */
  | { readonly kind: 'point'; readonly body: number; readonly point: number; readonly joint?: number }
  | { readonly kind: 'joint'; readonly joint: number }
  /** The value box of a dimension: the distance between two points of a body. */
  | { readonly kind: 'dimension'; readonly body: number; readonly a: number; readonly b: number }
  | { readonly kind: 'body'; readonly body: number }
  | { readonly kind: 'trace'; readonly trace: number }
  | { readonly kind: 'none' };

/** A value box as it is drawn, in pixels. */
export interface ValueBox {
  readonly body: number;
  readonly a: number;
  readonly b: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface HitInput {
  readonly facts: SketchFacts;
  readonly poses: Float64Array;
  readonly camera: Camera;
  readonly size: Size;
  readonly touch?: boolean;
  /** Value boxes that are shown (dimensionBoxes); none where dimensions are off. */
  readonly boxes?: readonly ValueBox[];
  /** Curves that are shown, one for each trace. */
  readonly curves?: readonly Float64Array[];
}

/** Pixels by which a pointer may miss a point or a joint. */
export const REACH = { mouse: 12, touch: 22 } as const;
/** The same for bodies and traces: less, as they are large. */
const BODY_REACH = { mouse: 4, touch: 12 } as const;

export function hitTest(input: HitInput, px: number, py: number): Hit {
  return allHits(input, px, py)[0] ?? { kind: 'none' };
}

/** Everything under the pointer, the best first: for picking through. */
export function allHits(input: HitInput, px: number, py: number): Hit[] {
  if (input.poses.length < 4 * input.facts.bodies.length) {
    return [];
  }
  const at = toWorld(input.camera, input.size, { x: px, y: py });
  const by = input.touch ? 'touch' : 'mouse';
  const reach = REACH[by] / input.camera.scale;
  const near = BODY_REACH[by] / input.camera.scale;
  return [
    ...pointHits(input, at, reach),
    ...jointHits(input, at, reach),
    ...boxHits(input, px, py),
    ...bodyHits(input, at, near),
    ...traceHits(input, at, near),
  ];
}

interface Ranked {
  readonly hit: Hit;
  readonly distance: number;
  readonly height: number;
}

/** Nearest first; where several are equally near, as at a pin, the foremost. */
function sorted(ranked: Ranked[]): Hit[] {
  const same = 1e-6 * Math.max(...ranked.map((r) => r.distance), 1e-12);
  ranked.sort((a, b) =>
    Math.abs(a.distance - b.distance) > same ? a.distance - b.distance : b.height - a.height,
  );
  return ranked.map((r) => r.hit);
}

function pointHits(input: HitInput, at: Point, reach: number): Hit[] {
  const known = lookup(input.facts);
  const ranked: Ranked[] = [];
  [0, ...known.order].forEach((body, height) => {
    input.facts.bodies[body]!.points.forEach((point, i) => {
      const place = bodyPoint(input.poses, body, point.x, point.y);
      const distance = Math.hypot(place.x - at.x, place.y - at.y);
      if (distance <= reach && !isAxis(point)) {
        ranked.push({ hit: pointHit(known, body, i), distance, height });
      }
    });
  });
  return sorted(ranked);
}

function pointHit(known: Lookup, body: number, point: number): Hit {
  const joint = known.jointsAt[body]?.[point]?.[0];
  return joint === undefined ? { kind: 'point', body, point } : { kind: 'point', body, point, joint };
}

function jointHits(input: HitInput, at: Point, reach: number): Hit[] {
  const ranked: Ranked[] = [];
  input.facts.joints.forEach((joint, i) => {
    const lines = jointSegments(input.poses, joint);
    const distance = Math.min(...lines.map((s) => distanceToSegment(at.x, at.y, s.a, s.b)));
    if (distance <= reach) {
      ranked.push({ hit: { kind: 'joint', joint: i }, distance, height: i });
    }
  });
  return sorted(ranked);
}

function boxHits(input: HitInput, px: number, py: number): Hit[] {
  const inside = (input.boxes ?? []).filter(
    (box) => Math.abs(px - box.x) <= box.width / 2 && Math.abs(py - box.y) <= box.height / 2,
  );
  return inside.reverse().map(({ body, a, b }) => ({ kind: 'dimension', body, a, b }));
}

function bodyHits(input: HitInput, at: Point, near: number): Hit[] {
  const known = lookup(input.facts);
  const inside: Hit[] = [];
  const beside: Ranked[] = [];
  for (const body of [...known.order].reverse()) {
    const local = toBody(input.poses, body, at);
    const loops = known.chords[body]!;
    if (Math.hypot(local.x, local.y) > known.reaches[body]! + near) {
      continue;
    }
    if (isInside(loops, local.x, local.y)) {
      inside.push({ kind: 'body', body });
    } else {
      const distance = distanceToLoops(loops, local.x, local.y);
      if (distance <= near) {
        beside.push({ hit: { kind: 'body', body }, distance, height: body });
      }
    }
  }
  return [...inside, ...sorted(beside)];
}

function traceHits(input: HitInput, at: Point, near: number): Hit[] {
  const ranked: Ranked[] = [];
  input.curves?.forEach((curve, trace) => {
    let distance = Infinity;
    for (let i = 0; i + 3 < curve.length; i += 2) {
      const a = { x: curve[i]!, y: curve[i + 1]! };
      const b = { x: curve[i + 2]!, y: curve[i + 3]! };
      const d = distanceToSegment(at.x, at.y, a, b);
      distance = d < distance ? d : distance; // NaN: not reached
    }
    if (distance <= near) {
      ranked.push({ hit: { kind: 'trace', trace }, distance, height: trace });
    }
  });
  return sorted(ranked);
}

/** Bodies wholly inside a rectangle of the picture (two corners, in pixels), and springs, ropes … so. */
export function hitsInside(input: HitInput, from: Point, to: Point): Hit[] {
  const within = (p: Point): boolean => {
    const s = toScreen(input.camera, input.size, p);
    return (s.x - from.x) * (s.x - to.x) <= 0 && (s.y - from.y) * (s.y - to.y) <= 0;
  };
  const known = lookup(input.facts);
  const bodies = known.order.filter((body) => {
    const corners = bodyCorners(input, known, body);
    return corners.length > 0 && corners.every(within);
  });
  const hits: Hit[] = bodies.map((body) => ({ kind: 'body', body }));
  input.facts.joints.forEach((joint, i) => {
    const lines = jointSegments(input.poses, joint);
    if (lines.length > 0 && lines.every((s) => s.a !== s.b && within(s.a) && within(s.b))) {
      hits.push({ kind: 'joint', joint: i });
    }
  });
  return hits;
}

/** All corners of the outline in the world; of a body without one, its points. */
function bodyCorners(input: HitInput, known: Lookup, body: number): Point[] {
  const corners: Point[] = [];
  for (const loop of known.chords[body]!) {
    for (let i = 0; i < loop.length; i += 2) {
      corners.push(bodyPoint(input.poses, body, loop[i]!, loop[i + 1]!));
    }
  }
  if (corners.length === 0) {
    const points = input.facts.bodies[body]!.points;
    corners.push(...points.map((p) => bodyPoint(input.poses, body, p.x, p.y)));
  }
  return corners;
}

/** What is selected by a hit, by name; null for none and for traces. */
export function pickOf(facts: SketchFacts, hit: Hit): Pick | null {
  switch (hit.kind) {
    case 'point': {
      const body = facts.bodies[hit.body]!;
      return { kind: 'point', body: body.name, point: body.points[hit.point]!.name };
    }
    case 'joint':
      return { kind: 'joint', joint: facts.joints[hit.joint]!.name };
    case 'body':
    case 'dimension':
      return { kind: 'body', body: facts.bodies[hit.body]!.name };
    default:
      return null;
  }
}
