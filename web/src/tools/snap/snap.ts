// snap.ts: where a pointer means to be ([ME] 5.1, snap-dragging): on a pin, in the middle of a bar,
// on a bar, on a link; else at round angles, lengths, in line with other points, on the grid. Pure.
import type { LengthUnit } from '../../app';
import type { SketchFacts } from '../../core/facts';
import type { Spot } from '../../document/draft';
import type { Point } from '../../view/geometry/camera';
import type { PreviewShape } from '../../view/preview';
import { snapToParts } from './parts';
import { snapToLines } from './lines';

/** Pixels within which a pin draws the pointer; bars and lines draw it by less. */
export const SNAP_REACH = { mouse: 10, touch: 18 } as const;

/** In parts of the world's size: places this near are the same, but for lengths and angles that were rounded. */
const ROUNDING = 1e-4;

/** How far off a place may be by such numbers [m]. */
export function roundingOf(facts: SketchFacts): number {
  return ROUNDING * (facts.world?.size ?? 0);
}

export interface SnapInput {
  /** Where the pointer is in the world [m]. */
  readonly at: Point;
  /** Pixels a metre. */
  readonly scale: number;
  readonly facts: SketchFacts;
  readonly poses: Float64Array;
  readonly unit: LengthUnit;
  readonly touch?: boolean;
  /** Alt: the pointer is where it is. */
  readonly off?: boolean;
  readonly grid?: boolean;
  /** Shift: only steps of 15 degrees from `from`. */
  readonly constrain?: boolean;
  /** The point before this one, for angles and lengths. */
  readonly from?: Point | null;
  /** Bodies that are not snapped to: those that move with the pointer. */
  readonly exclude?: ReadonlySet<number>;
  /** Whether pins and bars are of no interest: of the tools that make no joints. */
  readonly linesOnly?: boolean;
  /** Whether the middle of a bar is as any place of it: a pin that is dropped there slides. */
  readonly noMiddles?: boolean;
}

export interface Snap {
  readonly x: number;
  readonly y: number;
  readonly spot: Spot;
  /** Guides and marks to be shown. */
  readonly guides: readonly PreviewShape[];
  /** What it is, in words; '' where it is nothing in particular. */
  readonly hint: string;
}

export function snap(input: SnapInput): Snap {
  const { at } = input;
  if (input.off) {
    return freeSnap(at, [], '');
  }
  const part = input.linesOnly ? null : snapToParts(input);
  return part ?? snapToLines(input) ?? freeSnap(at, [], '');
}

/** Pixels as metres. */
export function reachOf(input: Pick<SnapInput, 'scale' | 'touch'>, part = 1): number {
  return (part * SNAP_REACH[input.touch ? 'touch' : 'mouse']) / input.scale;
}

export function freeSnap(at: Point, guides: readonly PreviewShape[], hint: string): Snap {
  return { x: at.x, y: at.y, spot: { kind: 'free', x: at.x, y: at.y }, guides, hint };
}
