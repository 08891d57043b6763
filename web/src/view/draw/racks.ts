// racks.ts: teeth on a rack that is a plain bar beside its pitch line: the language has no shape for
// them. They fit between those of the wheel that rolls there, and stay on the bar while it moves.
import type { BodyFact, JointFact } from '../../core/facts';
import type { Drawing } from './drawing';
import { toBody } from '../geometry/geometry';
import { endPoint, guidingEnd, slideDirection, slidingEnd } from '../geometry/places';
import { polyline, type Lines } from '../geometry/shapes';
import { bodyTones } from '../theme';

/** Of the angle of flanks, 20 degrees. */
const SLOPE = Math.tan(Math.PI / 9);

interface Teeth {
  /** What is filled, and the line along the teeth; in the rack's axes [m]. */
  readonly face: Lines;
  readonly edge: Lines;
}

const made = new WeakMap<JointFact, Teeth | null>();

export function drawTeeth(d: Drawing): void {
  for (const joint of d.input.facts.joints) {
    if (joint.kind !== 'rack' || !joint.pairs[0]) {
      continue;
    }
    const number = guidingEnd(joint.pairs[0]).body;
    const body = d.input.facts.bodies[number]!;
    // Both roll together, so that the first pose shows where the teeth are for good.
    const teeth = made.get(joint) ?? teethOf(d, joint, body);
    made.set(joint, teeth);
    if (teeth && !body.hidden) {
      const tones = bodyTones(d.input.colours, body.color, number, body.fixed);
      d.path('body', teeth.face, d.bodyFrame(number), d.style(`teeth ${tones.face}`, () => ({ fill: tones.face })));
      d.path('body', teeth.edge, d.bodyFrame(number), d.style(`teeth edge ${tones.edge}`, () => ({ stroke: tones.edge, width: 1.4 })));
    }
  }
}

function teethOf(d: Drawing, joint: JointFact, body: BodyFact): Teeth | null {
  const pair = joint.pairs[0]!;
  const [axle, line] = [slidingEnd(pair), guidingEnd(pair)];
  const { gear } = d.input.facts.bodies[axle.body]!;
  const [loop = []] = body.outline;
  const isBar = body.outline.length === 1 && loop.length === 12 && [2, 5, 8, 11].every((bulge) => loop[bulge] === 0);
  if (!gear || !isBar) {
    return null;
  }
  // In the rack's axes: along the line, and up to the wheel.
  const wheel = toBody(d.input.poses, line.body, endPoint(d.input.poses, axle));
  const size = Math.hypot(line.dx, line.dy);
  const u = { x: line.dx / size, y: line.dy / size };
  const side = Math.sign(u.x * (wheel.y - line.y) - u.y * (wheel.x - line.x)) || 1;
  const place = (s: number, h: number): number[] => [line.x + s * u.x - side * h * u.y, line.y + s * u.y + side * h * u.x];
  const corners = [0, 3, 6, 9].map((i) => {
    const [x, y] = [loop[i]! - line.x, loop[i + 1]! - line.y];
    return { s: x * u.x + y * u.y, h: side * (u.x * y - u.y * x) };
  });
  const top = Math.max(...corners.map(({ h }) => h));
  if (top > 0.1 * gear.module) {
    return null;
  }
  const [from, to] = [Math.min(...corners.map(({ s }) => s)), Math.max(...corners.map(({ s }) => s))];
  const profile = profileOf(from, to, top, gear.module, firstTooth(d, joint, gear.teeth, gear.module, side));
  const edge = profile.flatMap(([s, h]) => place(s, h));
  // Over the edge of the bar, which is not an edge where a tooth stands.
  const below = top - 0.2 * gear.module;
  return { face: [polyline([...edge, ...place(to, below), ...place(from, below)], true)], edge: [polyline(edge)] };
}

/** From end to end of the bar along its teeth: places along it, and above the pitch line. */
function profileOf(from: number, to: number, top: number, module: number, first: number): [number, number][] {
  const pitch = Math.PI * module;
  const [foot, tip] = [top, module].map((h) => pitch / 4 - h * SLOPE) as [number, number];
  const points: [number, number][] = [[from, top]];
  for (let s = first + Math.ceil((from + foot - first) / pitch) * pitch; s + foot <= to; s += pitch) {
    points.push([s - foot, top], [s - tip, module], [s + tip, module], [s + foot, top]);
  }
  return [...points, [to, top]];
}

/** Where a tooth of the rack is: between two of the wheel, which has one on its x axis. */
function firstTooth(d: Drawing, joint: JointFact, teeth: number, module: number, side: number): number {
  const { poses } = d.input;
  const pair = joint.pairs[0]!;
  const [axle, line] = [endPoint(poses, slidingEnd(pair)), endPoint(poses, guidingEnd(pair))];
  const u = slideDirection(poses, joint) ?? { x: 1, y: 0 };
  const at = 4 * slidingEnd(pair).body;
  const turned = Math.atan2(poses[at + 3]!, poses[at + 2]!);
  // From the wheel to the rack is to the right of the line, or to the left.
  const toRack = Math.atan2(-side * u.x, side * u.y) - turned;
  const gap = (toRack * teeth) / (2 * Math.PI);
  const touch = (axle.x - line.x) * u.x + (axle.y - line.y) * u.y;
  return touch + (0.5 - side * (gap - Math.round(gap))) * Math.PI * module;
}
