// dxf.ts: a scene as a DXF file of release 12 in millimetres, for programs that draw and machines
// that cut: outlines, joints, traces, dimensions and names, on a layer for each kind.
import type { Camera, Size } from '../geometry/camera';
import { circleOf, type Frame, type Layer, type Loop, type Shape, type TextShape } from '../geometry/shapes';

/** Layers that are written, and their colours by AutoCAD's numbers. */
const LAYERS: Partial<Readonly<Record<Layer, number>>> = {
  body: 7,
  joint: 5,
  ground: 8,
  trace: 1,
  dimension: 3,
  name: 2,
};

/** Numbers without exponents, which some readers do not know. */
function number(value: number): string {
  const text = value.toFixed(6);
  return text === '-0.000000' ? '0.000000' : text;
}

type Group = readonly [number, string | number];

/** Pairs of a code and a value, a line each. Whole numbers stay whole. */
function groups(list: readonly Group[]): string {
  return list
    .map(([code, value]) => `${code}\n${typeof value === 'number' ? (isWhole(code) ? value : number(value)) : value}\n`)
    .join('');
}

function isWhole(code: number): boolean {
  return code >= 60 && code <= 79;
}

/** From the picture's pixels to millimetres of the world. */
interface Sheet {
  readonly camera: Camera;
  readonly size: Size;
}

function toMillimetres(sheet: Sheet, px: number, py: number): [number, number] {
  const { camera, size } = sheet;
  return [
    1000 * (camera.x + (px - size.width / 2) / camera.scale),
    1000 * (camera.y - (py - size.height / 2) / camera.scale),
  ];
}

/** The corners of a loop as x, y, bulge in millimetres. Frames turn and scale but never mirror. */
function corners(loop: Loop, frame: Frame, sheet: Sheet): [number, number, number][] {
  const out: [number, number, number][] = [];
  for (let i = 0; i < loop.points.length; i += 3) {
    const [u, v] = [loop.points[i]!, loop.points[i + 1]!];
    const px = frame.x + frame.k * (frame.c * u - frame.s * v);
    const py = frame.y - frame.k * (frame.s * u + frame.c * v);
    out.push([...toMillimetres(sheet, px, py), loop.points[i + 2]!]);
  }
  return out;
}

function entity(loop: Loop, frame: Frame, sheet: Sheet, layer: Layer): string {
  const list = corners(loop, frame, sheet);
  const [a, b] = [list[0]!, list[1]!];
  if (list.length === 2 && !loop.closed && a[2] === 0) {
    return groups([[0, 'LINE'], [8, layer], [10, a[0]], [20, a[1]], [11, b[0]], [21, b[1]]]);
  }
  const round = circleOf({ points: list.flat(), closed: loop.closed });
  if (round) {
    return groups([[0, 'CIRCLE'], [8, layer], [10, round.x], [20, round.y], [40, round.radius]]);
  }
  if (list.length === 2 && !loop.closed) {
    return arcEntity(a, b, layer);
  }
  const vertices = list.map(([x, y, bulge]) =>
    groups([[0, 'VERTEX'], [8, layer], [10, x], [20, y], ...(bulge === 0 ? [] : [[42, bulge] as const])]),
  );
  const head: Group[] = [[0, 'POLYLINE'], [8, layer], [66, 1], [10, 0], [20, 0], [70, loop.closed ? 1 : 0]];
  return groups(head) + vertices.join('') + groups([[0, 'SEQEND'], [8, layer]]);
}

/** Arcs of DXF run counter-clockwise, in degrees. */
function arcEntity(a: readonly [number, number, number], b: readonly [number, number, number], layer: Layer): string {
  const [from, to, bulge] = a[2] > 0 ? [a, b, a[2]] : [b, a, -a[2]];
  const off = (1 - bulge * bulge) / (4 * bulge);
  const x = (from[0] + to[0]) / 2 - off * (to[1] - from[1]);
  const y = (from[1] + to[1]) / 2 + off * (to[0] - from[0]);
  const angle = (p: readonly [number, number, number]): number => (Math.atan2(p[1] - y, p[0] - x) * 180) / Math.PI;
  const radius = Math.hypot(from[0] - x, from[1] - y);
  return groups([[0, 'ARC'], [8, layer], [10, x], [20, y], [40, radius], [50, angle(from)], [51, angle(to)]]);
}

/** Texts of release 12 are ASCII; other characters as \U+XXXX, which newer readers know. */
function dxfText(text: string): string {
  return text
    .replace(/\u2212/g, '-')
    .replace(/[\u0000-\u001f]/g, ' ')
    .replace(/[^\u0000-\u007e]/g, (c) => `\\U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
}

function textEntity(shape: TextShape, sheet: Sheet): string {
  const [x, y] = toMillimetres(sheet, shape.x, shape.y);
  const height = (0.7 * shape.size * 1000) / sheet.camera.scale;
  const align = shape.align === 'left' ? 0 : shape.align === 'center' ? 1 : 2;
  return groups([
    [0, 'TEXT'], [8, shape.layer], [10, x], [20, y], [40, height], [1, dxfText(shape.text)],
    [72, align], [11, x], [21, y], [73, 2],
  ]);
}

function header(): string {
  const layers = Object.entries(LAYERS);
  return (
    groups([[0, 'SECTION'], [2, 'HEADER'], [9, '$ACADVER'], [1, 'AC1009'], [9, '$INSUNITS'], [70, 4], [0, 'ENDSEC']]) +
    groups([[0, 'SECTION'], [2, 'TABLES'], [0, 'TABLE'], [2, 'LAYER'], [70, layers.length]]) +
    layers.map(([name, color]) => groups([[0, 'LAYER'], [2, name], [70, 0], [62, color], [6, 'CONTINUOUS']])).join('') +
    groups([[0, 'ENDTAB'], [0, 'ENDSEC']])
  );
}

/** Shapes with a line and texts; faces without one (shadows, bevels) and marks of the editor are left out. */
export function toDxf(shapes: readonly Shape[], camera: Camera, size: Size): string {
  const sheet = { camera, size };
  const entities = shapes.map((shape) => {
    if (!(shape.layer in LAYERS) || shape.kind === 'image') {
      return '';
    }
    if (shape.kind === 'text') {
      return textEntity(shape, sheet);
    }
    return shape.style.stroke ? shape.lines.map((loop) => entity(loop, shape.frame, sheet, shape.layer)).join('') : '';
  });
  return (
    header() + groups([[0, 'SECTION'], [2, 'ENTITIES']]) + entities.join('') + groups([[0, 'ENDSEC'], [0, 'EOF']])
  );
}
