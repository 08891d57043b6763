// ghost.ts: a wheel before it is made: its teeth as the core draws them, its axle, and the point where
// it touches the wheel that it meshes with.
import type { Core } from '../../core/core';
import type { GearFact } from '../../core/facts';
import { gearText } from '../../document/edits';
import type { PreviewShape } from '../../view/preview';
import { ghostJoint } from '../common';
import type { WheelPlan } from './plan';

export type Ghost = (plan: WheelPlan) => readonly PreviewShape[];

/** Keeps the outline of the last wheel: it changes only with the teeth. */
export function makeGhost(core: Core): Ghost {
  let shape = '';
  let loops: readonly (readonly number[])[] = [];
  return ({ spot, gear, angle, mate }) => {
    const next = gearText(gear, (length) => `${length}m`);
    if (next !== shape) {
      shape = next;
      loops = outlineOf(core, shape);
    }
    const at = { x: spot.x, y: spot.y };
    const touch: readonly PreviewShape[] = mate ? [{ kind: 'snap', snap: 'point', at: between(mate.at, mate.gear, at, gear) }] : [];
    return [{ kind: 'outline', loops, at, angle }, ghostJoint(spot), ...touch];
  };
}

function outlineOf(core: Core, shape: string): readonly (readonly number[])[] {
  const sketch = core.sketch(`primitive wheel begin geometry: ${shape}; end
world ghost begin components wheel: wheel; structure begin end properties: (planar); end`);
  const outline = sketch.facts.bodies[1]?.outline ?? [];
  sketch.dispose();
  return outline;
}

/** Where two pitch circles touch: by their radii on the line of centres. */
function between(a: { x: number; y: number }, first: GearFact, b: { x: number; y: number }, second: GearFact): { x: number; y: number } {
  const part = first.teeth / (first.teeth + second.teeth);
  return { x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y) };
}
