// toggle.ts: T turns the joint under the pointer, or that of the selected point, from a pin into a
// slider or back. A selected joint is the action's (actions/selection.ts).
import { turnOver } from '../../actions/turn';
import { lookup } from '../../view/geometry/lookup';
import type { Pick } from '../../app';
import { factsOf } from '../common';
import { jointsOf } from '../joints';
import type { Bench } from '../machine';

/** Joints that have a counterpart. */
const TURNED = new Set(['pin', 'slider', 'point_on_line']);

/** Returns whether joints can be turned over now. */
export function toggle(bench: Bench): boolean {
  const { ui, live } = bench.app;
  const joint = jointAt(bench, ui.hover.value) ?? jointAt(bench, ui.selection.value[0] ?? null);
  if (live.state.value !== 'off') {
    return false;
  }
  if (joint === null) {
    bench.app.say('Point at a joint to switch it between pin and slider (T)');
  } else {
    turnOver(bench.app, joint);
  }
  return true;
}

function jointAt(bench: Bench, pick: Pick | null): number | null {
  const facts = factsOf(bench);
  const known = lookup(facts);
  if (pick?.kind === 'joint') {
    return known.joints.get(pick.joint) ?? null;
  }
  const body = pick?.kind === 'point' ? known.bodies.get(pick.body) : undefined;
  if (pick?.kind !== 'point' || body === undefined) {
    return null;
  }
  const point = facts.bodies[body]?.points.findIndex((one) => one.name === pick.point) ?? -1;
  return jointsOf(bench, { kind: 'point', body, point }).find((joint) => TURNED.has(facts.joints[joint]?.kind ?? '')) ?? null;
}
