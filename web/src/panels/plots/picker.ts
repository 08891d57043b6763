// picker.ts: chooses a measure and writes it into the text as a monitor.
import type { App } from '../../app';
import { attempt } from '../../actions/edit';
import type { SketchFacts } from '../../core/facts';
import { addMonitor } from '../../document/edits';
import { plainButton } from '../widgets/buttons';
import { el, fill } from '../widgets/dom';
import { distanceExpression, distancePoints, measures } from './measures';

const distance = '#distance';

export function makePicker(app: App): { readonly element: HTMLElement; refresh(facts: SketchFacts): void } {
  const select = el('select', { class: 'select picker-select', 'aria-label': 'Add a measure' });
  const [from, to] = [0, 1].map((end) => el('select', { class: 'select', 'aria-label': end === 0 ? 'From point' : 'To point' })) as [HTMLSelectElement, HTMLSelectElement];
  const add = (expression: string) => attempt(app, 'Plot a measure', (draft) => addMonitor(draft, expression));
  const ends = el('div', { class: 'picker-ends', hidden: true }, from, to, plainButton({ text: 'Add', class: 'outlined' }, () => {
    if (from.value !== to.value) {
      add(distanceExpression(from.value, to.value));
      ends.hidden = true;
    }
  }));
  select.addEventListener('change', () => {
    const { value } = select;
    select.value = '';
    ends.hidden = value !== distance;
    if (value === distance) {
      from.focus();
    } else if (value) {
      add(value);
    }
  });
  let shown: SketchFacts | null = null;
  return {
    element: el('div', { class: 'picker' }, select, ends),
    refresh(facts) {
      if (facts === shown || document.activeElement === select) {
        return;
      }
      shown = facts;
      const all = measures(facts);
      const groups = [...new Set(all.map((measure) => measure.group))];
      fill(
        select,
        el('option', { value: '' }, 'Add a measure …'),
        groups.map((group) => el('optgroup', { label: group }, all.filter((measure) => measure.group === group).map((measure) => el('option', { value: measure.expression }, measure.label)))),
        el('optgroup', { label: 'Distances' }, el('option', { value: distance }, 'distance between two points …')),
      );
      const points = distancePoints(facts);
      [from, to].forEach((end, index) => {
        fill(end, points.map((point) => el('option', { value: point }, point)));
        end.selectedIndex = Math.min(index * (points.length - 1), points.length - 1);
      });
    },
  };
}
