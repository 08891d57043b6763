// index.ts: the tools that couple two wheels: gears and belts. Drag from one to the other, or click
// both.
import type { Draft, Outcome } from '../../document/draft';
import { addBelt, addGear } from '../../document/edits';
import type { Tool } from '../machine';
import { idle } from './idle';

export interface Pair {
  readonly name: string;
  add(draft: Draft, a: number, b: number): Outcome;
}

const all: readonly Pair[] = [
  { name: 'gear', add: (draft, a, b) => addGear(draft, a, b) },
  { name: 'belt', add: addBelt },
];

export const pairTools: readonly Tool[] = all.map((pair) => ({ id: pair.name, start: (bench) => idle(bench, pair) }));
