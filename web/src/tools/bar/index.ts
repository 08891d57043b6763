// index.ts: the tool that draws bars. A drag makes one bar; clicks make a chain of them:
//   click on an empty place   the first of a chain: a ground pin (Ctrl: a loose end); then a pin
//   click on a pin or bar     joins it, and the chain is done
//   the last pin once more    a ground pin where the bar still moves then; the chain is done
//   Enter the same, Esc       ends the chain with a loose end
// What closes a linkage may give it a motor: see closing.ts.
import type { Tool } from '../machine';
import { idle } from './idle';

export const barTool: Tool = { id: 'bar', start: idle };
