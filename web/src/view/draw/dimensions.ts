// dimensions.ts: distances between the pins of a link, as lines with arrows and a value in a box.
// The boxes are also what hit.ts tests: both come from the same layout.
import type { SketchFacts } from '../../core/facts';
import { ORIGIN, textWidth, type Drawing } from './drawing';
import { bodyPoint } from '../geometry/geometry';
import type { ValueBox } from '../geometry/hit';
import { convexHull } from '../geometry/hull';
import type { SceneInput } from '../input';
import { isAxis, lookup } from '../geometry/lookup';
import { toScreen, type Point } from '../geometry/camera';
import { plateOf } from '../geometry/plates';
import { arrowhead, roundedBox, segment } from '../geometry/shapes';
import { lengthText } from '../units';

const TEXT = 12;
const HEIGHT = 19;
/** The line runs this far beside the link's edge [px]. */
const BESIDE = 20;
/** Shorter distances [px] have no room for a value. */
const SHORTEST = 34;

interface Dimension extends ValueBox {
  readonly text: string;
  /** The measured points, and the ends of the line beside them, in pixels. */
  readonly from: Point;
  readonly to: Point;
  readonly start: Point;
  readonly end: Point;
}

type Input = Pick<SceneInput, 'facts' | 'poses' | 'camera' | 'size' | 'options'>;

/** The value boxes that a scene with dimensions shows, for hitTest. */
export function dimensionBoxes(input: Input): readonly ValueBox[] {
  return input.options.dimensions ? layout(input) : [];
}

interface Measured extends Point {
  readonly number: number;
}

/** What is measured: the sides of the hull of a body's points; on a bar, from each pin to the next. */
function pairsOf(facts: SketchFacts, body: number): [number, number][] {
  const { points } = facts.bodies[body]!;
  const joints = lookup(facts).jointsAt[body]!;
  const all = points.map(({ x, y }, number): Measured => ({ x, y, number })).filter((p) => !isAxis(points[p.number]!));
  const hull = convexHull(all);
  if (hull.length > 2) {
    return hull.map((p, i): [number, number] => [p.number, hull[(i + 1) % hull.length]!.number]);
  }
  const pins = all.filter((p) => hull.includes(p) || joints[p.number]!.length > 0);
  pins.sort((p, q) => p.x - q.x || p.y - q.y);
  return pins.slice(1).map((p, i): [number, number] => {
    const before = pins[i]!.number;
    return before < p.number ? [before, p.number] : [p.number, before];
  });
}

const laidOut = new WeakMap<Input, Dimension[]>();

/** Once for each input: lines, values and names of a frame need it. */
function layout(input: Input): Dimension[] {
  let known = laidOut.get(input);
  if (!known) {
    known = layOut(input);
    laidOut.set(input, known);
  }
  return known;
}

function layOut(input: Input): Dimension[] {
  const { facts, poses, camera, size } = input;
  const out: Dimension[] = [];
  const middle = middleOf(input);
  for (const body of lookup(facts).order) {
    const fact = facts.bodies[body]!;
    const beside = plateOf(fact).half * camera.scale + BESIDE;
    const pairs = fact.fixed ? [] : pairsOf(facts, body);
    for (const [a, b] of pairs) {
      const [pa, pb] = [fact.points[a]!, fact.points[b]!];
      const from = toScreen(camera, size, bodyPoint(poses, body, pa.x, pa.y));
      const to = toScreen(camera, size, bodyPoint(poses, body, pb.x, pb.y));
      const text = lengthText(Math.hypot(pb.x - pa.x, pb.y - pa.y), input.options.units);
      const made = besideLine(from, to, beside, isPlate(pairs) ? ownMiddle(input, body) : middle);
      if (made) {
        const width = textWidth(text, TEXT) + 12;
        out.push({ body, a, b, text, from, to, ...made, width, height: HEIGHT });
      }
    }
  }
  return out;
}

/** Sides of a hull run round; distances along a bar do not. */
function isPlate(pairs: readonly (readonly [number, number])[]): boolean {
  return pairs.length > 2 && pairs[pairs.length - 1]![1] === pairs[0]![0];
}

/** The middle of all that moves, in pixels: dimensions stand on the far side of their links. */
function middleOf(input: Input): Point {
  let [x, y, count] = [0, 0, 0];
  for (const body of lookup(input.facts).order) {
    const plate = plateOf(input.facts.bodies[body]!);
    const at = bodyPoint(input.poses, body, plate.x, plate.y);
    const seen = toScreen(input.camera, input.size, at);
    x += seen.x;
    y += seen.y;
    count++;
  }
  return { x: x / Math.max(count, 1), y: y / Math.max(count, 1) };
}

/** Of a plate with several pins: its sides are measured outside of it. */
function ownMiddle(input: Input, body: number): Point {
  const points = input.facts.bodies[body]!.points.filter((p) => !isAxis(p));
  const mean = (value: (p: Point) => number): number => points.reduce((sum, p) => sum + value(p), 0) / points.length;
  const at = bodyPoint(input.poses, body, mean((p) => p.x), mean((p) => p.y));
  return toScreen(input.camera, input.size, at);
}

type Beside = Pick<Dimension, 'start' | 'end' | 'x' | 'y'>;

function besideLine(from: Point, to: Point, beside: number, middle: Point): Beside | null {
  const way = Math.hypot(to.x - from.x, to.y - from.y);
  if (way < SHORTEST) {
    return null;
  }
  const [nx, ny] = [-(to.y - from.y) / way, (to.x - from.x) / way];
  const [mx, my] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const off = (mx - middle.x) * nx + (my - middle.y) * ny >= 0 ? beside : -beside;
  return {
    start: { x: from.x + off * nx, y: from.y + off * ny },
    end: { x: to.x + off * nx, y: to.y + off * ny },
    x: mx + off * nx,
    y: my + off * ny,
  };
}

export function drawDimensions(d: Drawing): void {
  const line = d.style('dimension', (c) => ({ stroke: c.dimension, width: 1 }));
  const fine = d.style('dimension fine', (c) => ({ stroke: c.dimension, width: 1, opacity: 0.45 }));
  const head = d.style('dimension head', (c) => ({ fill: c.dimension }));
  for (const { start, end, from, to } of d.input.options.dimensions ? layout(d.input) : []) {
    const angle = Math.atan2(-(end.y - start.y), end.x - start.x);
    d.path('dimension', [
      segment(from.x, -from.y, start.x, -start.y),
      segment(to.x, -to.y, end.x, -end.y),
    ], ORIGIN, fine);
    d.path('dimension', [segment(start.x, -start.y, end.x, -end.y)], ORIGIN, line);
    d.path('dimension', [
      arrowhead(end.x, -end.y, angle, 8),
      arrowhead(start.x, -start.y, angle + Math.PI, 8),
    ], ORIGIN, head);
  }
}

/** Over everything else of the machine, so that they can be read and hit. */
export function drawValues(d: Drawing): void {
  for (const box of d.input.options.dimensions ? layout(d.input) : []) {
    drawBox(d, 'dimension', box.text, box.x, box.y);
  }
}

/** A value in a box, its middle at a place of the picture. */
export function drawBox(d: Drawing, layer: 'dimension' | 'preview', text: string, x: number, y: number): void {
  const style = d.style('value box', (c) => ({ fill: c.box, stroke: c.dimension, width: 1, opacity: 0.95 }));
  const lines = [roundedBox(x, -y, textWidth(text, TEXT) + 12, HEIGHT, 5)];
  d.path(layer, lines, ORIGIN, style);
  d.text(layer, text, x, y + 0.5, { size: TEXT, halo: false });
}
