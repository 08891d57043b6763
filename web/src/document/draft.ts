// draft.ts: what an edit works on and what it gives. Edits are pure: text in, text out; the document
// takes what they give as one step. World coordinates in metres, angles in radians.
import type { LengthUnit } from '../app';
import type { Core } from '../core/core';
import type { SketchFacts } from '../core/facts';

/** The text with what the core says of it, and the poses (x, y, cos, sin a body) as shown. */
export interface Draft {
  readonly core: Core;
  readonly text: string;
  readonly facts: SketchFacts;
  readonly poses: Float64Array;
  /** In which new lengths are written; mm without it. */
  readonly unit?: LengthUnit;
}

/** A place that the pointer chose, with what is to be joined there. */
export type Spot =
  /** Nothing is joined. */
  | { readonly kind: 'free'; readonly x: number; readonly y: number }
  /** A point that a body has: joined by a pin. */
  | { readonly kind: 'point'; readonly body: number; readonly point: string; readonly x: number; readonly y: number }
  /** A new point of a body: joined by a pin. */
  | { readonly kind: 'body'; readonly body: number; readonly x: number; readonly y: number }
  /** A pin in a slot along that direction (of the world) of the body; body 0: a rail on the ground. */
  | {
      readonly kind: 'slot';
      readonly body: number;
      readonly x: number;
      readonly y: number;
      readonly dx: number;
      readonly dy: number;
    }
  /** Pinned to the ground. */
  | { readonly kind: 'ground'; readonly x: number; readonly y: number };

/** The new text and the names of what was made in it; or why not, and what to do, for people. */
export type Outcome =
  | { readonly text: string; readonly made: readonly string[] }
  | { readonly refused: string };

/** A point of a body, by number and name. */
export interface PointOf {
  readonly body: number;
  readonly point: string;
}

/** A point of a body and where it is to go. */
export interface PointMove extends PointOf {
  readonly x: number;
  readonly y: number;
}

export interface LinkOptions {
  readonly color?: string;
  /** [m]; without it as wide as the other links. */
  readonly width?: number;
}

export interface MotorOptions {
  /** Radians, or metres of a slider. */
  readonly from?: number;
  readonly to?: number;
  readonly frames?: number;
}

export interface WheelOptions {
  readonly teeth?: number;
  /** Pitch diameter over teeth [m]. */
  readonly module?: number;
  /** A wheel that it meshes with: the spot is at their distance. */
  readonly mate?: number;
  readonly color?: string;
}

export type BodyKind = 'ball' | 'box' | 'floor';
export type Side = 'left' | 'right' | 'top' | 'bottom' | 'horizontal' | 'vertical';
