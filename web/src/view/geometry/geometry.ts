// geometry.ts: plain geometry of outlines and poses, for drawing and hit testing. It moves nothing:
// where bodies are is known from the core.
import type { Point } from './camera';

/** The world place of a point given in the axes of a body. */
export function bodyPoint(poses: Float64Array, body: number, x: number, y: number): Point {
  const at = 4 * body;
  const c = poses[at + 2]!;
  const s = poses[at + 3]!;
  return { x: poses[at]! + c * x - s * y, y: poses[at + 1]! + s * x + c * y };
}

/** A direction of a body in the world's axes. */
export function bodyDirection(poses: Float64Array, body: number, dx: number, dy: number): Point {
  const c = poses[4 * body + 2]!;
  const s = poses[4 * body + 3]!;
  return { x: c * dx - s * dy, y: s * dx + c * dy };
}

/** A world place in the axes of a body. */
export function toBody(poses: Float64Array, body: number, p: Point): Point {
  return directionInBody(poses, body, { x: p.x - poses[4 * body]!, y: p.y - poses[4 * body + 1]! });
}

/** A direction of the world in the axes of a body. */
export function directionInBody(poses: Float64Array, body: number, { x, y }: Point): Point {
  const c = poses[4 * body + 2]!;
  const s = poses[4 * body + 3]!;
  return { x: c * x + s * y, y: -s * x + c * y };
}

/** The arc between two corners by its bulge: the tangent of a quarter of its angle. */
export interface Arc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly from: number;
  /** Counter-clockwise where positive [rad]. */
  readonly sweep: number;
}

export function arcOf(x0: number, y0: number, x1: number, y1: number, bulge: number): Arc {
  const dx = x1 - x0;
  const dy = y1 - y0;
  // The centre is left of the chord's middle by (1 - b²) / 4b chords.
  const off = (1 - bulge * bulge) / (4 * bulge);
  const x = (x0 + x1) / 2 - off * dy;
  const y = (y0 + y1) / 2 + off * dx;
  return {
    x,
    y,
    radius: Math.hypot(x0 - x, y0 - y),
    from: Math.atan2(y0 - y, x0 - x),
    sweep: 4 * Math.atan(bulge),
  };
}

const ARC_STEP = Math.PI / 12;

/** A loop x, y, bulge … as corners x, y … with arcs cut into chords. */
export function flatten(loop: readonly number[]): Float64Array {
  const out: number[] = [];
  for (let i = 0; i < loop.length; i += 3) {
    const next = (i + 3) % loop.length;
    const x = loop[i]!;
    const y = loop[i + 1]!;
    const bulge = loop[i + 2]!;
    out.push(x, y);
    if (bulge !== 0) {
      const arc = arcOf(x, y, loop[next]!, loop[next + 1]!, bulge);
      const steps = Math.max(Math.ceil(Math.abs(arc.sweep) / ARC_STEP), 2);
      for (let k = 1; k < steps; k++) {
        const angle = arc.from + (arc.sweep * k) / steps;
        out.push(arc.x + arc.radius * Math.cos(angle), arc.y + arc.radius * Math.sin(angle));
      }
    }
  }
  return new Float64Array(out);
}

/** Whether a point is inside the loops by the nonzero rule. */
export function isInside(loops: readonly Float64Array[], x: number, y: number): boolean {
  let winding = 0;
  for (const loop of loops) {
    for (let i = 0; i < loop.length; i += 2) {
      const next = (i + 2) % loop.length;
      const y0 = loop[i + 1]! - y;
      const y1 = loop[next + 1]! - y;
      if (y0 <= 0 !== y1 <= 0) {
        const x0 = loop[i]! - x;
        const side = (loop[next]! - x - x0) * -y0 - -x0 * (y1 - y0);
        winding += y0 <= 0 ? (side > 0 ? 1 : 0) : side < 0 ? -1 : 0;
      }
    }
  }
  return winding !== 0;
}

/** How far a ray from a point inside goes until it leaves the loops; Infinity where it does not. */
export function wayOut(loops: readonly Float64Array[], x: number, y: number, dx: number, dy: number): number {
  let min = Infinity;
  for (const loop of loops) {
    for (let i = 0; i < loop.length; i += 2) {
      const next = (i + 2) % loop.length;
      const [ax, ay] = [loop[i]! - x, loop[i + 1]! - y];
      const [ex, ey] = [loop[next]! - loop[i]!, loop[next + 1]! - loop[i + 1]!];
      const cross = dx * ey - dy * ex;
      const along = (ax * ey - ay * ex) / cross;
      const part = (ax * dy - ay * dx) / cross;
      min = along > 0 && part >= 0 && part <= 1 ? Math.min(min, along) : min;
    }
  }
  return min;
}

export function distanceToSegment(px: number, py: number, a: Point, b: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const square = dx * dx + dy * dy;
  const along = square > 0 ? ((px - a.x) * dx + (py - a.y) * dy) / square : 0;
  const t = Math.min(Math.max(along, 0), 1);
  return Math.hypot(px - a.x - t * dx, py - a.y - t * dy);
}

/** How far a point is from the nearest line of the loops. */
export function distanceToLoops(loops: readonly Float64Array[], x: number, y: number): number {
  let best = Infinity;
  for (const loop of loops) {
    for (let i = 0; i < loop.length; i += 2) {
      const next = (i + 2) % loop.length;
      const a = { x: loop[i]!, y: loop[i + 1]! };
      const b = { x: loop[next]!, y: loop[next + 1]! };
      best = Math.min(best, distanceToSegment(x, y, a, b));
    }
  }
  return best;
}
