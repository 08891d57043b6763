// travel.ts: how far each slider and pin in a slot was seen to slide, so that rails and slots are as
// long as the travel and do not run along with the slider. Kept over rebuilds of the same joint.
import type { JointFact, SketchFacts } from '../../core/facts';
import { endPoint, guidingEnd, slideDirection, slidingEnd } from './places';

export interface Range {
  readonly low: number;
  readonly high: number;
}

const SLIDES = new Set(['slider', 'point_on_line', 'cylindrical', 'rack']);

export function slides(joint: JointFact): boolean {
  return SLIDES.has(joint.kind);
}

/** Where the sliding point is along its guide, from the guide's point [m]; null where nothing slides. */
export function slidePosition(poses: Float64Array, joint: JointFact): number | null {
  const pair = joint.pairs[0];
  const d = slides(joint) ? slideDirection(poses, joint) : null;
  if (!pair || !d) {
    return null;
  }
  const from = endPoint(poses, guidingEnd(pair));
  const to = endPoint(poses, slidingEnd(pair));
  return (to.x - from.x) * d.x + (to.y - from.y) * d.y;
}

export class Travel {
  /** By name and geometry of the joint: a changed guide starts anew. */
  #seen: Map<string, { low: number; high: number }>;
  #facts: SketchFacts | null = null;
  readonly #keys = new WeakMap<JointFact, string>();

  constructor(seen: ReadonlyMap<string, Range> = new Map()) {
    this.#seen = new Map([...seen].map(([key, range]) => [key, { ...range }]));
  }

  get seen(): ReadonlyMap<string, Range> {
    return this.#seen;
  }

  /** Takes note of poses that are shown, and forgets joints that are no more. */
  see(facts: SketchFacts, poses: Float64Array): void {
    if (facts !== this.#facts) {
      const keys = new Set(facts.joints.filter(slides).map((joint) => this.#key(joint)));
      this.#seen = new Map([...this.#seen].filter(([key]) => keys.has(key)));
      this.#facts = facts;
    }
    for (const joint of facts.joints) {
      const at = slides(joint) ? slidePosition(poses, joint) : null;
      if (at !== null && Number.isFinite(at)) {
        const range = this.#seen.get(this.#key(joint));
        if (!range) {
          this.#seen.set(this.#key(joint), { low: at, high: at });
        } else {
          range.low = Math.min(range.low, at);
          range.high = Math.max(range.high, at);
        }
      }
    }
  }

  of(joint: JointFact): Range | null {
    return this.#seen.get(this.#key(joint)) ?? null;
  }

  #key(joint: JointFact): string {
    let key = this.#keys.get(joint);
    if (key === undefined) {
      key = `${joint.name} ${joint.kind} ${JSON.stringify(joint.pairs)}`;
      this.#keys.set(joint, key);
    }
    return key;
  }
}
