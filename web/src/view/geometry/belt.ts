// belt.ts: the lines of a belt round two wheels: two tangents, then two arcs.
import { arc, circle, segment, type Loop } from './shapes';

/** Along x from (0, 0) to (way, 0); `second` is negative for a crossed belt. */
export function beltLines(way: number, first: number, second: number): Loop[] {
  const lean = (first - second) / way;
  if (!(Math.abs(lean) < 1)) {
    return [circle(0, 0, first), circle(way, 0, Math.abs(second))];
  }
  // The upper tangent touches both wheels in the direction `up` from their centres.
  const up = Math.acos(lean);
  const tangent = (side: number): Loop =>
    segment(
      first * Math.cos(up), side * first * Math.sin(up),
      way + second * Math.cos(up), side * second * Math.sin(up),
    );
  const crossed = second < 0;
  const start = crossed ? up - Math.PI : -up;
  const sweep = crossed ? 2 * (Math.PI - up) : 2 * up;
  return [
    tangent(1),
    tangent(-1),
    arc(0, 0, first, up, 2 * (Math.PI - up)),
    arc(way, 0, Math.abs(second), start, sweep),
  ];
}
