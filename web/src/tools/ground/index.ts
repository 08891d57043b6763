// index.ts: the tool that pins links to the ground, at a point that they have or a new one.
import { groundPoint } from '../../document/edits';
import { aimTool, type Aim } from '../aim';
import { closing } from '../closing';
import { edit, factsOf, ghostJoint, snapAt } from '../common';
import type { Bench, Pointer } from '../machine';

export const groundTool = aimTool('ground', aim);

function aim(bench: Bench, pointer: Pointer): Aim {
  const { spot, guides } = snapAt(bench, pointer);
  if (!('body' in spot) || spot.body === 0) {
    return { hint: 'Click a point of a link', shapes: [], perform: null };
  }
  const name = factsOf(bench).bodies[spot.body]?.name ?? '';
  const at = spot.kind === 'point' ? spot.point : { x: spot.x, y: spot.y };
  return {
    hint: spot.kind === 'point' ? `Ground pin at ${name}.${spot.point}` : `Ground pin on ${name}`,
    shapes: [...guides, ghostJoint({ kind: 'ground', x: spot.x, y: spot.y })],
    perform: () =>
      closing(bench, 'Pin to the ground', () => {
        const made = edit(bench, 'Pin to the ground', (draft) => groundPoint(draft, spot.body, at));
        return made ? spot.body : -1;
      }),
  };
}
