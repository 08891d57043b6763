// gifenc.d.ts: the part of gifenc that is used here; the package has no types of its own.
declare module 'gifenc' {
  export type Palette = number[][];

  export interface Gif {
    writeFrame(index: Uint8Array, width: number, height: number, options?: { readonly palette?: Palette; readonly delay?: number; readonly repeat?: number }): void;
    finish(): void;
    bytes(): Uint8Array;
  }

  export function GIFEncoder(): Gif;
  export function quantize(rgba: Uint8Array | Uint8ClampedArray, colours: number): Palette;
  export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Palette): Uint8Array;
}
