// svg.ts: a scene as SVG text, for export. What canvas.ts draws, in the same order.
import type { Size } from '../geometry/camera';
import { arcOf } from '../geometry/geometry';
import { FONT, type Frame, type Lines, type PathShape, type Shape, type Style, type TextShape } from '../geometry/shapes';

/** Hundredths of a pixel are fine enough. */
function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function escapeXml(text: string): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
  // Characters that XML does not know at all are left out.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"']/g, (c) => named[c]!);
}

function attributes(list: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(list)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(value!)}"`)
    .join('');
}

function place(frame: Frame, u: number, v: number): [number, number] {
  return [
    frame.x + frame.k * (frame.c * u - frame.s * v),
    frame.y - frame.k * (frame.s * u + frame.c * v),
  ];
}

/** Path data in pixels. Arcs of half a turn and more are cut, as their large flag is then unsure. */
export function pathData(lines: Lines, frame: Frame): string {
  let data = '';
  const put = (letter: string, u: number, v: number): void => {
    const [x, y] = place(frame, u, v);
    data += `${letter}${number(x)} ${number(y)}`;
  };
  for (const { points, closed } of lines) {
    const count = points.length / 3;
    put('M', points[0]!, points[1]!);
    for (let i = 0; i < (closed ? count : count - 1); i++) {
      const [x0, y0, bulge] = [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!];
      const n = 3 * ((i + 1) % count);
      const [x1, y1] = [points[n]!, points[n + 1]!];
      if (bulge === 0) {
        put('L', x1, y1);
        continue;
      }
      const arc = arcOf(x0, y0, x1, y1, bulge);
      const radius = number(arc.radius * frame.k);
      const start = `A${radius} ${radius} 0 0 ${bulge > 0 ? 0 : 1} `;
      const half = arc.from + arc.sweep / 2;
      put(start, arc.x + arc.radius * Math.cos(half), arc.y + arc.radius * Math.sin(half));
      put(start, x1, y1);
    }
    data += closed ? 'Z' : '';
  }
  return data;
}

function styleAttributes(style: Style): Record<string, string | undefined> {
  return {
    fill: style.fill ?? 'none',
    stroke: style.stroke,
    'stroke-width': style.stroke ? number(style.width ?? 1) : undefined,
    'stroke-dasharray': style.stroke && style.dash ? style.dash.map(number).join(' ') : undefined,
    'stroke-linecap': style.stroke && style.cap === 'round' ? 'round' : undefined,
    'stroke-linejoin': style.stroke ? 'round' : undefined,
    opacity: style.opacity === undefined ? undefined : number(style.opacity),
    'paint-order': style.strokeFirst ? 'stroke' : undefined,
  };
}

function pathText(shape: PathShape): string {
  const d = pathData(shape.lines, shape.frame);
  return d ? `<path${attributes({ d, ...styleAttributes(shape.style) })}/>` : '';
}

const ANCHORS = { left: 'start', center: 'middle', right: 'end' } as const;

function textText(shape: TextShape): string {
  const list = attributes({
    x: number(shape.x),
    y: number(shape.y),
    'text-anchor': ANCHORS[shape.align],
    'dominant-baseline': 'central',
    'font-size': number(shape.size),
    'font-weight': shape.bold ? '600' : undefined,
    fill: shape.fill,
    stroke: shape.halo || undefined,
    'stroke-width': shape.halo ? '3' : undefined,
    'stroke-linejoin': shape.halo ? 'round' : undefined,
    'paint-order': shape.halo ? 'stroke' : undefined,
  });
  return `<text${list}>${escapeXml(shape.text)}</text>`;
}

/** The whole picture. Images are left out: they are only there to be traced. */
export function toSvg(shapes: readonly Shape[], size: Size, background: string): string {
  const [width, height] = [number(size.width), number(size.height)];
  const body = shapes.map((shape) => (shape.kind === 'path' ? pathText(shape) : shape.kind === 'text' ? textText(shape) : ''));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`,
    `  viewBox="0 0 ${width} ${height}" font-family="${escapeXml(FONT)}">`,
    `<rect width="100%" height="100%"${attributes({ fill: background })}/>`,
    ...body.filter((line) => line !== ''),
    '</svg>',
    '',
  ].join('\n');
}
