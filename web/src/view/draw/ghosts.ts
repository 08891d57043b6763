// ghosts.ts: draws what a tool shows beforehand (preview.ts): ghosts, guides, snap marks, hints.
import { drawBox } from './dimensions';
import { ORIGIN, textWidth, type Drawing } from './drawing';
import type { Point } from '../geometry/camera';
import { roundedHull } from '../geometry/hull';
import type { PreviewShape, SnapKind } from '../preview';
import { arrowhead, capsule, circle, polyline, roundedBox, segment, type Frame, type Lines, type Loop } from '../geometry/shapes';

type Of<K extends PreviewShape['kind']> = Extract<PreviewShape, { kind: K }>;

export function drawPreview(d: Drawing): void {
  for (const shape of d.input.preview?.shapes ?? []) {
    drawOne(d, shape);
  }
}

function drawOne(d: Drawing, shape: PreviewShape): void {
  const { scale } = d.input.camera;
  switch (shape.kind) {
    case 'link':
      return drawLink(d, shape);
    case 'circle':
      return ghost(d, [circle(0, 0, shape.radius)], d.frame(shape.at, 0, scale));
    case 'box':
      return ghost(d, [roundedBox(0, 0, shape.width, shape.height, 0)], d.frame(shape.at, shape.angle, scale));
    case 'outline':
      return ghost(d, shape.loops.map((points) => ({ points, closed: true })), d.frame(shape.at, shape.angle, scale));
    case 'joint':
      return drawJoint(d, shape);
    case 'point':
      return d.path('preview', [circle(0, 0, 4)], d.frame(shape.at), ghostLine(d));
    case 'line':
      return d.path('preview', [line(d, shape.from, shape.to)], ORIGIN, dashed(d));
    case 'guide':
      return drawGuide(d, shape);
    case 'snap':
      return drawSnap(d, shape);
    case 'band':
      return drawBand(d, shape);
    case 'pull':
      return drawPull(d, shape);
    case 'value':
      return drawBox(d, 'preview', shape.text, d.px(shape.at.x), d.py(shape.at.y));
    case 'hint':
      return drawHint(d, shape);
  }
}

function ghostLine(d: Drawing) {
  return d.style('ghost line', (c) => ({ stroke: c.accent, width: 1.6 }));
}

function dashed(d: Drawing) {
  return d.style('ghost dashed', (c) => ({ stroke: c.accent, width: 1.5, dash: [6, 4] }));
}

function line(d: Drawing, a: Point, b: Point): Loop {
  return segment(d.px(a.x), -d.py(a.y), d.px(b.x), -d.py(b.y));
}

/** Both passes: a faint face, then its edge. */
function ghost(d: Drawing, lines: Lines, frame: Frame): void {
  d.path('preview', lines, frame, d.style('ghost face', (c) => ({ fill: c.accent, opacity: 0.16 })));
  d.path('preview', lines, frame, ghostLine(d));
}

function drawLink(d: Drawing, { points, width }: Of<'link'>): void {
  ghost(d, [roundedHull(points, width / 2)], d.worldFrame());
  const pin = d.style('ghost pin', (c) => ({ fill: c.box, stroke: c.accent, width: 1.6 }));
  for (const point of points) {
    d.path('preview', [circle(0, 0, 4.5)], d.frame(point), pin);
  }
}

const TRIANGLE: Lines = [polyline([0, 0, -9, -14, 9, -14], true), segment(-14, -14, 14, -14)];

function drawJoint(d: Drawing, { joint, at, angle }: Of<'joint'>): void {
  const face = d.style('ghost pin', (c) => ({ fill: c.box, stroke: c.accent, width: 1.6 }));
  const along = d.frame(at, angle);
  if (joint === 'ground') {
    d.path('preview', TRIANGLE, d.frame(at), ghostLine(d));
  } else if (joint === 'slider') {
    ghost(d, [roundedBox(0, 0, 34, 20, 3)], along);
    d.path('preview', [segment(-50, -13, 50, -13), segment(-50, 13, 50, 13)], along, ghostLine(d));
  } else if (joint === 'slot') {
    d.path('preview', [capsule(-26, 0, 26, 0, 8)], along, ghostLine(d));
  } else if (joint === 'rigid') {
    d.path('preview', [polyline([0, 8, 8, 0, 0, -8, -8, 0], true)], along, face);
    return;
  }
  d.path('preview', [circle(0, 0, 6)], along, face);
}

function drawGuide(d: Drawing, { at, angle }: Of<'guide'>): void {
  const far = d.input.size.width + d.input.size.height;
  const style = d.style('guide', (c) => ({ stroke: c.guide, width: 1, dash: [4, 4], opacity: 0.8 }));
  d.path('preview', [segment(-far, 0, far, 0)], d.frame(at, angle), style);
}

/** Marks of snaps in pixels; x is along the bar or guide. */
const SNAPS: Readonly<Record<SnapKind, Lines>> = {
  point: [circle(0, 0, 9)],
  bar: [segment(-12, -5, 12, -5), segment(-12, 5, 12, 5)],
  midpoint: [polyline([0, 8, 7, -5, -7, -5], true)],
  grid: [segment(-7, 0, 7, 0), segment(0, -7, 0, 7)],
  angle: [polyline([11, 7, 0, 0, 13, 0])],
  length: [segment(-9, 0, 9, 0), segment(-9, -5, -9, 5), segment(9, -5, 9, 5)],
  horizontal: [segment(-11, 0, 11, 0), segment(-11, -4, -11, 4), segment(11, -4, 11, 4)],
  vertical: [segment(0, -11, 0, 11), segment(-4, -11, 4, -11), segment(-4, 11, 4, 11)],
};

function drawSnap(d: Drawing, { snap, at, angle }: Of<'snap'>): void {
  const rim = d.style('snap rim', (c) => ({ stroke: c.background, width: 5, opacity: 0.8, cap: 'round' }));
  const mark = d.style('snap', (c) => ({ stroke: c.snap, width: 2.2, cap: 'round' }));
  const frame = d.frame(at, angle ?? 0);
  d.path('preview', SNAPS[snap], frame, rim);
  d.path('preview', SNAPS[snap], frame, mark);
}

function drawBand(d: Drawing, { from, to }: Of<'band'>): void {
  const [x0, y0, x1, y1] = [d.px(from.x), -d.py(from.y), d.px(to.x), -d.py(to.y)];
  const box = [polyline([x0, y0, x1, y0, x1, y1, x0, y1], true)];
  d.path('preview', box, ORIGIN, d.style('band', (c) => ({ fill: c.accent, opacity: 0.1 })));
  d.path('preview', box, ORIGIN, d.style('band edge', (c) => ({ stroke: c.accent, width: 1, dash: [5, 3] })));
}

/** A taut line with a coil's look would hide the pointer: a line that fades to an arrow. */
function drawPull(d: Drawing, { from, to }: Of<'pull'>): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const way = d.pixels(Math.hypot(to.x - from.x, to.y - from.y));
  const teeth: number[] = [0, 0];
  const count = 12;
  for (let i = 1; i < count; i++) {
    teeth.push((way * i) / count, (i % 2 === 0 ? -1 : 1) * 4);
  }
  const style = d.style('pull', (c) => ({ stroke: c.force, width: 1.8, cap: 'round' }));
  d.path('preview', [polyline([...teeth, way, 0])], d.frame(from, angle), style);
  d.path('preview', [circle(0, 0, 5)], d.frame(from), style);
  d.path('preview', [arrowhead(4, 0, 0, 10)], d.frame(to, angle), d.style('pull tip', (c) => ({ fill: c.force })));
}

function drawHint(d: Drawing, { at, text }: Of<'hint'>): void {
  const width = textWidth(text, 12) + 16;
  const x = Math.min(d.px(at.x) + 16 + width / 2, d.input.size.width - width / 2 - 4);
  const y = Math.min(d.py(at.y) + 28, d.input.size.height - 16);
  d.path('preview', [roundedBox(x, -y, width, 22, 6)], ORIGIN, d.style('hint', (c) => ({ fill: c.label, opacity: 0.92 })));
  d.text('preview', text, x, y + 0.5, { size: 12, fill: d.input.colours.background, halo: false });
}
