// gif.ts: frames as a GIF that runs for ever. One palette for all frames, so that colours stand still.
/// <reference path="./gifenc.d.ts" />
import { applyPalette, GIFEncoder, quantize } from 'gifenc';

import { pause, type Progress } from './frames';

export interface Film {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** Of each frame [ms]. */
  readonly delay: number;
  /** The pixels of a frame, as RGBA; good until the next call. */
  draw(frame: number): Uint8ClampedArray;
}

const COLOURS = 256;
/** Frames that the palette is made of. */
const SAMPLES = 4;

export async function toGif(film: Film, progress: Progress): Promise<Uint8Array> {
  const palette = paletteOf(film);
  const gif = GIFEncoder();
  for (let k = 0; k < film.count; k++) {
    await pause(progress, k / film.count);
    const index = applyPalette(film.draw(k), palette);
    gif.writeFrame(index, film.width, film.height, { delay: film.delay, ...(k === 0 ? { palette, repeat: 0 } : {}) });
  }
  gif.finish();
  return gif.bytes();
}

function paletteOf(film: Film): number[][] {
  const samples = Math.min(SAMPLES, film.count);
  const size = 4 * film.width * film.height;
  const pixels = new Uint8ClampedArray(samples * size);
  for (let k = 0; k < samples; k++) {
    pixels.set(film.draw(Math.floor((k * film.count) / samples)), k * size);
  }
  return quantize(pixels, COLOURS);
}
