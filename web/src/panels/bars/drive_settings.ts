// drive_settings.ts: how fast the motor turns, from where to where, and what it does where the
// mechanism cannot follow.
import type { ReadSignal } from '../../base/signal';
import type { App } from '../../app';
import { el } from '../widgets/dom';
import { policyField, rangeField } from '../inspector/motor';

/** Parts of the way in a second. */
const speeds: readonly (readonly [number, string])[] = [
  [0.05, '20 s'],
  [0.1, '10 s'],
  [0.25, '4 s'],
  [0.5, '2 s'],
  [1, '1 s'],
  [2, '½ s'],
];

export function makeDriveSettings(app: App, pulse: ReadSignal<number>): HTMLElement {
  const fields = [rangeField(app, () => 0, 'from'), rangeField(app, () => 0, 'to'), policyField(app)];
  pulse.subscribe(() => fields.forEach((field) => field.refresh()));
  return el(
    'div',
    { class: 'transport-settings' },
    el('div', { class: 'transport-range' }, fields.map((field) => field.element)),
    makeSpeed(app, pulse),
  );
}

function makeSpeed(app: App, pulse: ReadSignal<number>): HTMLElement {
  const select = el(
    'select',
    { class: 'select', 'aria-label': 'Duration of one cycle', title: 'Duration of one cycle' },
    speeds.map(([speed, label]) => el('option', { value: speed }, label)),
  );
  select.addEventListener('change', () => (app.ui.speed.value = Number(select.value) * Math.sign(app.ui.speed.value)));
  const refresh = () => (select.value = String(Math.abs(app.ui.speed.value)));
  pulse.subscribe(refresh);
  refresh();
  return select;
}
