// protocol.ts: what the page and the worker that reads texts say to each other.
import type { SketchCopy } from '../core/core';
import type { Diagnosis, Mobility, Offer, SketchFacts } from '../core/facts';
import type { LoadedCore } from '../core/load';
import type { Wish } from '../view/output/paint';

export type Ask =
  /** The first: the module of the page's own core. */
  | { readonly kind: 'start'; readonly compiled: LoadedCore['compiled'] }
  /** A file that texts may include; null: no more. */
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array | null }
  /** A text to be read, then studied, and painted each time; `isKnown`: it is only to be studied. */
  | { readonly kind: 'read'; readonly id: number; readonly text: string; readonly isKnown: boolean; readonly wish: Wish | null }
  | { readonly kind: 'offers'; readonly id: number; readonly text: string; readonly offset: number };

/** A text that was read. */
export interface Reading {
  readonly facts: SketchFacts;
  /** Null where the text has errors. */
  readonly copy: SketchCopy | null;
  /** Of a text that is not drawn, such as a world in space; null: it is drawn, or has errors. */
  readonly freedoms: Mobility | null;
  /** Files that texts asked for and that are not there. */
  readonly missing: readonly string[];
  /** How long it took [ms]. */
  readonly took: number;
}

/** What takes longer to be known of a text. */
export interface Study {
  readonly diagnosis: Diagnosis | null;
  readonly curves: readonly Float64Array[];
}

/** Poses, and an image of the machine in them. */
export interface Image {
  readonly poses: Float64Array;
  readonly image: ImageBitmap;
}

/** Answers by the id of what was asked. */
export type Told =
  | { readonly kind: 'read'; readonly id: number; readonly reading: Reading | null; readonly painted: Image | null }
  | { readonly kind: 'study'; readonly id: number; readonly study: Study; readonly painted: Image | null }
  | { readonly kind: 'offers'; readonly id: number; readonly offers: readonly Offer[] };
