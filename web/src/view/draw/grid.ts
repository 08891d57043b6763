// grid.ts: the grid with minor and major lines that follow the zoom in steps of 1, 2, 5, its labels
// at the edges, the bar that shows the scale, and the picture to trace.
import type { Drawing } from './drawing';
import { ORIGIN } from './drawing';
import { polyline, segment, type Loop } from '../geometry/shapes';
import { lengthText, niceStep, PER_METRE } from '../units';

/** Major lines are at least this far apart [px]. */
const MAJOR = 90;
const LABEL = 11;

export interface GridSteps {
  /** Distance of lines [m]. */
  readonly major: number;
  readonly minor: number;
}

/** Round in the unit of the person, so that labels are. */
export function gridSteps(scale: number, unit: keyof typeof PER_METRE): GridSteps {
  const per = PER_METRE[unit];
  const major = niceStep((MAJOR / scale) * per);
  const first = Number(major.toExponential()[0]);
  return { major: major / per, minor: major / per / (first === 2 ? 4 : 5) };
}

/** Lines at whole pixels are crisp. */
function crisp(value: number): number {
  return Math.round(value) + 0.5;
}

export function drawGrid(d: Drawing): void {
  const { camera, size, options } = d.input;
  const steps = gridSteps(camera.scale, options.units);
  const ratio = Math.round(steps.major / steps.minor);
  const lines = { minor: [] as Loop[], major: [] as Loop[], axis: [] as Loop[] };
  const kind = (i: number): Loop[] => (i === 0 ? lines.axis : i % ratio === 0 ? lines.major : lines.minor);
  const [x0, x1] = range(camera.x, size.width / 2 / camera.scale, steps.minor);
  const [y0, y1] = range(camera.y, size.height / 2 / camera.scale, steps.minor);
  for (let i = x0; i <= x1; i++) {
    const x = crisp(d.px(i * steps.minor));
    kind(i).push(segment(x, 0, x, -size.height));
  }
  for (let i = y0; i <= y1; i++) {
    const y = crisp(d.py(i * steps.minor));
    kind(i).push(segment(0, -y, size.width, -y));
  }
  d.path('grid', lines.minor, ORIGIN, d.style('grid minor', (c) => ({ stroke: c.gridMinor, width: 1 })));
  d.path('grid', lines.major, ORIGIN, d.style('grid major', (c) => ({ stroke: c.gridMajor, width: 1 })));
  d.path('grid', lines.axis, ORIGIN, d.style('grid axis', (c) => ({ stroke: c.gridAxis, width: 1 })));
}

function range(middle: number, half: number, step: number): [number, number] {
  return [Math.ceil((middle - half) / step), Math.floor((middle + half) / step)];
}

/** Numbers along the upper and left edge, where major lines meet them. */
export function drawRulers(d: Drawing): void {
  const { camera, size, options, colours } = d.input;
  const step = gridSteps(camera.scale, options.units).major;
  const [x0, x1] = range(camera.x, size.width / 2 / camera.scale, step);
  const [y0, y1] = range(camera.y, size.height / 2 / camera.scale, step);
  const text = { size: LABEL, fill: colours.ruler };
  for (let i = x0; i <= x1; i++) {
    const x = d.px(i * step);
    if (x > 44 && x < size.width - 20) {
      d.text('ruler', lengthText(i * step, options.units, 6), x, 10, text);
    }
  }
  for (let i = y0; i <= y1; i++) {
    const y = d.py(i * step);
    if (y > 26 && y < size.height - 40) {
      d.text('ruler', lengthText(i * step, options.units, 6), 6, y, { ...text, align: 'left' });
    }
  }
  d.text('ruler', options.units, 6, 10, { ...text, align: 'left', bold: true });
}

/** A bar of a round length at the lower left. */
export function drawScaleBar(d: Drawing): void {
  const { camera, size, options, colours } = d.input;
  const length = gridSteps(camera.scale, options.units).major;
  const way = d.pixels(length);
  const [x, y] = [16, size.height - 16];
  const bar = d.style('scale bar', (c) => ({ stroke: c.ruler, width: 1.6, cap: 'round' }));
  d.path('ruler', [polyline([x, -y + 5, x, -y, x + way, -y, x + way, -y + 5])], ORIGIN, bar);
  const text = `${lengthText(length, options.units)} ${options.units}`;
  d.text('ruler', text, x + way / 2, y - 9, { size: LABEL, fill: colours.ruler, halo: true });
}

export function drawBackdrop(d: Drawing): void {
  const backdrop = d.input.backdrop;
  if (backdrop) {
    const { image, x, y, scale, opacity } = backdrop;
    const [width, height] = [d.pixels(image.width * scale), d.pixels(image.height * scale)];
    d.out.push({ kind: 'image', layer: 'backdrop', image, x: d.px(x), y: d.py(y) - height, width, height, opacity });
  }
}
