// index.ts: the tool that tells where a click was.
import { aimTool, type Aim } from '../../../src/tools/aim';
import type { Bench, Pointer } from '../../../src/tools/machine';

export const markTool = aimTool('mark', aim);

function aim(bench: Bench, pointer: Pointer): Aim {
  const place = `${pointer.at.x}, ${pointer.at.y}`;
  return { hint: `Click to tell this place: ${place}`, shapes: [], perform: () => bench.app.say(place) };
}
