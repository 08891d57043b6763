// gear_hint.ts: what becomes of two wheels that are geared, before it is done.
import type { Draft } from '../../document/draft';
import { addGear, gearPlan } from '../../document/edits';
import { lengthText } from '../../view/units';
import { ratioText } from '../wheel/words';

/** Ways below this are roundings [m]. */
const SMALL = 1e-6;

export function gearHint(draft: Draft, a: number, b: number): string {
  const outcome = addGear(draft, a, b);
  const plan = gearPlan(draft, a, b);
  if ('refused' in outcome) {
    return outcome.refused;
  }
  if (!plan) {
    return '';
  }
  const { first, second, mover, gear } = plan;
  const unit = draft.unit ?? 'mm';
  const teeth = [first, second].map((wheel) => (wheel === mover ? gear.teeth : wheel.gear.teeth)) as [number, number];
  const changes = [
    gear.module === mover.gear.module ? '' : `gets ${gear.teeth} teeth of module ${lengthText(gear.module, unit)} ${unit}`,
    plan.way < SMALL ? '' : `moves ${lengthText(plan.way, unit, 3)} ${unit}`,
  ].filter(Boolean);
  const then = changes.length > 0 ? `; ${mover.name} ${changes.join(' and ')}` : '';
  return `Mesh ${first.name} and ${second.name} (${ratioText(...teeth)})${then}`;
}
