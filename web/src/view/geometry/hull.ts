// hull.ts: the outline of a link through points: their convex hull, wider by half the link's width and
// round at its corners.
import type { Point } from './camera';
import { capsule, circle, type Loop } from './shapes';

/** Corners of the convex hull, counter-clockwise (Andrew's monotone chain). */
export function convexHull<T extends Point>(points: readonly T[]): T[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const chain = (list: readonly T[]): T[] => {
    const out: T[] = [];
    for (const p of list) {
      while (out.length > 1 && side(out[out.length - 2]!, out[out.length - 1]!, p) <= 0) {
        out.pop();
      }
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return [...chain(sorted), ...chain([...sorted].reverse())];
}

/** Positive where c is left of the way from a to b. */
function side(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

export function roundedHull(points: readonly Point[], half: number): Loop {
  const hull = convexHull(points);
  const first = points[0] ?? { x: 0, y: 0 };
  if (hull.length < 2) {
    return circle(first.x, first.y, half);
  }
  if (hull.length === 2) {
    return capsule(hull[0]!.x, hull[0]!.y, hull[1]!.x, hull[1]!.y, half);
  }
  const out: number[] = [];
  hull.forEach((p, i) => {
    const before = angleTo(hull[(i + hull.length - 1) % hull.length]!, p) - Math.PI / 2;
    const after = angleTo(p, hull[(i + 1) % hull.length]!) - Math.PI / 2;
    const turn = (after - before + 4 * Math.PI) % (2 * Math.PI);
    out.push(p.x + half * Math.cos(before), p.y + half * Math.sin(before), Math.tan(turn / 4));
    out.push(p.x + half * Math.cos(after), p.y + half * Math.sin(after), 0);
  });
  return { points: out, closed: true };
}

function angleTo(a: Point, b: Point): number {
  return Math.atan2(b.y - a.y, b.x - a.x);
}
