// index.ts: the tool that makes a block on a line of the ground: a press puts it, a drag sets the
// way in which it slides. On a pin or a link it is joined to that.
import type { Tool } from '../machine';
import { idle } from './idle';

export const sliderTool: Tool = { id: 'slider', start: idle };
