// index.ts: the plots: what the text monitors, over the way of the drives or, while it simulates,
// over time. A press in the plot moves the mechanism there.
import type { ReadSignal } from '../../base/signal';
import type { App } from '../../app';
import { FINE, stepsOf } from '../../core/sampling';
import { moveToPart } from '../../actions/drive';
import { attempt } from '../../actions/edit';
import { removeMonitor } from '../../document/edits';
import { el, fill, setAttribute } from '../widgets/dom';
import { icon } from '../widgets/icons';
import { short } from '../units';
import { pictureOf } from '../words';
import { curveColour, loadChart, makeChart, type Chart } from './chart';
import { measureLabel } from './measures';
import { makePicker } from './picker';
import type { Record } from './record';
import { columns, isEmpty, kinematicData, liveData, type PlotData } from './series';

const FINENESS = { ...FINE, min: 240 };
const patience = 120;

export function mountPlots(app: App, element: HTMLElement, pulse: ReadSignal<number>, record: Record): void {
  const picker = makePicker(app);
  const legend = el('ul', { class: 'plot-legend', 'aria-label': 'Measures' });
  const note = el('p', { class: 'panel-none plot-note' });
  const host = el('div', { class: 'plot-host', role: 'img', 'aria-label': 'Plot of the measures' });
  element.append(el('div', { class: 'plot-head' }, legend, picker.element), note, host);
  let chart: Chart | null = null;
  let data: PlotData | null = null;

  const show = () => {
    const sketch = app.stage.sketch.value;
    if (element.hidden || !sketch) {
      return;
    }
    picker.refresh(sketch.facts);
    fill(legend, legendItems(app, host));
    const live = app.live.state.value !== 'off';
    data = live ? liveData(app, app.live.facts.value.monitors, record.times, record.frames) : kinematicData(app, sketch, stepsOf(sketch, FINENESS) + 1);
    note.textContent = live ? app.live.pass.value : pictureOf(app) || (data ? missing(data) : emptyNote(app));
    host.hidden = !data || data.curves.every(isEmpty);
    setAttribute(host, 'aria-label', `Plot of the measures${data ? ranges(data) : ''}`);
    if (data && chart) {
      chart.show(data);
      // The chart knows its scales only in the next frame.
      requestAnimationFrame(mark);
    }
  };
  const mark = () => chart?.mark(data && !element.hidden ? presentX(app, data) : null);

  void loadChart().then((module) => {
    chart = makeChart(module, host, (x) => moveTo(app, data, x));
    new ResizeObserver(() => {
      chart?.resize(Math.max(host.clientWidth, 80), Math.max(host.clientHeight, 80));
      requestAnimationFrame(mark);
    }).observe(host);
    show();
  });
  later(pulse, patience, show);
  later(record.changed, patience, show);
  app.stage.poses.subscribe(mark);
}

/** Calls at most every so often, and once after the last change. */
function later(signal: ReadSignal<unknown>, wait: number, call: () => void): void {
  let timer = 0;
  signal.subscribe(() => {
    if (timer === 0) {
      timer = window.setTimeout(() => {
        timer = 0;
        call();
      }, wait);
    }
  });
  call();
}

function presentX(app: App, data: PlotData): number | null {
  const [first, last] = [data.x[0], data.x.at(-1)];
  if (app.live.state.value !== 'off') {
    return app.live.frame.value?.time ?? null;
  }
  const part = app.stage.sketch.value?.part();
  return first === undefined || last === undefined || part === undefined ? null : first + (last - first) * part;
}

function moveTo(app: App, data: PlotData | null, x: number): void {
  if (app.live.state.value !== 'off') {
    app.live.pause();
    app.live.scrub(x);
    return;
  }
  const [first = 0, last = 1] = [data?.x[0], data?.x.at(-1)];
  app.ui.playing.value = false;
  moveToPart(app, (x - first) / (last - first || 1));
}

function emptyNote(app: App): string {
  const facts = app.stage.sketch.value?.facts;
  if (facts && facts.monitors.length > 0) {
    return 'No motor yet: add one to plot these over its range, or simulate.';
  }
  return 'Choose what to plot: an angle, a position, a distance or a force.';
}

/** Quantities that only a simulation has have no curve over the range of a motor. */
function missing(data: PlotData): string {
  const names = data.curves.filter(isEmpty).map((curve) => measureLabel(curve.label));
  return names.length > 0 ? `Only a simulation gives ${names.join(', ')}: press Simulate.` : '';
}

/** For who does not see it: between what each curve goes. */
function ranges(data: PlotData): string {
  const told = data.curves.flatMap(({ label, unit, values }) => {
    const known = values.filter((value) => value !== null);
    const [min, max] = known.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
    return known.length > 0 ? [`${measureLabel(label)} from ${short(min)} to ${short(max)} ${unit}`.trim()] : [];
  });
  return told.length > 0 ? `: ${told.join('; ')}` : '';
}

function legendItems(app: App, host: HTMLElement): readonly HTMLElement[] {
  const own = app.stage.sketch.value?.facts.monitors ?? [];
  // What is drawn: a simulation has those of the text's `simulate`.
  const drawn = app.live.state.value === 'off' ? own : app.live.facts.value.monitors;
  let curve = 0;
  return drawn.map((monitor) => {
    const index = own.findIndex(({ text }) => text === monitor.text);
    const dot = el('span', { class: 'plot-dot' });
    dot.style.background = curveColour(host, curve);
    curve += columns([monitor]).length;
    const remove = () => attempt(app, 'Remove measure', (draft) => removeMonitor(draft, index));
    const label = measureLabel(monitor.text);
    return el(
      'li',
      { class: 'plot-item' },
      dot,
      el('span', { title: monitor.text }, label),
      index < 0 ? null : el('button', { type: 'button', class: 'button small', 'aria-label': `Remove ${label}`, title: 'Remove', on: { click: remove } }, icon('close')),
    );
  });
}
