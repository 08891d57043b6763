// index.ts: the tool that gives links tracer points: a click on a link puts one there, a press on a
// link and a drag puts it anywhere; a click on a point traces that.
import type { Tool } from '../machine';
import { idle } from './idle';

export const tracerTool: Tool = { id: 'tracer', start: idle };
