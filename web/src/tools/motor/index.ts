// index.ts: the tool that puts motors to pins and sliders, and takes them away.
import { driveOf } from '../../actions/parts';
import { addMotor, removeMotor } from '../../document/edits';
import { allHits } from '../../view/geometry/hit';
import { jointPoint } from '../../view/geometry/places';
import { aimTool, type Aim } from '../aim';
import { edit, factsOf, hitInput, setHover } from '../common';
import { jointsOf } from '../joints';
import type { Bench, Pointer } from '../machine';

export const motorTool = aimTool('motor', aim);

/** Joints that a motor can move. */
const DRIVEN = new Set(['pin', 'slider', 'point_on_line']);

function aim(bench: Bench, pointer: Pointer): Aim {
  const { joints } = factsOf(bench);
  // A joint that no motor moves may lie over one: the cam's own over its pin.
  const here = allHits(hitInput(bench, pointer.touch), pointer.px.x, pointer.px.y).flatMap((hit) => jointsOf(bench, hit));
  const joint = here.find((one) => DRIVEN.has(joints[one]?.kind ?? ''));
  const fact = joint === undefined ? undefined : joints[joint];
  setHover(bench, fact ? { kind: 'joint', joint: fact.name } : null);
  if (joint === undefined || !fact) {
    return { hint: 'Click a pin or a slider', shapes: [], perform: null };
  }
  const drive = driveOf(bench.app, joint);
  const at = jointPoint(bench.app.stage.poses.value, fact);
  return {
    hint: drive >= 0 ? `Remove the motor of ${fact.name}` : `Motor at ${fact.name}`,
    shapes: at ? [{ kind: 'snap', snap: 'point', at }] : [],
    perform: () => {
      // Who takes one away may want to put it elsewhere.
      if (drive >= 0) {
        edit(bench, 'Remove motor', (draft) => removeMotor(draft, drive));
      } else if (edit(bench, 'Add a motor', (draft) => addMotor(draft, joint))) {
        bench.app.ui.tool.value = 'select';
      }
    },
  };
}
