// four_bars.ts: each four-bar loop: its Grashof class, its lengths, its transmission angle.
import type { App } from '../../app';
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
  const bars = diagnosis.fourBars.map((bar) => ({ element: fourBar(app, facts, bar), meter: transmission(bar.transmission), pins: bar.joints }));
  bars.forEach(({ element, meter }) => element.append(meter.element));
  const section = el('section', { class: 'group' }, el('h3', { class: 'group-title' }, title), bars.map(({ element }) => element));
  followPoses(app, facts, section, () => bars.forEach(({ meter, pins }) => meter.show(app.stage.sketch.value?.transmission(pins, app.stage.poses.value) ?? NaN)));
  return section;
}

/** Calls after each move while the section is in sight: of the sketch, or of a simulation of the same bodies. */
function followPoses(app: App, facts: SketchFacts, section: HTMLElement, show: () => void): void {
  const names = (one: SketchFacts) => one.bodies.map((body) => body.name).join();
  const own = names(facts);
  let waiting = 0;
  const end = app.stage.poses.subscribe(() => {
    if (app.stage.sketch.value?.facts !== facts) {
      end();
    } else if (section.offsetParent !== null && waiting === 0) {
      waiting = requestAnimationFrame(() => {
        waiting = 0;
        const { shown } = app.stage;
        if (shown.value === facts || names(shown.value) === own) {
          show();
        }
      });
    }
  });
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

/** The angle as it is now: a motor changes it. */
function transmission(angle: number): Meter {
  const bar = el('div', { class: 'meter-fill' });
  const meter = el('div', { class: 'meter', role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 90, 'aria-label': 'Transmission angle in degrees' }, bar);
  const figure = el('span', { class: 'figure' });
  const remark = el('span', { class: 'remark' });
  const show = (now: number) => {
    if (Number.isNaN(now)) {
      return;
    }
    const state = now < bad ? 'bad' : now < poor ? 'caution' : 'good';
    setAttribute(bar, 'data-state', state);
    bar.style.width = `${(100 * now) / (Math.PI / 2)}%`;
    setAttribute(meter, 'aria-valuenow', showAngle(now, 'fixed'));
    setText(figure, `${showAngle(now, 'fixed')}°`);
    setText(remark, remarks[state]);
  };
  show(angle);
  return {
    element: el('div', { class: 'transmission', title: 'Between coupler and output in this pose: 90° is best, below 40° is poor' }, el('span', {}, 'Transmission angle'), meter, figure, remark),
    show,
  };
}
