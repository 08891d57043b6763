// palette.ts: finds any action by its name (Ctrl+K): a combo box over the registry.
import type { Action, App } from '../app';
import { showKeys } from '../actions/keys';
import { open } from './widgets/dialog';
import { el, fill, setAttribute } from './widgets/dom';

const MAX_SHOWN = 12;

/** How well a query fits a text: higher is better, 0 not at all. Its letters must come in order. */
export function score(query: string, text: string): number {
  const wanted = query.toLowerCase().replaceAll(' ', '');
  const lower = text.toLowerCase();
  let at = -1;
  let total = 1;
  for (const letter of wanted) {
    const next = lower.indexOf(letter, at + 1);
    if (next < 0) {
      return 0;
    }
    const startsWord = next === 0 || lower[next - 1] === ' ';
    total += next === at + 1 ? 3 : startsWord ? 2 : 0.2;
    at = next;
  }
  return total - lower.length / 100;
}

export function find(app: App, query: string): readonly Action[] {
  const scored = [...app.actions.values()]
    .filter((action) => action.id !== 'help.palette')
    .map((action) => ({ action, points: Math.max(score(query, action.label), 0.6 * score(query, action.help)) }));
  const fitting = scored.filter(({ points }) => points > 0);
  fitting.sort((a, b) => Number(can(app, b.action)) - Number(can(app, a.action)) || b.points - a.points);
  return fitting.slice(0, MAX_SHOWN).map(({ action }) => action);
}

const can = (app: App, action: Action) => action.enabled?.(app) ?? true;

export function showPalette(app: App): void {
  const list = el('ul', { class: 'palette-list', id: 'palette-list', role: 'listbox', 'aria-label': 'Commands' });
  const input = el('input', {
    type: 'text', class: 'palette-input', placeholder: 'What would you like to do?', role: 'combobox', 'aria-expanded': 'true',
    'aria-controls': 'palette-list', 'aria-autocomplete': 'list', 'aria-label': 'Command', autocomplete: 'off', spellcheck: 'false',
  });
  const dialog = el('dialog', { class: 'dialog palette', 'aria-label': 'Commands' }, input, list);
  let found: readonly Action[] = [];
  let at = 0;
  const run = (action: Action | undefined) => {
    if (action && can(app, action)) {
      dialog.close();
      app.run(action.id);
    }
  };
  const show = () => {
    fill(list, found.map((action, index) => option(app, action, index === at, () => run(action))));
    setAttribute(input, 'aria-activedescendant', found.length > 0 ? `palette-${at}` : null);
    [...list.children].forEach((child, index) => (child.id = `palette-${index}`));
    list.children[at]?.scrollIntoView({ block: 'nearest' });
  };
  const search = () => {
    found = find(app, input.value);
    at = 0;
    show();
  };
  input.addEventListener('input', search);
  input.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      at = (at + step + found.length) % found.length;
      show();
    } else if (event.key === 'Enter') {
      run(found[at]);
    } else {
      return;
    }
    event.preventDefault();
  });
  open(dialog);
  search();
  input.focus();
}

function option(app: App, action: Action, on: boolean, perform: () => void): HTMLElement {
  const keys = action.keys?.[0];
  return el(
    'li',
    { class: 'palette-item', role: 'option', 'aria-selected': String(on), 'aria-disabled': can(app, action) ? undefined : 'true', on: { click: perform } },
    el('span', { class: 'palette-label' }, action.label),
    el('span', { class: 'palette-help' }, action.help),
    keys ? el('kbd', {}, showKeys(keys)) : null,
  );
}
