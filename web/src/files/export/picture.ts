// picture.ts: the present picture for a file: what the page draws, without what only helps to edit.
import type { Page } from '../../make_app';
import { drawShapes } from '../../view/output/canvas';
import { toDxf } from '../../view/output/dxf';
import type { SceneInput } from '../../view/input';
import { machineScene, scene } from '../../view/draw/scene';
import { toSvg } from '../../view/output/svg';

export interface PictureOptions {
  readonly grid: boolean;
  /** Else what is behind the machine shows through. */
  readonly background: boolean;
}

/** What is drawn of a page: no selection, no preview, no image to trace. */
export function exportInput(page: Page, options: PictureOptions): SceneInput {
  const input = page.picture.sceneInput();
  return { ...input, selection: [], hover: null, preview: null, backdrop: null, options: { ...input.options, grid: options.grid } };
}

/** Without the grid its scale bar goes, too: the shapes of a scene or of the machine with its names. */
function shapesOf(input: SceneInput): ReturnType<typeof scene> {
  return input.options.grid ? scene(input) : scene(input).filter((shape) => shape.layer !== 'ruler');
}

export function pictureSvg(page: Page, options: PictureOptions): string {
  const input = exportInput(page, options);
  return toSvg(shapesOf(input), input.size, options.background ? input.colours.background : 'none');
}

export function pictureDxf(page: Page): string {
  const input = exportInput(page, { grid: false, background: false });
  const { dimensions, names } = input.options;
  const shapes = dimensions || names ? scene(input) : machineScene(input);
  return toDxf(shapes, input.camera, input.size);
}

const DENSITY = 2;

export async function picturePng(page: Page, options: PictureOptions): Promise<Blob> {
  const input = exportInput(page, options);
  const canvas = document.createElement('canvas');
  drawOn(canvas, input, options, DENSITY);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) {
    throw new Error('The picture is too large for the browser.');
  }
  return blob;
}

/** Draws a scene on a whole canvas, `ratio` pixels for each of the page. */
export function drawOn(canvas: HTMLCanvasElement, input: SceneInput, options: PictureOptions, ratio: number): CanvasRenderingContext2D {
  const [width, height] = [Math.round(input.size.width * ratio), Math.round(input.size.height * ratio)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext('2d', { willReadFrequently: ratio < DENSITY });
  if (!context) {
    throw new Error('The browser does not have enough memory for the picture.');
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  if (options.background) {
    context.fillStyle = input.colours.background;
    context.fillRect(0, 0, width, height);
  }
  drawShapes(context, shapesOf(input), ratio);
  return context;
}
