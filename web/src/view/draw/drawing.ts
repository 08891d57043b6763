// drawing.ts: what all parts of a scene share while they put their shapes on the list: places and
// sizes in pixels, frames of bodies, styles that are made once for each theme.
import type { Colours } from '../theme';
import type { Point } from '../geometry/camera';
import type { SceneInput } from '../input';
import { lookup, type Lookup } from '../geometry/lookup';
import { frameAt, path, type Frame, type Layer, type Lines, type Shape, type Style } from '../geometry/shapes';

const styles = new WeakMap<Colours, Map<string, Style>>();

/** Letters of the system's font are this wide on average, in parts of their size. */
const LETTER = 0.6;

export function textWidth(text: string, size: number): number {
  return text.length * size * LETTER;
}

export class Drawing {
  readonly input: SceneInput;
  readonly known: Lookup;
  readonly out: Shape[] = [];
  readonly #styles: Map<string, Style>;

  constructor(input: SceneInput) {
    this.input = input;
    this.known = lookup(input.facts);
    let kept = styles.get(input.colours);
    if (!kept) {
      kept = new Map();
      styles.set(input.colours, kept);
    }
    this.#styles = kept;
  }

  /** A style by its name: made once, so that renderers know it again. */
  style(name: string, make: (colours: Colours) => Style): Style {
    let known = this.#styles.get(name);
    if (!known) {
      known = make(this.input.colours);
      this.#styles.set(name, known);
    }
    return known;
  }

  px(x: number): number {
    return this.input.size.width / 2 + (x - this.input.camera.x) * this.input.camera.scale;
  }

  py(y: number): number {
    return this.input.size.height / 2 - (y - this.input.camera.y) * this.input.camera.scale;
  }

  /** Pixels of a length. */
  pixels(length: number): number {
    return length * this.input.camera.scale;
  }

  /** Puts what is given in a body's axes into the picture, moved by some pixels. */
  bodyFrame(body: number, dx = 0, dy = 0): Frame {
    const { poses, camera } = this.input;
    const at = 4 * body;
    return {
      x: this.px(poses[at]!) + dx,
      y: this.py(poses[at + 1]!) + dy,
      c: poses[at + 2]!,
      s: poses[at + 3]!,
      k: camera.scale,
    };
  }

  /** Puts what is given in pixels, y upwards, at a place of the world. */
  frame(at: Point, angle = 0, k = 1): Frame {
    return frameAt(this.px(at.x), this.py(at.y), angle, k);
  }

  /** Puts world coordinates into the picture. */
  worldFrame(): Frame {
    return { x: this.px(0), y: this.py(0), c: 1, s: 0, k: this.input.camera.scale };
  }

  path(layer: Layer, lines: Lines, frame: Frame, style: Style): void {
    this.out.push(path(layer, lines, frame, style));
  }

  text(
    layer: Layer,
    text: string,
    x: number,
    y: number,
    options: { align?: 'left' | 'center' | 'right'; size?: number; fill?: string; halo?: boolean; bold?: boolean } = {},
  ): void {
    const colours = this.input.colours;
    this.out.push({
      kind: 'text',
      layer,
      text,
      x,
      y,
      align: options.align ?? 'center',
      size: options.size ?? 12,
      fill: options.fill ?? colours.label,
      halo: options.halo === false ? '' : colours.background,
      bold: options.bold ?? false,
    });
  }
}

/** A place of the picture, in pixels. */
export const ORIGIN: Frame = { x: 0, y: 0, c: 1, s: 0, k: 1 };
