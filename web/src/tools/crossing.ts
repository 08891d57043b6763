// crossing.ts: two bodies that lie over each other at a place of the picture, and where they can be
// pinned there: at a point of one of them, where their centre lines cross, or at the place itself.
import type { SketchFacts } from '../core/facts';
import { toWorld, type Point } from '../view/geometry/camera';
import { bodyPoint } from '../view/geometry/geometry';
import { allHits } from '../view/geometry/hit';
import { isAxis } from '../view/geometry/lookup';
import { factsOf, hitInput } from './common';
import type { Sight } from './machine';
import { SNAP_REACH } from './snap/snap';
import { stretches } from './snap/parts';

export interface Crossing {
  readonly bodies: readonly [number, number];
  /** In the world [m]. */
  readonly at: Point;
}

/** The two foremost there that no joint holds together; null where there are none. */
export function crossingAt(sight: Sight, px: Point): Crossing | null {
  const facts = factsOf(sight);
  const hits = allHits(hitInput(sight, false), px.x, px.y);
  const bodies = hits.flatMap((hit) => (hit.kind === 'body' ? [hit.body] : []));
  const pair = firstPair(facts, bodies);
  return pair && { bodies: pair, at: placeFor(sight, pair, px) };
}

function firstPair(facts: SketchFacts, bodies: readonly number[]): readonly [number, number] | null {
  for (const [index, upper] of bodies.entries()) {
    const lower = bodies.slice(index + 1).find((body) => canPin(facts, upper, body));
    if (lower !== undefined) {
      return upper < lower ? [upper, lower] : [lower, upper];
    }
  }
  return null;
}

function canPin(facts: SketchFacts, a: number, b: number): boolean {
  const bothFixed = facts.bodies[a]?.fixed && facts.bodies[b]?.fixed;
  return !bothFixed && !facts.joints.some((joint) => joint.bodies.includes(a) && joint.bodies.includes(b));
}

function placeFor(sight: Sight, pair: readonly [number, number], px: Point): Point {
  const camera = sight.app.ui.camera.value;
  const at = toWorld(camera, sight.size(), px);
  const far = (p: Point): number => Math.hypot(p.x - at.x, p.y - at.y);
  const places = [...pointsOf(sight, pair), ...crossings(sight, pair)].filter((p) => far(p) <= (2 * SNAP_REACH.mouse) / camera.scale);
  return places.sort((a, b) => far(a) - far(b))[0] ?? at;
}

function pointsOf(sight: Sight, pair: readonly [number, number]): readonly Point[] {
  const { bodies } = factsOf(sight);
  const poses = sight.app.stage.poses.value;
  return pair.flatMap((body) => bodies[body]?.points.filter((p) => !isAxis(p)).map((p) => bodyPoint(poses, body, p.x, p.y)) ?? []);
}

/** Where centre lines of the one meet those of the other. */
function crossings(sight: Sight, [a, b]: readonly [number, number]): readonly Point[] {
  const lines = stretches({ facts: factsOf(sight), poses: sight.app.stage.poses.value });
  const of = (body: number) => lines.filter((line) => line.body === body);
  return of(a).flatMap((p) => of(b).flatMap((q) => meet(p.a, p.b, q.a, q.b) ?? []));
}

function meet(a: Point, b: Point, c: Point, d: Point): Point | null {
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y];
  const cross = ux * vy - uy * vx;
  const s = ((c.x - a.x) * vy - (c.y - a.y) * vx) / cross;
  const t = ((c.x - a.x) * uy - (c.y - a.y) * ux) / cross;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1 ? { x: a.x + s * ux, y: a.y + s * uy } : null;
}
