// index.ts: the simulation: gravity, the sliders of the document's inputs, and what runs.
import type { ReadSignal } from '../../base/signal';
import type { App } from '../../app';
import type { InputFact, SketchFacts } from '../../core/facts';
import { actionButton } from '../widgets/buttons';
import { el, fill, freshId, setText } from '../widgets/dom';
import { checkField, type Field } from '../widgets/fields';
import { gravityField } from '../inspector/document';
import { short, showUnit } from '../units';
import { counted, slowText, undrawnText } from '../words';

export function mountSimulate(app: App, element: HTMLElement, pulse: ReadSignal<number>): void {
  const state = el('p', { class: 'panel-lead', role: 'status' });
  const run = actionButton(app, pulse, 'live.run', { icon: 'simulate', text: 'Simulate', class: 'solid' });
  const stop = actionButton(app, pulse, 'live.stop', { icon: 'stop', text: 'Back to kinematics', class: 'outlined' });
  const settings = el('div', { class: 'group' });
  const gravity = gravityField(app);
  const forces = checkField('Show contact forces', 'Arrows where bodies touch', () => app.ui.forces.value, (on) => (app.ui.forces.value = on));
  const inputs = el('div', {});
  settings.append(gravity.element, forces.element);
  const remark = el('p', { class: 'remark' }, 'While it runs, drag a body to pull it with a spring, or drop in a ball or box.');
  element.append(state, el('div', { class: 'button-row' }, run, stop), settings, inputs, remark);
  const fields: readonly Field[] = [gravity, forces];
  let shown = '';
  let sliders: readonly Slider[] = [];
  let time = 0;
  const refresh = () => {
    const facts = app.stage.sketch.value?.facts;
    fields.forEach((field) => field.refresh());
    setText(state, stateText(app, facts));
    // They are those of the previous text.
    settings.hidden = inputs.hidden = remark.hidden = undrawnText(app.stage.facts.value) !== '';
    if (run) {
      setText(run.querySelector('.button-text') as Element, app.live.state.value === 'running' ? 'Pause' : app.live.state.value === 'paused' ? 'Run' : 'Simulate');
    }
    // What runs may have more inputs than the text: the speeds of its motors.
    const on = app.live.state.value !== 'off';
    const now = on ? app.live.facts.value.inputs : (facts?.inputs ?? []);
    if (JSON.stringify([on, now]) !== shown) {
      shown = JSON.stringify([on, now]);
      sliders = now.map((input, index) => slider(app, input, index, on));
      fill(inputs, inputSection(sliders));
    }
    // Inputs are as they were at the time that is scrubbed to. What runs has those of the sliders: its
    // frames come late, and would move them under the hand.
    const frame = app.live.frame.value;
    if (app.live.state.value === 'paused' && frame && frame.time !== time) {
      sliders.forEach(({ show }, index) => show(frame.inputs[index]));
    }
    time = frame?.time ?? 0;
  };
  pulse.subscribe(refresh);
  refresh();
}

function paceText(pace: number): string {
  return pace > 0 ? `${slowText(pace)}.` : 'Running.';
}

function stateText(app: App, facts: SketchFacts | undefined): string {
  switch (app.live.state.value) {
    case 'starting':
      return 'Starting …';
    case 'running':
      return `${paceText(app.live.pace.value)} Back returns to the drawing; only what you drop in becomes part of it. ${app.live.pass.value}`;
    case 'paused':
      return `Paused. ${app.live.pass.value}`;
    case 'failed':
      return `${app.live.problem.value} ${app.live.pass.value}`;
    case 'off': {
      const present = app.stage.facts.value;
      const undrawn = undrawnText(present);
      const heavy = (undrawn ? present.world : facts?.world)?.heavy ?? 0;
      const masses = heavy > 0 ? `${counted(heavy, 'body has', 'bodies have')} mass.` : `Nothing has mass yet: give ${undrawn ? 'parts a density in the text' : 'links a density in the inspector'}.`;
      return undrawn ? `${undrawn}: simulate it on the command line. ${masses}` : masses;
    }
  }
}

function inputSection(sliders: readonly Slider[]): HTMLElement | null {
  return sliders.length > 0 ? el('section', { class: 'group' }, el('h3', { class: 'group-title' }, 'Inputs'), sliders.map(({ element }) => element)) : null;
}

interface Slider {
  readonly element: HTMLElement;
  show(value: number | undefined): void;
}

/** Where the text gives no range: twice the initial value either way. */
function rangeOf(input: InputFact): readonly [number, number] {
  const wide = 2 * Math.max(Math.abs(input.initial), 1);
  return [input.low ?? -wide, input.high ?? wide];
}

/** Angles as degrees, as everywhere on the page. */
function shownIn(unit: string): readonly [number, string] {
  return /^rad\b/.test(unit) ? [180 / Math.PI, showUnit(unit.replace(/^rad/, '°'))] : [1, showUnit(unit)];
}

function slider(app: App, input: InputFact, index: number, on: boolean): Slider {
  const id = freshId('input');
  const [low, high] = rangeOf(input);
  const range = el('input', { id, type: 'range', min: low, max: high, step: 'any', value: input.initial, disabled: !on, title: on ? undefined : 'Acts during a simulation' });
  const [factor, unit] = shownIn(input.unit);
  const figure = () => `${short(factor * Number(range.value), 3)} ${unit}`;
  const output = el('output', { class: 'figure', for: id }, figure());
  range.addEventListener('input', () => {
    app.live.setInput(index, Number(range.value));
    setText(output, figure());
  });
  const show = (value = input.initial) => {
    range.value = String(value);
    setText(output, figure());
  };
  return { element: el('div', { class: 'input-row' }, el('label', { for: id }, input.name.replaceAll('_', ' ')), range, output), show };
}
