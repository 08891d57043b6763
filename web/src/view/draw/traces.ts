// traces.ts: curves of traced points: a fine line, dots at equal distances of time to show the
// speed, and the point that draws it.
import type { Camera, Size } from '../geometry/camera';
import { ORIGIN, type Drawing } from './drawing';
import { bodyPoint } from '../geometry/geometry';
import { circle, type Lines, type Loop } from '../geometry/shapes';
import { traceColour } from '../theme';

/** About so many dots on a curve. */
const DOTS = 48;
/** Beyond this many curves dots would only make a fog. */
const MANY = 12;

const made = new WeakMap<Float64Array, Lines>();

/** The curve in metres; gaps where it is not reached. Kept by the array. */
function curveLines(curve: Float64Array): Lines {
  let known = made.get(curve);
  if (!known) {
    known = pieces(curve);
    made.set(curve, known);
  }
  return known;
}

function pieces(curve: Float64Array): Loop[] {
  const loops: Loop[] = [];
  let points: number[] = [];
  const end = (): void => {
    if (points.length > 3) {
      loops.push({ points, closed: false });
    }
    points = [];
  };
  for (let i = 0; i + 1 < curve.length; i += 2) {
    if (Number.isFinite(curve[i]!)) {
      points.push(curve[i]!, curve[i + 1]!, 0);
    } else {
      end();
    }
  }
  end();
  return loops;
}

export function drawTraces(d: Drawing): void {
  const { curves, colours } = d.input;
  curves.forEach((curve, i) => {
    const color = traceColour(colours, i);
    const line = d.style(`trace ${color}`, () => ({ stroke: color, width: 1.6, cap: 'round' }));
    d.path('trace', curveLines(curve), d.worldFrame(), line);
    if (curves.length <= MANY) {
      drawDots(d, curve, color);
    }
  });
}

interface Dots {
  readonly camera: Camera;
  readonly size: Size;
  readonly lines: Lines;
}

const dotted = new WeakMap<Float64Array, Dots>();

/** Dots are in pixels: they are made anew when the camera moves, not when the machine does. */
function drawDots(d: Drawing, curve: Float64Array, color: string): void {
  const { camera, size } = d.input;
  let known = dotted.get(curve);
  if (!known || known.camera !== camera || known.size !== size) {
    known = { camera, size, lines: dotLines(d, curve) };
    dotted.set(curve, known);
  }
  d.path('trace', known.lines, ORIGIN, d.style(`dots ${color}`, () => ({ fill: color })));
}

function dotLines(d: Drawing, curve: Float64Array): Loop[] {
  const reached = curve.filter(Number.isFinite).length / 2;
  const step = Math.max(Math.round(reached / DOTS), 1);
  const dots: Loop[] = [];
  for (let i = 0; i + 1 < curve.length; i += 2 * step) {
    if (Number.isFinite(curve[i]!)) {
      dots.push(circle(d.px(curve[i]!), -d.py(curve[i + 1]!), 2));
    }
  }
  return dots;
}

const DOT: Lines = [circle(0, 0, 3.4)];

/** The traced points themselves, over the bodies. */
export function drawTracers(d: Drawing): void {
  d.input.facts.traces.forEach((trace, i) => {
    const color = traceColour(d.input.colours, i);
    const at = bodyPoint(d.input.poses, trace.body, trace.x, trace.y);
    const style = d.style(`tracer ${color}`, (c) => ({ fill: color, stroke: c.background, width: 1.4 }));
    d.path('joint', DOT, d.frame(at), style);
  });
}
