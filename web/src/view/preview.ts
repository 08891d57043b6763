// preview.ts: what a tool shows before the button is released: ghosts, guides, snap marks, bands.
// Tools make these, the view draws them. Places in the world [m], angles in radians, y upwards.
import type { Point } from './geometry/camera';

/** What a pointer snapped to; each has a mark of its own. */
export type SnapKind =
  | 'point'
  | 'bar'
  | 'midpoint'
  | 'grid'
  | 'angle'
  | 'length'
  | 'horizontal'
  | 'vertical';

/** What a release of the button would make at a place. */
export type GhostJoint = 'pin' | 'ground' | 'slider' | 'slot' | 'rigid';

export type PreviewShape =
  /** A link through its pins; one pin makes a disc. Width in metres. */
  | { readonly kind: 'link'; readonly points: readonly Point[]; readonly width: number }
  | { readonly kind: 'circle'; readonly at: Point; readonly radius: number }
  | { readonly kind: 'box'; readonly at: Point; readonly width: number; readonly height: number; readonly angle: number }
  /** Any body: outline as in BodyFact, moved to `at` and turned. */
  | { readonly kind: 'outline'; readonly loops: readonly (readonly number[])[]; readonly at: Point; readonly angle: number }
  | { readonly kind: 'joint'; readonly joint: GhostJoint; readonly at: Point; readonly angle: number }
  /** A tracer point or a free end. */
  | { readonly kind: 'point'; readonly at: Point }
  /** A spring, a rope, a measured way …: a dashed line from here to there. */
  | { readonly kind: 'line'; readonly from: Point; readonly to: Point }
  /** A line without ends, to which something is aligned. */
  | { readonly kind: 'guide'; readonly at: Point; readonly angle: number }
  /** A mark at a snapped place; `angle` is that of the bar or guide, where there is one. */
  | { readonly kind: 'snap'; readonly snap: SnapKind; readonly at: Point; readonly angle?: number }
  /** The rubber band of a selection, by two opposite corners. */
  | { readonly kind: 'band'; readonly from: Point; readonly to: Point }
  /** The spring by which a body is pulled: from its point to the pointer. */
  | { readonly kind: 'pull'; readonly from: Point; readonly to: Point }
  /** A short text in a box, such as a length or an angle: its middle is at the place. */
  | { readonly kind: 'value'; readonly at: Point; readonly text: string }
  /** What the release will do, in words: drawn right below the place. */
  | { readonly kind: 'hint'; readonly at: Point; readonly text: string };

export interface Preview {
  readonly shapes: readonly PreviewShape[];
}
