// index.ts: the tool that selects, and drags whatever is under the pointer by its freedoms.
import type { Tool } from '../machine';
import { idle } from './idle';

export const selectTool: Tool = { id: 'select', live: true, start: idle };
