// index.ts: the tools for what is between two places: springs, rods, dampers. Drag from one to the
// other, or click both. An empty place is the ground.
import type { Draft, Outcome, Spot } from '../../document/draft';
import { addDamper, addRod, addSpring } from '../../document/edits';
import type { Tool } from '../machine';
import { idle } from './idle';

export interface Span {
  readonly name: string;
  add(draft: Draft, a: Spot, b: Spot): Outcome;
}

function spanTool(span: Span): Tool {
  return { id: span.name, start: (bench) => idle(bench, span) };
}

export const spanTools = {
  spring: spanTool({ name: 'spring', add: addSpring }),
  rod: spanTool({ name: 'rod', add: addRod }),
  damper: spanTool({ name: 'damper', add: addDamper }),
};
