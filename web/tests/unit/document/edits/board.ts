// board.ts: a document as tests draw on it: edits are made at once, and must be good.
import { expect } from 'vitest';

import type { Pick } from '../../../../src/app';
import type { Core } from '../../../../src/core/core';
import type { BodyFact, JointFact, SketchFacts } from '../../../../src/core/facts';
import type { Draft, Outcome, Spot } from '../../../../src/document/draft';
import { emptyText } from '../../../../src/document/edits';

export class Board {
  readonly core: Core;
  text: string;

  constructor(core: Core, text = emptyText()) {
    this.core = core;
    this.text = text;
  }

  draft(): Draft {
    const sketch = this.core.sketch(this.text);
    try {
      const { facts } = sketch;
      return { core: this.core, text: this.text, facts, poses: facts.good ? sketch.poses() : new Float64Array(0) };
    } finally {
      sketch.dispose();
    }
  }

  get facts(): SketchFacts {
    return this.draft().facts;
  }

  /** Makes an edit, which must be possible, and returns what it made. */
  make(edit: (draft: Draft) => Outcome): readonly string[] {
    const outcome = edit(this.draft());
    if ('refused' in outcome) {
      throw new Error(outcome.refused);
    }
    this.text = outcome.text;
    expect(this.facts.good).toBe(true);
    return outcome.made;
  }

  /** The reason why an edit is not possible. */
  refusal(edit: (draft: Draft) => Outcome): string {
    const outcome = edit(this.draft());
    expect(outcome).toHaveProperty('refused');
    return 'refused' in outcome ? outcome.refused : '';
  }

  number(name: string): number {
    return this.facts.bodies.findIndex((body) => body.name === name);
  }

  body(name: string): BodyFact {
    return this.facts.bodies[this.number(name)] ?? expect.fail(`no body ${name}`);
  }

  joint(name: string): JointFact {
    return this.facts.joints.find((joint) => joint.name === name) ?? expect.fail(`no joint ${name}`);
  }

  jointNumber(name: string): number {
    return this.facts.joints.findIndex((joint) => joint.name === name);
  }

  /** Where a point is in the world, in millimetres. */
  where(name: string, point = 'center'): readonly [number, number] {
    const { facts, poses } = this.draft();
    const index = facts.bodies.findIndex((body) => body.name === name);
    const local = facts.bodies[index]?.points.find((p) => p.name === point) ?? { x: 0, y: 0 };
    const [x = 0, y = 0, c = 1, s = 0] = poses.subarray(4 * index, 4 * index + 4);
    return [1000 * (x + c * local.x - s * local.y), 1000 * (y + s * local.x + c * local.y)];
  }

  near(name: string, point: string, x: number, y: number, reach = 0.01): void {
    const at = this.where(name, point);
    expect(Math.hypot(at[0] - x, at[1] - y), `${name}.${point} is at ${at.join(', ')}`).toBeLessThan(reach);
  }
}

/** Spots in millimetres. */
export const free = (x: number, y: number): Spot => ({ kind: 'free', x: x / 1000, y: y / 1000 });
export const ground = (x: number, y: number): Spot => ({ kind: 'ground', x: x / 1000, y: y / 1000 });
export const onPoint = (board: Board, name: string, point: string): Spot => {
  const [x, y] = board.where(name, point);
  return { kind: 'point', body: board.number(name), point, x: x / 1000, y: y / 1000 };
};
export const onBody = (board: Board, name: string, x: number, y: number): Spot => ({
  kind: 'body',
  body: board.number(name),
  x: x / 1000,
  y: y / 1000,
});
export const bodyPick = (body: string): Pick => ({ kind: 'body', body });
export const pointPick = (body: string, point: string): Pick => ({ kind: 'point', body, point });
export const jointPick = (joint: string): Pick => ({ kind: 'joint', joint });
