// spans.ts: what stretches between two points: springs as coils, dampers, rods, ropes, and belts
// round their wheels. Sizes across are in pixels, so that they stay legible at every zoom.
import type { JointFact } from '../../core/facts';
import type { Point } from '../geometry/camera';
import { beltLines } from '../geometry/belt';
import type { Drawing } from './drawing';
import { endPoint } from '../geometry/places';
import { capsule, circle, polyline, segment, type Frame, type Loop } from '../geometry/shapes';

const COILS = 11;

export function drawSpans(d: Drawing): void {
  for (const joint of d.input.facts.joints) {
    const draw = DRAW[joint.kind];
    if (draw) {
      draw(d, joint);
    }
  }
}

const DRAW: Readonly<Record<string, (d: Drawing, joint: JointFact) => void>> = {
  spring: (d, joint) => between(d, joint, drawSpring),
  damper: (d, joint) => between(d, joint, drawDamper),
  rod: (d, joint) => between(d, joint, drawRod),
  tackle: (d, joint) => between(d, joint, drawRope),
  belt: drawBelt,
};

/** Calls for each pair with a frame at its first point, x towards the second, and the way [px]. */
function between(d: Drawing, joint: JointFact, draw: (d: Drawing, frame: Frame, way: number) => void): void {
  for (const [a, b] of joint.pairs) {
    const from = endPoint(d.input.poses, a);
    const to = endPoint(d.input.poses, b);
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    draw(d, d.frame(from, angle), d.pixels(Math.hypot(to.x - from.x, to.y - from.y)));
  }
}

function drawSpring(d: Drawing, frame: Frame, way: number): void {
  const lead = Math.min(0.14 * way, 22);
  const coil = Math.min(Math.max(0.06 * way, 6), 11);
  const step = (way - 2 * lead) / COILS;
  const front: Loop[] = [];
  const back: Loop[] = [];
  for (let i = 0; i < COILS; i++) {
    const x = lead + i * step;
    front.push(segment(x, i === 0 ? 0 : -coil, x + step / 2, coil));
    back.push(segment(x + step / 2, coil, x + step, i === COILS - 1 ? 0 : -coil));
  }
  front.push(segment(0, 0, lead, 0), segment(way - lead, 0, way, 0));
  d.path('joint', back, frame, d.style('coil back', (c) => ({ stroke: c.springBack, width: 2, cap: 'round' })));
  d.path('joint', front, frame, d.style('coil front', (c) => ({ stroke: c.spring, width: 2.4, cap: 'round' })));
  drawEyes(d, frame, way);
}

/** The eyes at both ends. */
function drawEyes(d: Drawing, frame: Frame, way: number): void {
  const eye = d.style('eye', (c) => ({ fill: c.pinFace, stroke: c.spring, width: 1.6 }));
  d.path('joint', [circle(0, 0, 3.2), circle(way, 0, 3.2)], frame, eye);
}

function drawDamper(d: Drawing, frame: Frame, way: number): void {
  const from = 0.3 * way;
  const to = 0.72 * way;
  const piston = 0.5 * way;
  const line = d.style('damper', (c) => ({ stroke: c.spring, width: 2, cap: 'round' }));
  const oil = d.style('damper oil', (c) => ({ fill: c.springBack, opacity: 0.35 }));
  d.path('joint', [polyline([from, -7, to, -7, to, 7, from, 7], true)], frame, oil);
  d.path('joint', [
    segment(0, 0, piston, 0),
    segment(piston, -5.5, piston, 5.5),
    polyline([from, 7, to, 7, to, -7, from, -7]),
    segment(to, 0, way, 0),
  ], frame, line);
  drawEyes(d, frame, way);
}

function drawRod(d: Drawing, frame: Frame, way: number): void {
  const bar = d.style('rod', (c) => ({ fill: c.groundFace, stroke: c.spring, width: 1.3 }));
  d.path('joint', [capsule(0, 0, way, 0, 3.4)], frame, bar);
  d.path('joint', [circle(0, 0, 1.6), circle(way, 0, 1.6)], frame, d.style('rod hole', (c) => ({ fill: c.spring })));
}

/** A rope is a thick line with lighter strands across it. */
function drawRope(d: Drawing, frame: Frame, way: number): void {
  const rope = d.style('rope', (c) => ({ stroke: c.rope, width: 3.6, cap: 'round' }));
  const strand = d.style('strand', (c) => ({ stroke: c.ropeLight, width: 1.6, dash: [3, 3.5] }));
  d.path('joint', [segment(0, 0, way, 0)], frame, rope);
  d.path('joint', [segment(0, 0, way, 0)], frame, strand);
  d.path('joint', [circle(0, 0, 2.8), circle(way, 0, 2.8)], frame, d.style('knot', (c) => ({ fill: c.rope })));
}

/** Two tangents and two arcs; crossed where the wheels turn opposite ways. */
function drawBelt(d: Drawing, joint: JointFact): void {
  const pair = joint.pairs[0];
  const r1 = d.pixels(joint.values['first_radius'] ?? 0);
  const r2 = d.pixels(joint.values['second_radius'] ?? 0);
  if (!pair) {
    return;
  }
  const [a, b] = [endPoint(d.input.poses, pair[0]), endPoint(d.input.poses, pair[1])];
  const way = d.pixels(Math.hypot(b.x - a.x, b.y - a.y));
  const lines = beltLines(way, r1, joint.values['crossed'] ? -r2 : r2);
  const frame = d.frame(a, angleOf(a, b));
  d.path('joint', lines, frame, d.style('belt', (c) => ({ stroke: c.belt, width: 4, cap: 'round' })));
  d.path('joint', lines, frame, d.style('belt rib', (c) => ({ stroke: c.background, width: 1.2, dash: [4, 5], opacity: 0.7 })));
}

function angleOf(a: Point, b: Point): number {
  return Math.atan2(b.y - a.y, b.x - a.x);
}
