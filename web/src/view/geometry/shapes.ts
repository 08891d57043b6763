// shapes.ts: the draw list: what a scene is made of, for canvas, SVG and DXF alike. A shape is in
// units of its own and is put into the picture (CSS pixels, y down) by its frame.

/** A line x, y, bulge, x, y, bulge …: the bulge of the arc to the next corner, 0 for a straight line. */
export interface Loop {
  readonly points: readonly number[];
  readonly closed: boolean;
}

/** Lines that are drawn as one. Renderers keep what they make of it by its identity. */
export type Lines = readonly Loop[];

export type Layer =
  | 'backdrop'
  | 'grid'
  | 'ruler'
  | 'trace'
  | 'ground'
  | 'body'
  | 'joint'
  | 'arrow'
  | 'dimension'
  | 'name'
  | 'mark'
  | 'preview';

export interface Style {
  readonly fill?: string;
  readonly stroke?: string;
  /** Of the stroke, in pixels. */
  readonly width?: number;
  /** In pixels. */
  readonly dash?: readonly number[];
  readonly opacity?: number;
  readonly cap?: 'round' | 'butt';
  /** The fill hides the inner half of the stroke, and lines between overlapping loops. */
  readonly strokeFirst?: boolean;
}

/** Local to picture: px = x + k (c u - s v), py = y - k (s u + c v). */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly c: number;
  readonly s: number;
  /** Pixels for one local unit. */
  readonly k: number;
}

export interface PathShape {
  readonly kind: 'path';
  readonly layer: Layer;
  readonly lines: Lines;
  readonly frame: Frame;
  readonly style: Style;
}

export interface TextShape {
  readonly kind: 'text';
  readonly layer: Layer;
  readonly text: string;
  /** In pixels: the middle of its height, and its start, middle or end. */
  readonly x: number;
  readonly y: number;
  readonly align: 'left' | 'center' | 'right';
  readonly size: number;
  readonly fill: string;
  /** Colour of a rim that keeps it legible over lines; '' for none. */
  readonly halo: string;
  readonly bold?: boolean;
}

export interface ImageShape {
  readonly kind: 'image';
  readonly layer: Layer;
  readonly image: ImageBitmap;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly opacity: number;
}

export type Shape = PathShape | TextShape | ImageShape;

export const FONT = 'system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

/** The picture itself: local units are pixels, but y runs upwards from the place. */
export function frameAt(x: number, y: number, angle = 0, k = 1): Frame {
  return { x, y, c: Math.cos(angle), s: Math.sin(angle), k };
}

export function path(layer: Layer, lines: Lines, frame: Frame, style: Style): PathShape {
  return { kind: 'path', layer, lines, frame, style };
}

/** Straight lines through points x, y, x, y …. */
export function polyline(coordinates: readonly number[], closed = false): Loop {
  const points: number[] = [];
  for (let i = 0; i < coordinates.length; i += 2) {
    points.push(coordinates[i]!, coordinates[i + 1]!, 0);
  }
  return { points, closed };
}

export function segment(x0: number, y0: number, x1: number, y1: number): Loop {
  return { points: [x0, y0, 0, x1, y1, 0], closed: false };
}

export function circle(x: number, y: number, radius: number): Loop {
  return { points: [x - radius, y, 1, x + radius, y, 1], closed: true };
}

/** Middle and radius of a loop that is a whole circle; null for any other. */
export function circleOf({ points, closed }: Loop): { x: number; y: number; radius: number } | null {
  const isRound = closed && points.length === 6 && Math.abs(points[2]!) === 1 && points[2] === points[5];
  if (!isRound) {
    return null;
  }
  const [dx, dy] = [points[3]! - points[0]!, points[4]! - points[1]!];
  return { x: points[0]! + dx / 2, y: points[1]! + dy / 2, radius: Math.hypot(dx, dy) / 2 };
}

/** An open arc round (x, y), counter-clockwise where `sweep` is positive; below a whole turn. */
export function arc(x: number, y: number, radius: number, from: number, sweep: number): Loop {
  const end = from + sweep;
  return {
    points: [
      x + radius * Math.cos(from),
      y + radius * Math.sin(from),
      Math.tan(sweep / 4),
      x + radius * Math.cos(end),
      y + radius * Math.sin(end),
      0,
    ],
    closed: false,
  };
}

const QUARTER = Math.tan(Math.PI / 8);

/** A rectangle about (x, y) with round corners. */
export function roundedBox(x: number, y: number, width: number, height: number, r: number): Loop {
  const w = width / 2;
  const h = height / 2;
  const b = r > 0 ? QUARTER : 0;
  return {
    points: [
      x - w + r, y - h, 0, x + w - r, y - h, b,
      x + w, y - h + r, 0, x + w, y + h - r, b,
      x + w - r, y + h, 0, x - w + r, y + h, b,
      x - w, y + h - r, 0, x - w, y - h + r, b,
    ],
    closed: true,
  };
}

/** A slot or bar of this half width, with round ends about both points. */
export function capsule(x0: number, y0: number, x1: number, y1: number, half: number): Loop {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length === 0) {
    return circle(x0, y0, half);
  }
  const nx = (-(y1 - y0) / length) * half;
  const ny = ((x1 - x0) / length) * half;
  return {
    points: [x0 - nx, y0 - ny, 0, x1 - nx, y1 - ny, 1, x1 + nx, y1 + ny, 0, x0 + nx, y0 + ny, 1],
    closed: true,
  };
}

/** An arrowhead whose tip is at (x, y), pointing along `angle`. */
export function arrowhead(x: number, y: number, angle: number, length: number): Loop {
  const at = (turn: number, part: number): [number, number, number] => [
    x - part * length * Math.cos(angle + turn),
    y - part * length * Math.sin(angle + turn),
    0,
  ];
  return { points: [x, y, 0, ...at(0.38, 1.05), ...at(0, 0.75), ...at(-0.38, 1.05)], closed: true };
}
