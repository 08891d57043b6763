// colour.ts: colours of the text made fit for the theme: legible on light and on dark, edges a little
// darker or lighter than faces. Lightness is that of Oklab, in which equal steps look equal.

/** Red, green, blue, 0 … 1. */
export type Rgb = readonly [number, number, number];

/** Reads '#rgb' and '#rrggbb'; null for anything else. */
export function readHex(text: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  const full = short ? `#${short.slice(1).map((d) => d + d).join('')}` : text;
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(full);
  if (!match) {
    return null;
  }
  const [r, g, b] = match.slice(1).map((pair) => parseInt(pair, 16) / 255);
  return [r!, g!, b!];
}

export function toHex(rgb: Rgb): string {
  const digits = rgb.map((v) => Math.round(Math.min(Math.max(v, 0), 1) * 255));
  return `#${digits.map((v) => v.toString(16).padStart(2, '0')).join('')}`;
}

function toLinear(v: number): number {
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
}

function fromLinear(v: number): number {
  return v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055;
}

/** Lightness, green to red, blue to yellow: matrices of B. Ottosson, "A perceptual color space", 2020. */
export type Lab = readonly [number, number, number];

export function toLab(rgb: Rgb): Lab {
  const [r, g, b] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

export function fromLab([lightness, a, b]: Lab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Faces and edges of a part of this colour. */
export interface Tones {
  readonly face: string;
  /** The part of the face inside its bevel. */
  readonly inner: string;
  readonly edge: string;
}

/** Lightness of faces stays within a band in which edges, pins and texts are legible. */
export function tones(rgb: Rgb, dark: boolean): Tones {
  const [given, a, b] = toLab(rgb);
  const lightness = dark ? 0.38 + 0.2 * given : 0.56 + 0.3 * given;
  // Loud colours are calmed, quiet ones left.
  const chroma = Math.hypot(a, b);
  const calm = chroma > 0 ? Math.min(1, (0.03 + 0.32 * chroma) / chroma) : 1;
  const at = (l: number): string => toHex(fromLab([l, calm * a, calm * b]));
  return dark
    ? { face: at(lightness), inner: at(lightness + 0.035), edge: at(lightness + 0.24) }
    : { face: at(lightness), inner: at(lightness + 0.045), edge: at(lightness - 0.25) };
}

/** A line of this colour that stands out from the background. */
export function lineTone(rgb: Rgb, dark: boolean): string {
  const [given, a, b] = toLab(rgb);
  return toHex(fromLab([dark ? Math.max(given, 0.68) : Math.min(given, 0.58), a, b]));
}
