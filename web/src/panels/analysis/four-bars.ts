// four-bars.ts: each four-bar loop: its Grashof class, its lengths, its transmission angle.
import type { App } from '../../app';
import type { Diagnosis, FourBar, SketchFacts } from '../../core/facts';
import { el, fill } from '../dom';
import { showAngle, showLength } from '../units';

/** Below this force is passed on badly (a rule of thumb of linkage design) [rad]. */
const poor = (40 * Math.PI) / 180;
const bad = (20 * Math.PI) / 180;

export function fourBarSection(app: App, facts: SketchFacts, diagnosis: Diagnosis): HTMLElement | null {
  if (diagnosis.fourBars.length === 0) {
    return null;
  }
  const title = diagnosis.fourBars.length === 1 ? 'Four-bar' : 'Four-bars';
  return el('section', { class: 'group' }, el('h3', { class: 'group-title' }, title), diagnosis.fourBars.map((bar) => fourBar(app, facts, bar)));
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
    el('p', {}, el('strong', {}, bar.kind), bar.grashof ? ': a Grashof linkage, one link turns all the way round.' : ': no Grashof linkage, no link turns all the way round.'),
    el('table', { class: 'lengths' }, lengths),
    transmission(bar.transmission),
  );
}

function transmission(angle: number): HTMLElement {
  const state = angle < bad ? 'bad' : angle < poor ? 'caution' : 'good';
  const words = { bad: 'jams easily', caution: 'passes on force badly', good: 'good' }[state];
  const bar = el('div', { class: 'meter-fill', 'data-state': state });
  bar.style.width = `${(100 * angle) / (Math.PI / 2)}%`;
  return el(
    'div',
    { class: 'transmission', title: 'Between coupler and output: 90° is best, below 40° is poor' },
    el('span', {}, 'Transmission angle'),
    el('div', { class: 'meter', role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 90, 'aria-valuenow': showAngle(angle, 'fixed'), 'aria-label': 'Transmission angle in degrees' }, bar),
    el('span', { class: 'figure' }, `${showAngle(angle, 'fixed')}°`),
    el('span', { class: 'remark' }, words),
  );
}
