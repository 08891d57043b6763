// canvas.ts: draws a list of shapes on a canvas. Lines become a Path2D once, as long as they live.
import { circleOf, FONT, type Lines, type PathShape, type Shape, type Style, type TextShape } from '../geometry/shapes';
import { arcOf } from '../geometry/geometry';

interface Kept {
  readonly path: Path2D;
  /** How far it goes from its own origin at most. */
  readonly reach: number;
}

const paths = new WeakMap<Lines, Kept>();

function pathOf(lines: Lines): Kept {
  let known = paths.get(lines);
  if (!known) {
    known = { path: makePath(lines), reach: reachOf(lines) };
    paths.set(lines, known);
  }
  return known;
}

/** An arc goes beyond its chord by half the bulge times its length. */
export function reachOf(lines: Lines): number {
  let max = 0;
  for (const { points } of lines) {
    for (let i = 0; i < points.length; i += 3) {
      const next = (i + 3) % points.length;
      const bulge = Math.abs(points[i + 2]!);
      const beyond = bulge === 0 ? 0 : (bulge / 2) * Math.hypot(points[next]! - points[i]!, points[next + 1]! - points[i + 1]!);
      max = Math.max(max, Math.hypot(points[i]!, points[i + 1]!) + beyond);
    }
  }
  return max;
}

function makePath(lines: Lines): Path2D {
  const made = new Path2D();
  for (const loop of lines) {
    const { points, closed } = loop;
    const round = circleOf(loop);
    if (round) {
      // Not closed: closing each of a thousand loops of one path takes Chromium 10 ms and more.
      made.moveTo(round.x + round.radius, round.y);
      made.arc(round.x, round.y, round.radius, 0, 2 * Math.PI);
      continue;
    }
    const count = points.length / 3;
    const last = closed ? count : count - 1;
    made.moveTo(points[0]!, points[1]!);
    for (let i = 0; i < last; i++) {
      const next = 3 * ((i + 1) % count);
      const bulge = points[3 * i + 2]!;
      const x = points[next]!;
      const y = points[next + 1]!;
      if (bulge === 0) {
        made.lineTo(x, y);
      } else {
        const a = arcOf(points[3 * i]!, points[3 * i + 1]!, x, y, bulge);
        made.arc(a.x, a.y, a.radius, a.from, a.from + a.sweep, a.sweep < 0);
      }
    }
    if (closed) {
      made.closePath();
    }
  }
  return made;
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws all shapes in order. `ratio` is device pixels for a CSS pixel. */
export function drawShapes(context: Context, shapes: readonly Shape[], ratio: number): void {
  const pen = new Pen(context, ratio);
  for (const shape of shapes) {
    switch (shape.kind) {
      case 'path':
        pen.path(shape);
        break;
      case 'text':
        pen.text(shape);
        break;
      case 'image':
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.globalAlpha = shape.opacity;
        context.drawImage(shape.image, shape.x, shape.y, shape.width, shape.height);
        break;
    }
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
}

const SOLID: readonly number[] = [];

/** Sets the canvas up for shapes, and skips what is set already: setting costs more than drawing. */
class Pen {
  readonly #context: Context;
  readonly #ratio: number;
  #style: Style | null = null;
  #scale = 0;
  #dash = SOLID;

  constructor(context: Context, ratio: number) {
    this.#context = context;
    this.#ratio = ratio;
    context.lineJoin = 'round';
    context.setLineDash([]);
  }

  path(shape: PathShape): void {
    const { frame, style } = shape;
    const { path: made, reach } = pathOf(shape.lines);
    const { width, height } = this.#context.canvas;
    const k = frame.k * this.#ratio;
    // Out of sight: of thousands of bodies mostly few are in it.
    const max = k * reach + this.#ratio * (style.width ?? 1);
    const [x, y] = [this.#ratio * frame.x, this.#ratio * frame.y];
    if (x + max < 0 || x - max > width || y + max < 0 || y - max > height) {
      return;
    }
    this.#context.setTransform(
      k * frame.c, -k * frame.s, -k * frame.s, -k * frame.c,
      x, y,
    );
    this.#prepare(style, frame.k);
    if (style.fill && !style.strokeFirst) {
      this.#context.fill(made);
    }
    if (style.stroke) {
      this.#context.stroke(made);
    }
    if (style.fill && style.strokeFirst) {
      this.#context.fill(made);
    }
  }

  #prepare(style: Style, scale: number): void {
    const context = this.#context;
    if (style !== this.#style) {
      context.globalAlpha = style.opacity ?? 1;
      if (style.fill) {
        context.fillStyle = style.fill;
      }
      if (style.stroke) {
        context.strokeStyle = style.stroke;
        context.lineCap = style.cap ?? 'butt';
      }
    }
    if (style.stroke && (style !== this.#style || scale !== this.#scale)) {
      context.lineWidth = (style.width ?? 1) / scale;
      const dash = style.dash ?? SOLID;
      if (dash !== this.#dash || dash !== SOLID) {
        context.setLineDash(dash.map((d) => d / scale));
        this.#dash = dash;
      }
      this.#scale = scale;
    }
    this.#style = style;
  }

  text(shape: TextShape): void {
    const context = this.#context;
    context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    this.#style = null;
    context.globalAlpha = 1;
    context.font = `${shape.bold ? '600 ' : ''}${shape.size}px ${FONT}`;
    context.textAlign = shape.align;
    context.textBaseline = 'middle';
    if (shape.halo) {
      context.setLineDash([]);
      this.#dash = SOLID;
      context.strokeStyle = shape.halo;
      context.lineWidth = 3;
      context.strokeText(shape.text, shape.x, shape.y);
    }
    context.fillStyle = shape.fill;
    context.fillText(shape.text, shape.x, shape.y);
  }
}
