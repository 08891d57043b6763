// four_bars.ts: each four-bar loop: its Grashof class, its lengths, its transmission angle.
import type { App } from '../../app';
import { onAny } from '../../base/signal';
import type { Diagnosis, FourBar, SketchFacts } from '../../core/facts';
import { el, fill, setAttribute, setText } from '../widgets/dom';
import { showAngle, showLength } from '../units';

/** Below this force is passed on badly (a rule of thumb of linkage design) [rad]. */
const poor = (40 * Math.PI) / 180;
const bad = (20 * Math.PI) / 180;

export function fourBarSection(app: App, facts: SketchFacts, diagnosis: Diagnosis): HTMLElement | null {
  if (diagnosis.fourBars.length === 0) {
    return null;
  }
  const title = diagnosis.fourBars.length === 1 ? 'Four-bar' : 'Four-bars';
  const bars = diagnosis.fourBars.map((bar) => ({ element: fourBar(app, facts, bar), meter: transmission(), pins: bar.joints }));
  bars.forEach(({ element, meter }) => element.append(meter.element));
  const section = el('section', { class: 'group' }, el('h3', { class: 'group-title' }, title), bars.map(({ element }) => element));
  followPoses(app, section, () => bars.forEach(({ meter, pins }) => meter.show(angleShown(app, facts, pins))));
  return section;
}

/** What distinguishes mechanisms: who its bodies and joints are. */
const partsOf = (facts: SketchFacts) => [...facts.bodies, ...facts.joints].map(({ name }) => name).join();

/** In what is drawn now: the sketch, a later one of the same parts while that is not diagnosed yet, or a
 * simulation of the same bodies. NaN: something else is drawn. */
function angleShown(app: App, facts: SketchFacts, pins: readonly number[]): number {
  const { sketch, shown, poses } = app.stage;
  const bodies = (one: SketchFacts) => one.bodies.map(({ name }) => name).join();
  const isSame = sketch.value !== null && partsOf(sketch.value.facts) === partsOf(facts) && bodies(shown.value) === bodies(facts);
  return isSame ? (sketch.value?.transmission(pins, poses.value) ?? NaN) : NaN;
}

/** Calls at once, and after each move and each opening of the panel while the section stands there and is in sight. */
function followPoses(app: App, section: HTMLElement, show: () => void): void {
  let waiting = 0;
  const end = onAny([app.stage.poses, app.stage.shown, app.stage.sketch, app.ui.panels], () => {
    waiting ||= requestAnimationFrame(() => {
      waiting = 0;
      if (!section.isConnected) {
        end();
      } else if (section.offsetParent !== null) {
        show();
      }
    });
  });
  show();
}

const roles = ['ground', 'input', 'coupler', 'output'] as const;

function fourBar(app: App, facts: SketchFacts, bar: FourBar): HTMLElement {
  const lengths = el('tbody', {});
  const show = () =>
    fill(
      lengths,
      roles.map((role, k) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, role),
          el('td', {}, facts.bodies[bar.bodies[k] ?? 0]?.name ?? ''),
          el('td', { class: 'figure' }, `${showLength(bar.lengths[k] ?? 0, app.ui.units.value)} ${app.ui.units.value}`),
        ),
      ),
    );
  show();
  const end = app.ui.units.subscribe(() => (lengths.isConnected ? show() : end()));
  return el(
    'div',
    { class: 'four-bar' },
    el('p', {}, el('strong', {}, bar.kind), bar.grashof ? ': a Grashof linkage, so at least one link can turn fully.' : ': not a Grashof linkage, so no link can turn fully.'),
    el('table', { class: 'lengths' }, lengths),
  );
}

interface Meter {
  readonly element: HTMLElement;
  show(angle: number): void;
}

const remarks = { bad: 'jams easily', caution: 'transmits force poorly', good: 'good' } as const;

/** The angle as it is now: a motor changes it. NaN: it is not known. */
function transmission(): Meter {
  const bar = el('div', { class: 'meter-fill' });
  const meter = el('div', { class: 'meter', role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 90, 'aria-label': 'Transmission angle in degrees' }, bar);
  const figure = el('span', { class: 'figure' });
  const remark = el('span', { class: 'remark' });
  const show = (now: number) => {
    const isKnown = !Number.isNaN(now);
    const state = now < bad ? 'bad' : now < poor ? 'caution' : 'good';
    setAttribute(bar, 'data-state', state);
    bar.style.width = `${isKnown ? (100 * now) / (Math.PI / 2) : 0}%`;
    setAttribute(meter, 'aria-valuenow', isKnown ? showAngle(now, 'fixed') : null);
    setText(figure, isKnown ? `${showAngle(now, 'fixed')}°` : '–');
    setText(remark, isKnown ? remarks[state] : '');
  };
  return {
    element: el('div', { class: 'transmission', title: 'Between coupler and output in this pose: 90° is best, below 40° is poor' }, el('span', {}, 'Transmission angle'), meter, figure, remark),
    show,
  };
}
