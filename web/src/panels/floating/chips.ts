// chips.ts: what floats over the picture: degrees of freedom, the mode, zoom, grid and snap.
import { onAny, type ReadSignal } from '../../base/signal';
import type { App, LengthUnit, Mode } from '../../app';
import { lengthUnits } from '../../transient/ui';
import { actionButton, keepFocus } from '../widgets/buttons';
import { el, setAttribute, setText } from '../widgets/dom';
import type { Frame } from '../frame';
import { icon } from '../widgets/icons';
import { openPanel } from '../open';
import { rove, roveKeys } from '../widgets/roving';
import { freedomText, undrawnHint, undrawnText } from '../words';

export function mountChips(app: App, frame: Frame, pulse: ReadSignal<number>): void {
  const upper = el('div', { class: 'chips chips-top' }, makeFreedom(app), makeModes(app), makeStale(app), makeReading(app));
  const lower = el('div', { class: 'chips chips-bottom', role: 'toolbar', 'aria-label': 'View' }, makeViewChips(app, pulse));
  frame.floats.append(upper, lower);
  keepFocus(frame.floats, frame.stage);
  rove(lower, 'button, select');
  roveKeys(lower, 'button', 'row');
}

function makeFreedom(app: App): HTMLElement {
  const number = el('span', { class: 'freedom-number' });
  const words = el('span', { class: 'freedom-words' });
  // Phones have no room for the words.
  const short = el('span', { class: 'freedom-short', 'aria-hidden': 'true' }, 'DOF');
  const sign = el('span', { class: 'freedom-sign', hidden: true }, icon('warning'));
  const chip = el('button', { type: 'button', class: 'chip freedom', on: { click: () => openPanel(app, 'analysis') } }, number, words, short, sign);
  const refresh = () => {
    const diagnosis = app.stage.diagnosis.value;
    const sketch = app.stage.sketch.value;
    const undrawn = undrawnText(app.stage.facts.value);
    chip.classList.toggle('pending', !diagnosis && sketch !== null);
    setAttribute(chip, 'aria-busy', String(!diagnosis));
    // While it is computed anew the last number stays, dimmed: nothing flickers.
    if (undrawn !== '') {
      const known = app.stage.freedoms.value;
      const count = known ? String(known.mobility) : '–';
      setText(number, count);
      setText(words, freedomText(known?.mobility ?? 0));
      setAttribute(chip, 'aria-label', `${known ? count : 'unknown'} ${freedomText(known?.mobility ?? 0)}`);
      sign.hidden = true;
      chip.classList.remove('trouble');
      setAttribute(chip, 'title', `${undrawn}\nOpens the analysis`);
    } else if (diagnosis) {
      setText(number, String(diagnosis.mobility));
      setText(words, freedomText(diagnosis.mobility));
      setAttribute(chip, 'aria-label', `${diagnosis.mobility} ${freedomText(diagnosis.mobility)}`);
      const trouble = diagnosis.conflicts.length > 0 || diagnosis.redundant.length > 0 || !diagnosis.assembled;
      sign.hidden = !trouble;
      chip.classList.toggle('trouble', !diagnosis.assembled || diagnosis.conflicts.length > 0);
      setAttribute(chip, 'title', `${diagnosis.verdict}\nOpens the analysis`);
    } else if (!number.textContent) {
      setText(number, '–');
      setText(words, freedomText(0));
    }
  };
  app.stage.diagnosis.subscribe(refresh);
  app.stage.sketch.subscribe(refresh);
  app.stage.facts.subscribe(refresh);
  app.stage.freedoms.subscribe(refresh);
  refresh();
  return chip;
}

const modes: readonly { readonly mode: Mode; readonly label: string; readonly help: string }[] = [
  { mode: 'move', label: 'Move', help: 'Dragging moves the mechanism' },
  { mode: 'shape', label: 'Shape', help: 'Dragging changes lengths and pins' },
];

function makeModes(app: App): HTMLElement {
  const group = el('div', { class: 'segments', role: 'radiogroup', 'aria-label': 'Drag mode' });
  const buttons = modes.map(({ mode, label, help }) =>
    el('button', { type: 'button', class: 'segment', role: 'radio', title: `${help} (E)`, on: { click: () => (app.ui.mode.value = mode) } }, label),
  );
  const refresh = () =>
    buttons.forEach((button, index) => {
      const on = modes[index]?.mode === app.ui.mode.value;
      setAttribute(button, 'aria-checked', String(on));
      button.tabIndex = on ? 0 : -1;
    });
  group.append(...buttons);
  roveKeys(group, '.segment', 'both');
  group.addEventListener('focusin', (event) => {
    // Arrows choose at once, as radio buttons do; a press of the pointer comes as a click.
    if ((event.target as Element).matches(':focus-visible')) {
      const chosen = modes[buttons.indexOf(event.target as HTMLButtonElement)];
      app.ui.mode.value = chosen?.mode ?? app.ui.mode.value;
    }
  });
  app.ui.mode.subscribe(refresh);
  refresh();
  return group;
}

function makeStale(app: App): HTMLElement {
  const why = el('span', {});
  const what = el('span', { class: 'wide-only' });
  const chip = el(
    'button',
    { type: 'button', class: 'chip stale', hidden: true, on: { click: () => app.run('edit.nextError') } },
    icon('warning'),
    el('span', {}, why, what),
  );
  const refresh = () => {
    chip.hidden = app.stage.fresh.value || app.stage.facts.value.good || app.stage.isLate.value;
    // A document that was broken when it was opened has the empty picture behind it.
    const bodies = app.stage.sketch.value?.facts.bodies.length ?? 0;
    const undrawn = undrawnText(app.stage.facts.value);
    setText(why, undrawn || 'Errors');
    setText(what, bodies > 1 ? (undrawn ? ' (last valid picture)' : ': last valid picture') : undrawn ? '' : ': no picture yet');
    setAttribute(chip, 'title', undrawn ? undrawnHint(app.stage.facts.value) : 'Go to the next error in the text');
  };
  onAny([app.stage.fresh, app.stage.facts, app.stage.isLate], refresh);
  refresh();
  return chip;
}

function makeReading(app: App): HTMLElement {
  const chip = el('span', { class: 'chip reading', role: 'status', hidden: true }, 'Reading the text …');
  app.stage.isLate.subscribe((late) => (chip.hidden = !late));
  return chip;
}

function makeViewChips(app: App, pulse: ReadSignal<number>): readonly HTMLElement[] {
  const look = (name: string) => ({ icon: name, class: 'chip-button' });
  const buttons = [
    actionButton(app, pulse, 'view.snap', look('snap')),
    actionButton(app, pulse, 'view.grid', look('grid')),
    actionButton(app, pulse, 'view.zoomOut', look('zoomOut')),
    actionButton(app, pulse, 'view.zoomIn', look('zoomIn')),
    actionButton(app, pulse, 'view.fit', look('fit')),
  ];
  return [makeUnits(app), ...buttons.filter((button) => button !== null)];
}

function makeUnits(app: App): HTMLElement {
  const select = el(
    'select',
    { class: 'chip-select', 'aria-label': 'Length unit', title: 'Length unit' },
    lengthUnits.map((unit) => el('option', { value: unit }, unit)),
  );
  select.addEventListener('change', () => (app.ui.units.value = select.value as LengthUnit));
  const refresh = () => (select.value = app.ui.units.value);
  app.ui.units.subscribe(refresh);
  refresh();
  return select;
}
