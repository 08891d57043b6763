// index.ts: the tools that couple two wheels: gears and belts. Drag from one to the other, or click
// both.
import type { Draft, Outcome } from '../../document/draft';
import { addBelt, addGear } from '../../document/edits';
import type { Tool } from '../machine';
import { gearHint } from './gear_hint';
import { idle } from './idle';

export interface Pair {
  readonly name: string;
  add(draft: Draft, a: number, b: number): Outcome;
  /** What a release would do, or why it would not; '' where that is clear. */
  hint(draft: Draft, a: number, b: number): string;
}

function pairTool(pair: Pair): Tool {
  return { id: pair.name, start: (bench) => idle(bench, pair) };
}

export const pairTools = {
  gear: pairTool({ name: 'gear', add: addGear, hint: gearHint }),
  belt: pairTool({ name: 'belt', add: addBelt, hint: () => '' }),
};
