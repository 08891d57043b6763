// scene.ts: the whole picture as a list of shapes, from the rearmost to the foremost. Two lists: what
// stays while the machine moves (under), and what moves (over).
import { drawArrows } from './arrows';
import { drawBodies } from './bodies';
import { drawDimensions, drawValues } from './dimensions';
import { Drawing } from './drawing';
import { drawFixed } from './fixed';
import { drawPreview } from './ghosts';
import { drawBackdrop, drawGrid, drawRulers, drawScaleBar } from './grid';
import type { SceneInput } from '../input';
import { drawNames } from './labels';
import { drawGlows, drawMarks } from './marks';
import { drawMotors } from './motors';
import { drawFreeEnds, drawGround, drawPins, drawWelds } from './pins';
import { drawTeeth } from './racks';
import type { Shape } from '../geometry/shapes';
import { drawRails, drawSlots } from './sliders';
import { drawSpans } from './spans';
import { drawTracers, drawTraces } from './traces';
import { drawPitch } from './wheels';

/** Everything, in the order of painting. */
export function scene(input: SceneInput): Shape[] {
  return [...underScene(input), ...overScene(input)];
}

/** What depends on camera, grid and backdrop only. */
export function underScene(input: SceneInput): Shape[] {
  const d = new Drawing(input);
  drawBackdrop(d);
  if (input.options.grid) {
    drawGrid(d);
    drawRulers(d);
  }
  return d.out;
}

/** The machine, what is said about it, and what the tool shows. */
export function overScene(input: SceneInput): Shape[] {
  const d = new Drawing(input);
  if (isPosed(input)) {
    drawMachine(d);
    drawArrows(d);
    drawMarks(d);
    drawValues(d);
    drawNames(d);
  }
  // Over the bodies: it is read where they are, too.
  drawScaleBar(d);
  drawPreview(d);
  return d.out;
}

/** The machine alone. */
export function machineScene(input: SceneInput): Shape[] {
  const d = new Drawing(input);
  if (isPosed(input)) {
    drawMachine(d);
  }
  return d.out;
}

function isPosed(input: SceneInput): boolean {
  return input.facts.bodies.length > 0 && input.poses.length >= 4 * input.facts.bodies.length;
}

function drawMachine(d: Drawing): void {
  drawRails(d);
  drawGround(d, false);
  drawFixed(d);
  drawGlows(d);
  drawBodies(d);
  drawTeeth(d);
  drawSlots(d);
  if (d.input.options.curves) {
    drawTraces(d);
  }
  drawPitch(d);
  drawSpans(d);
  drawGround(d, true);
  drawDimensions(d);
  drawWelds(d);
  drawPins(d);
  drawFreeEnds(d);
  drawTracers(d);
  drawMotors(d);
}
