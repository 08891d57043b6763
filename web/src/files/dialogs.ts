// dialogs.ts: the small questions that files ask. Esc and a press beside them mean 'no answer'.
import { showDialog } from '../panels/widgets/dialog';
import { el, freshId, type Child } from '../panels/widgets/dom';
import './files.css';

export interface Choice<T> {
  readonly label: string;
  readonly value: T;
  /** The one that Enter takes. */
  readonly main?: boolean;
}

/** Null: closed without a choice. */
export function choose<T>(title: string, content: readonly Child[], choices: readonly Choice<T>[]): Promise<T | null> {
  return new Promise((resolve) => {
    let answer: T | null = null;
    const buttons = choices.map(({ label, value, main }) =>
      el('button', { type: 'button', class: main ? 'button solid' : 'button accent', autofocus: main, on: { click: () => ((answer = value), dialog.close()) } }, label),
    );
    const dialog = showDialog({ title, class: 'ask', onClose: () => resolve(answer) }, ...content, el('div', { class: 'ask-row' }, buttons));
    buttons[choices.findIndex(({ main }) => main)]?.focus();
  });
}

/** Null: no name was given. */
export function askName(title: string, label: string, value: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer: string | null = null;
    const id = freshId('name');
    const input = el('input', { id, type: 'text', class: 'input', value, autocomplete: 'off', spellcheck: 'false' });
    const done = () => {
      answer = input.value.trim() || null;
      dialog.close();
    };
    input.addEventListener('keydown', (event) => (event.key === 'Enter' ? done() : undefined));
    const dialog = showDialog(
      { title, class: 'ask', onClose: () => resolve(answer) },
      el('label', { class: 'ask-label', for: id }, label),
      input,
      el('div', { class: 'ask-row' }, el('button', { type: 'button', class: 'button solid', on: { click: done } }, 'Save')),
    );
    input.focus();
    input.setSelectionRange(0, value.replace(/\.[^.]*$/, '').length);
  });
}

export function paragraph(text: string): HTMLElement {
  return el('p', { class: 'ask-text' }, text);
}
