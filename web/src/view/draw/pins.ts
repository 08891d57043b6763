// pins.ts: pins as bosses (a ring with a hole), the hatched triangles of the ground, welds of rigid
// joints, and free ends as small open rings.
import type { Point } from '../geometry/camera';
import { ORIGIN, type Drawing } from './drawing';
import { bodyPoint } from '../geometry/geometry';
import { isAxis, type PinGroup } from '../geometry/lookup';
import { jointPoint } from '../geometry/places';
import { plateOf } from '../geometry/plates';
import { circle, polyline, segment, type Lines, type Loop } from '../geometry/shapes';

/** Beyond this many pins they are small rings, drawn as one. */
const MANY = 250;

const MIN_BOSS = 4;
const MAX_BOSS = 15;
const MAX_REACH = 90;
/** Of a boss in parts of the half width of its thinnest link. */
const BOSS = 0.62;

const DISC: Lines = [circle(0, 0, 1)];

const WELD: Lines = [polyline([0, 1, 1, 0, 0, -1, -1, 0], true)];
const SEAM: Lines = [segment(-0.5, 0.5, 0.5, -0.5), segment(-0.5, -0.5, 0.5, 0.5)];

/** Whether a body is drawn as the ground: the world, and fixed bodies without a shape. */
export function isGround(d: Drawing, body: number): boolean {
  const fact = d.input.facts.bodies[body];
  return body === 0 || (fact !== undefined && fact.fixed && fact.outline.length === 0);
}

/** Half the width of the widest link at a joint [px], within reason. */
export function linkReach(d: Drawing, bodies: readonly number[]): number {
  let half = 0;
  for (const body of bodies) {
    const fact = d.input.facts.bodies[body];
    if (fact && !fact.fixed && fact.outline.length > 0) {
      half = Math.max(half, d.pixels(plateOf(fact).half));
    }
  }
  return Math.min(half, MAX_REACH);
}

/** Radius of the boss at a joint [px]: it fits into the thinnest of its links. */
export function bossRadius(d: Drawing, bodies: readonly number[]): number {
  let half = Infinity;
  for (const body of bodies) {
    const fact = d.input.facts.bodies[body];
    if (fact && fact.outline.length > 0) {
      half = Math.min(half, plateOf(fact).half);
    }
  }
  const wanted = Number.isFinite(half) ? BOSS * d.pixels(half) : MIN_BOSS;
  return Math.min(Math.max(wanted, MIN_BOSS), MAX_BOSS);
}

/** The ground's symbol below the pin, behind the links. In units of its half width; y upwards. */
const TRIANGLE: Lines = [polyline([0, 0, -1, -1.5, 1, -1.5], true)];
const GROUND_LINE: Lines = [segment(-1.45, -1.5, 1.45, -1.5)];
const HATCH: Lines = [-1.05, -0.5, 0.05, 0.6, 1.15].map((x) => segment(x, -1.5, x - 0.4, -2));

/** Half the symbol's width in parts of that of its link, and what is added [px]. */
const SYMBOL = 0.85;
export const SYMBOL_MORE = 6;

/** How far the symbol reaches from its pin for a link of this half width, but for what is added. */
export function groundSymbol(half: number): { readonly across: number; readonly below: number } {
  return { across: 1.45 * SYMBOL * half, below: 2 * SYMBOL * half };
}

const wheels = new WeakMap<PinGroup, boolean>();

/** Whether a body is round about a pin, or of several shapes: it would hide the ground behind it. */
function isOnWheel(d: Drawing, pin: PinGroup): boolean {
  let known = wheels.get(pin);
  if (known === undefined) {
    const ends = pin.joints.flatMap((joint) => d.input.facts.joints[joint]!.pairs[0] ?? []);
    known = ends.some((end) => end.body > 0 && hidesGround(d.known.chords[end.body]!, end.x, end.y));
    wheels.set(pin, known);
  }
  return known;
}

function hidesGround(loops: readonly Float64Array[], x: number, y: number): boolean {
  let [min, max] = [Infinity, 0];
  for (const loop of loops) {
    for (let i = 0; i < loop.length; i += 2) {
      const radius = Math.hypot(loop[i]! - x, loop[i + 1]! - y);
      min = Math.min(min, radius);
      max = Math.max(max, radius);
    }
  }
  return loops.length > 1 || (max > 0 && min > 0.5 * max);
}

/** Behind the bodies, and in a second pass over those that are wheels. */
export function drawGround(d: Drawing, onWheels: boolean): void {
  const face = d.style('ground face', (c) => ({ fill: c.groundFace, stroke: c.ground, width: 1.3 }));
  const line = d.style('ground line', (c) => ({ stroke: c.ground, width: 1.8, cap: 'round' }));
  const hatch = d.style('ground hatch', (c) => ({ stroke: c.ground, width: 1.1, cap: 'round' }));
  for (const pin of d.known.pins) {
    if (pin.bodies.some((body) => isGround(d, body)) && isSeen(d, pin.bodies) && isOnWheel(d, pin) === onWheels) {
      const at = groundPoint(d, pin);
      const reach = onWheels ? bossRadius(d, pin.bodies) : linkReach(d, pin.bodies);
      if (at) {
        const frame = d.frame(at, 0, SYMBOL * reach + SYMBOL_MORE);
        d.path('ground', TRIANGLE, frame, face);
        d.path('ground', GROUND_LINE, frame, line);
        d.path('ground', HATCH, frame, hatch);
      }
    }
  }
}

/** Where the pin is held by the ground; null where it only runs in a slot of it. */
function groundPoint(d: Drawing, pin: PinGroup): Point | null {
  const held = pin.joints
    .map((joint) => d.input.facts.joints[joint]!)
    .find((joint) => joint.kind !== 'point_on_line' && joint.bodies.some((body) => isGround(d, body)));
  return held ? jointPoint(d.input.poses, held) : null;
}

export function drawPins(d: Drawing): void {
  if (d.known.pins.length > MANY) {
    drawRings(d);
    return;
  }
  const boss = d.style('boss', (c) => ({ fill: c.pinFace, stroke: c.pinEdge, width: 1.4 }));
  const hole = d.style('hole', (c) => ({ fill: c.pinHole }));
  for (const pin of d.known.pins) {
    const at = pinPoint(d, pin);
    if (at) {
      const radius = bossRadius(d, pin.bodies);
      d.path('joint', DISC, d.frame(at, 0, radius), boss);
      d.path('joint', DISC, d.frame(at, 0, 0.42 * radius), hole);
    }
  }
}

/** Where a pin is; null where all its bodies are hidden. */
function pinPoint(d: Drawing, pin: PinGroup): Point | null {
  return isSeen(d, pin.bodies) ? jointPoint(d.input.poses, d.input.facts.joints[pin.joints[0]!]!) : null;
}

function drawRings(d: Drawing): void {
  const rings: Loop[] = [];
  for (const pin of d.known.pins) {
    const at = pinPoint(d, pin);
    if (at) {
      rings.push(circle(d.px(at.x), -d.py(at.y), Math.min(bossRadius(d, pin.bodies), MIN_BOSS)));
    }
  }
  d.path('joint', rings, ORIGIN, d.style('rings', (c) => ({ fill: c.pinFace, stroke: c.pinEdge, width: 0.95 })));
}

export function drawWelds(d: Drawing): void {
  const weld = d.style('weld', (c) => ({ fill: c.pinHole, stroke: c.pinEdge, width: 1.2 }));
  const seam = d.style('seam', (c) => ({ stroke: c.pinFace, width: 1.3 }));
  for (const joint of d.input.facts.joints) {
    const at = joint.kind === 'rigid' && isSeen(d, joint.bodies) ? jointPoint(d.input.poses, joint) : null;
    if (at) {
      const frame = d.frame(at, 0, 0.8 * bossRadius(d, joint.bodies));
      d.path('joint', WELD, frame, weld);
      d.path('joint', SEAM, frame, seam);
    }
  }
}

/** A joint is seen when at least one of its bodies is. */
function isSeen(d: Drawing, bodies: readonly number[]): boolean {
  return bodies.some((body) => body > 0 && !d.input.facts.bodies[body]?.hidden);
}

/** Points that nothing is joined to: small open rings, those that are traced in their colour. */
export function drawFreeEnds(d: Drawing): void {
  const ring = d.style('free end', (c) => ({ fill: c.background, stroke: c.pinEdge, width: 1.5, opacity: 0.9 }));
  const ringDark = d.style('free end dark', (c) => ({ fill: c.background, stroke: c.pinFace, width: 1.5, opacity: 0.9 }));
  const style = d.input.colours.dark ? ringDark : ring;
  // A thousand rings on each other look like one, and take a thousand times as long.
  const drawn = new Set<string>();
  for (const body of d.known.order) {
    const fact = d.input.facts.bodies[body]!;
    if (fact.fixed) {
      continue;
    }
    fact.points.forEach((point, i) => {
      if (!isAxis(point) && d.known.jointsAt[body]![i]!.length === 0) {
        const at = bodyPoint(d.input.poses, body, point.x, point.y);
        const frame = d.frame(at, 0, 3.6);
        const pixel = `${Math.round(frame.x)} ${Math.round(frame.y)}`;
        if (!drawn.has(pixel)) {
          drawn.add(pixel);
          d.path('joint', DISC, frame, style);
        }
      }
    });
  }
}
