// fixed.ts: the mark of bodies that stand still: short strokes along their lower side, of walls along
// the right one, as below the ground's triangles. Behind the bodies, so that they begin at the edge.
import type { BodyFact } from '../../core/facts';
import { ORIGIN, type Drawing } from './drawing';
import { bodyPoint } from '../geometry/geometry';
import { convexHull } from '../geometry/hull';
import type { Point } from '../geometry/camera';
import { segment, type Lines, type Loop } from '../geometry/shapes';

/** Beyond this many bodies marks would only be noise. */
const MANY = 250;
/** A side that looks down, or to the right, by less than this (the sine) does not. */
const LEAST = 0.45;
/** Pixels from stroke to stroke, and how far each goes out and back. */
const STEP = 7;
const OUT = 6;
const BACK = 4;
/** Sides shorter than this [px], as those of round ends, are marked only where there are no others. */
const SHORT = 12;
/** Outlines of more corners are those of teeth: the mark goes round them. */
const CORNERS = 60;

/** In pixels with y upwards; what is made of the body is on the left. */
interface Side {
  readonly a: Point;
  readonly b: Point;
  readonly length: number;
}

interface Kept {
  readonly key: string;
  readonly lines: Lines;
}

const kept = new WeakMap<BodyFact, Kept>();

export function drawFixed(d: Drawing): void {
  if (d.known.order.length > MANY) {
    return;
  }
  const hatch = d.style('ground hatch', (c) => ({ stroke: c.ground, width: 1.1, cap: 'round' }));
  for (const body of d.known.order) {
    const fact = d.input.facts.bodies[body]!;
    if (fact.fixed && fact.outline.length > 0) {
      d.path('ground', strokes(d, fact, body), ORIGIN, hatch);
    }
  }
}

/** Made anew only where camera or pose are others: what stands still is the same at every frame. */
function strokes(d: Drawing, fact: BodyFact, body: number): Lines {
  const { camera, size, poses } = d.input;
  const key = [camera.x, camera.y, camera.scale, size.width, size.height, ...poses.subarray(4 * body, 4 * body + 4)].join();
  let known = kept.get(fact);
  if (known?.key !== key) {
    known = { key, lines: make(d, body) };
    kept.set(fact, known);
  }
  return known.lines;
}

function make(d: Drawing, body: number): Lines {
  const all = sidesOf(d, body);
  const down = marked(all.filter(({ a, b, length }) => b.x - a.x > LEAST * length));
  const right = marked(all.filter(({ a, b, length }) => b.y - a.y > LEAST * length));
  // Of walls and upright bars little looks down.
  const isUpright = 2 * total(down) < total(right);
  const out: Loop[] = [];
  let rest = STEP / 2;
  for (const side of isUpright ? right : down) {
    rest = hatchSide(d, side, rest, out);
  }
  return out;
}

/** The long ones, where there are any. */
function marked(sides: readonly Side[]): readonly Side[] {
  const long = sides.filter((side) => side.length > SHORT);
  return long.length > 0 ? long : sides;
}

function total(sides: readonly Side[]): number {
  return sides.reduce((sum, { length }) => sum + length, 0);
}

/** Of every loop but holes. What other loops cover is not seen: the strokes are behind. */
function sidesOf(d: Drawing, body: number): readonly Side[] {
  return d.known.chords[body]!.flatMap((loop) => {
    const corners = Array.from({ length: loop.length / 2 }, (_, i): Point => {
      const at = bodyPoint(d.input.poses, body, loop[2 * i]!, loop[2 * i + 1]!);
      return { x: d.px(at.x), y: -d.py(at.y) };
    });
    const round = corners.length <= CORNERS ? corners : convexHull(corners);
    return isHole(corners) ? [] : round.map((a, i) => side(a, round[(i + 1) % round.length]!));
  });
}

function side(a: Point, b: Point): Side {
  return { a, b, length: Math.hypot(b.x - a.x, b.y - a.y) };
}

function isHole(corners: readonly Point[]): boolean {
  return corners.reduce((sum, a, i) => sum + a.x * corners[(i + 1) % corners.length]!.y - a.y * corners[(i + 1) % corners.length]!.x, 0) < 0;
}

/** Strokes from `first` pixels on; returns how far into the next side the next stroke is. */
function hatchSide(d: Drawing, { a, b, length }: Side, first: number, out: Loop[]): number {
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const { width, height } = d.input.size;
  // Only those that are seen: a floor may be a thousand pictures long.
  const [enter, leave] = ux > LEAST ? [-a.x / ux, (width - a.x) / ux] : [(-height - a.y) / uy, -a.y / uy];
  const from = first + STEP * Math.max(0, Math.floor(enter / STEP - 2));
  const to = Math.min(length, leave + STEP);
  for (let at = from; at < to; at += STEP) {
    const [x, y] = [a.x + at * ux, a.y + at * uy];
    out.push(segment(x, y, x + OUT * uy - BACK * ux, y - OUT * ux - BACK * uy));
  }
  return first + STEP * Math.ceil(Math.max(0, length - first) / STEP) - length;
}
