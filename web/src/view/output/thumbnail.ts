// thumbnail.ts: a small picture of a machine, for assembly modes and the gallery: no grid, no names.
import type { SketchFacts } from '../../core/facts';
import { Scales } from '../draw/arrows';
import { bounds, even, fit } from '../bounds';
import type { Size } from '../geometry/camera';
import { drawShapes } from './canvas';
import type { SceneInput } from '../input';
import { machineScene } from '../draw/scene';
import { readColours, type Colours } from '../theme';
import { Travel } from '../geometry/travel';

export interface ThumbnailExtras {
  readonly curves?: readonly Float64Array[];
  /** Else those that the canvas has by its place in the page. */
  readonly colours?: Colours;
}

/** What a machine alone looks like: the input of a scene without anything else. */
export function plainInput(
  facts: SketchFacts,
  poses: Float64Array,
  size: Size,
  colours: Colours,
  curves: readonly Float64Array[] = [],
): SceneInput {
  const travel = new Travel();
  travel.see(facts, poses);
  return {
    facts,
    poses,
    camera: fit(bounds(facts, poses, curves), size, even(0.12 * Math.min(size.width, size.height))),
    size,
    colours,
    options: { grid: false, dimensions: false, curves: true, names: false, arrows: 'none', forces: false, units: 'mm' },
    selection: [],
    hover: null,
    curves,
    rates: null,
    diagnosis: null,
    blocked: [],
    contacts: null,
    backdrop: null,
    preview: null,
    travel,
    scales: new Scales(),
    pulse: 1,
  };
}

/** Symbols of a fixed size in pixels are drawn so much smaller than in the picture. */
const SMALLER = 0.55;

/** Draws on the whole canvas; `size` is in CSS pixels. */
export function thumbnail(
  canvas: HTMLCanvasElement,
  facts: SketchFacts,
  poses: Float64Array,
  size: Size,
  extras: ThumbnailExtras = {},
): void {
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(size.width * ratio);
  canvas.height = Math.round(size.height * ratio);
  const context = canvas.getContext('2d');
  if (context) {
    const colours = extras.colours ?? readColours(canvas);
    const large = { width: size.width / SMALLER, height: size.height / SMALLER };
    drawShapes(context, machineScene(plainInput(facts, poses, large, colours, extras.curves)), ratio * SMALLER);
  }
}
