// plates.ts: lines of a body that are made once: outline, the inner line of its bevel, how thick it
// looks. They belong to the BodyFact.
import type { BodyFact } from '../../core/facts';
import { circleOf, type Lines, type Loop } from './shapes';
import { arcOf, flatten } from './geometry';

export interface Plate {
  readonly outline: Lines;
  /** The outline moved inwards; null where there is no room for it. */
  readonly bevel: Lines | null;
  /** Half the width of a bar; of other shapes about a quarter to half of their breadth [m]. */
  readonly half: number;
  readonly isDisc: boolean;
  /** Middle of the outline, or of the points, in the body's axes [m]. */
  readonly x: number;
  readonly y: number;
}

const made = new WeakMap<BodyFact, Plate>();

export function plateOf(body: BodyFact): Plate {
  let known = made.get(body);
  if (!known) {
    known = makePlate(body);
    made.set(body, known);
  }
  return known;
}

function makePlate(body: BodyFact): Plate {
  const outline = body.outline.map((points): Loop => ({ points, closed: true }));
  const only = body.outline.length === 1 ? body.outline[0]! : null;
  const half = body.outline.length > 0 ? Math.max(...body.outline.map(halfWidth)) : 0;
  const corners = body.outline.length > 0 ? Array.from(flatten(body.outline[0]!)) : body.points.flatMap((p) => [p.x, p.y]);
  const middle = (first: number): number => {
    const values = corners.filter((_, i) => i % 2 === first);
    return values.length > 0 ? (Math.min(...values) + Math.max(...values)) / 2 : 0;
  };
  return {
    outline,
    bevel: only ? inset(only, 0.3 * half) : null,
    half,
    isDisc: only !== null && circleOf(outline[0]!) !== null,
    x: middle(0),
    y: middle(1),
  };
}

/** Of bars and plates the radius of their round ends; else area over perimeter, as of a long bar. */
function halfWidth(loop: readonly number[]): number {
  const corners = flatten(loop);
  const ends = loop.length > 6 ? roundEnds(loop) : Infinity;
  let area = 0;
  let perimeter = 0;
  for (let i = 0; i < corners.length; i += 2) {
    const n = (i + 2) % corners.length;
    const [x0, y0, x1, y1] = [corners[i]!, corners[i + 1]!, corners[n]!, corners[n + 1]!];
    area += (x0 * y1 - x1 * y0) / 2;
    perimeter += Math.hypot(x1 - x0, y1 - y0);
  }
  return perimeter > 0 ? Math.min(Math.abs(area) / perimeter, ends) : 0;
}

/** The smallest radius of arcs that turn with the loop by a fair angle. */
function roundEnds(loop: readonly number[]): number {
  let min = Infinity;
  for (let i = 0; i < loop.length; i += 3) {
    const n = (i + 3) % loop.length;
    if (loop[i + 2]! > 0.15) {
      min = Math.min(min, arcOf(loop[i]!, loop[i + 1]!, loop[n]!, loop[n + 1]!, loop[i + 2]!).radius);
    }
  }
  return min;
}

/** Direction of a line where it leaves (end 0) or reaches (end 1) a corner. */
function tangent(loop: readonly number[], i: number, end: 0 | 1): [number, number] {
  const n = (i + 3) % loop.length;
  const [x0, y0, bulge, x1, y1] = [loop[i]!, loop[i + 1]!, loop[i + 2]!, loop[n]!, loop[n + 1]!];
  if (bulge === 0) {
    const length = Math.hypot(x1 - x0, y1 - y0);
    return [(x1 - x0) / length, (y1 - y0) / length];
  }
  const arc = arcOf(x0, y0, x1, y1, bulge);
  const angle = arc.from + end * arc.sweep + (Math.sign(bulge) * Math.PI) / 2;
  return [Math.cos(angle), Math.sin(angle)];
}

/** A loop moved to its left, where the material is, by this distance; null where it would cross itself. */
function inset(loop: readonly number[], by: number): Lines | null {
  const points: number[] = [];
  for (let i = 0; i < loop.length; i += 3) {
    const n = (i + 3) % loop.length;
    if (loop[i + 2] === 0 && Math.hypot(loop[n]! - loop[i]!, loop[n + 1]! - loop[i + 1]!) < 2.5 * by) {
      return null;
    }
    const before = tangent(loop, (i + loop.length - 3) % loop.length, 1);
    const after = tangent(loop, i, 0);
    // Both lines move by the same distance: their corner moves along the bisector by more.
    const share = 1 + before[0] * after[0] + before[1] * after[1];
    if (share < 0.2) {
      return null;
    }
    const nx = -(before[1] + after[1]) / share;
    const ny = (before[0] + after[0]) / share;
    points.push(loop[i]! + by * nx, loop[i + 1]! + by * ny, loop[i + 2]!);
  }
  return [{ points, closed: true }];
}
