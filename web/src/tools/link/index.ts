// index.ts: the tool for links of three pins and more: clicks put the pins; a click on the first or
// the last, or Enter, makes the link.
import type { Tool } from '../machine';
import { idle } from './idle';

export const linkTool: Tool = { id: 'link', start: idle };
