// export.ts: pictures for files from the same draw list as the page's: what is drawn, without the marks
// of editing.
import { drawShapes } from './canvas';
import { toDxf } from './dxf';
import type { SceneInput } from '../input';
import { scene } from '../draw/scene';
import { toSvg } from './svg';

/** The picture as others should see it: nothing is selected, pointed at or about to be made. */
export function forExport(input: SceneInput): SceneInput {
  return { ...input, selection: [], hover: null, preview: null, blocked: [], diagnosis: null, backdrop: null };
}

export function exportSvg(input: SceneInput): string {
  return toSvg(scene(forExport(input)), input.size, input.colours.background);
}

/** In millimetres of the world. */
export function exportDxf(input: SceneInput): string {
  return toDxf(scene(forExport(input)), input.camera, input.size);
}

/** Draws on a canvas that becomes `ratio` times as many pixels large: for PNG, and frames of a GIF. */
export function exportCanvas(canvas: HTMLCanvasElement, input: SceneInput, ratio: number): void {
  canvas.width = Math.round(input.size.width * ratio);
  canvas.height = Math.round(input.size.height * ratio);
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = input.colours.background;
    context.fillRect(0, 0, canvas.width, canvas.height);
    drawShapes(context, scene(forExport(input)), ratio);
  }
}
