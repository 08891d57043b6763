// fields.ts: rows of a panel: a label and something to read or change. A field that has the focus is
// left alone by refresh, so that nothing changes under the hands that type.
import { el, freshId, setText, type Child } from './dom';

export interface Field {
  readonly element: HTMLElement;
  refresh(): void;
}

export interface ValueField {
  readonly label: string;
  readonly title?: string;
  /** The text to show; null: unknown. */
  readonly show: () => string | null;
  /** Behind the number. */
  readonly unit?: () => string;
  /** Takes what was typed; or says why not: that stands beside the field, with what was typed, until it is mended or left. */
  readonly commit?: (text: string) => Taken;
  readonly options?: readonly (readonly [string, string])[];
  readonly placeholder?: string;
}

/** '': it was taken; else why not. */
export type Taken = string;

export function row(label: string, control: Child, id?: string): HTMLElement {
  return el('div', { class: 'field' }, el('label', { class: 'field-label', for: id }, label), el('div', { class: 'field-control' }, control));
}

/** A value that is typed, or without commit only read. */
export function valueField(spec: ValueField): Field {
  if (!spec.commit) {
    return outputField(spec);
  }
  const id = freshId('field');
  const listId = spec.options ? freshId('list') : undefined;
  const input = el('input', { id, type: 'text', class: 'input', autocomplete: 'off', spellcheck: 'false', list: listId, title: spec.title, placeholder: spec.placeholder });
  const unit = el('span', { class: 'field-unit', 'aria-hidden': 'true' });
  const why = el('p', { id: `${id}-why`, class: 'field-why', role: 'alert', hidden: true });
  // What was refused stays with its reason until the value itself changes.
  let refused: string | null = null;
  const say = (reason: string) => {
    refused = spec.show();
    setText(why, reason);
    why.hidden = reason === '';
    input.classList.toggle('wrong', reason !== '');
    input.setAttribute('aria-invalid', String(reason !== ''));
    input.setAttribute('aria-describedby', reason === '' ? '' : why.id);
  };
  const refresh = () => {
    if (document.activeElement !== input) {
      if (!why.hidden && spec.show() !== refused) {
        say('');
      }
      input.value = why.hidden ? (spec.show() ?? '') : input.value;
    }
    setText(unit, spec.unit?.() ?? '');
  };
  listenCommit(input, spec, refresh, say);
  const list = spec.options && el('datalist', { id: listId }, spec.options.map(([value, label]) => el('option', { value }, label)));
  refresh();
  const element = row(spec.label, [input, unit, list], id);
  element.append(why);
  return { element, refresh };
}

function listenCommit(input: HTMLInputElement, spec: ValueField, refresh: () => void, say: (reason: string) => void): void {
  // What Enter committed is not committed once more when the field loses the focus.
  let pending = false;
  input.addEventListener('input', () => {
    pending = true;
    say('');
  });
  /** Whether nothing is wrong with it. */
  const commit = (): boolean => {
    const { value } = input;
    if (!pending) {
      return input.ariaInvalid !== 'true';
    }
    pending = false;
    const reason = value === (spec.show() ?? '') ? '' : (spec.commit?.(value) ?? '');
    say(reason);
    return reason === '';
  };
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      // Back to the picture, so that the next key is a tool's; Tab goes on to the next field. What is
      // wrong stays to be mended.
      if (commit()) {
        document.querySelector<HTMLElement>('.stage')?.focus();
      } else {
        input.select();
      }
    } else if (event.key === 'Escape') {
      pending = false;
      say('');
      input.value = spec.show() ?? '';
      input.blur();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  input.addEventListener('focus', () => input.select());
  input.addEventListener('blur', () => {
    commit();
    refresh();
  });
}

function outputField(spec: ValueField): Field {
  const output = el('output', { class: 'field-value', title: spec.title });
  const refresh = () => setText(output, [spec.show() ?? '–', spec.unit?.() ?? ''].join(' ').trim());
  refresh();
  return { element: row(spec.label, output), refresh };
}

export function checkField(label: string, title: string, read: () => boolean, change: (on: boolean) => void): Field {
  const id = freshId('check');
  const input = el('input', { id, type: 'checkbox', class: 'check', title });
  input.addEventListener('change', () => change(input.checked));
  const refresh = () => (input.checked = read());
  refresh();
  return { element: el('div', { class: 'field-check', title }, input, el('label', { for: id }, label)), refresh };
}

export function selectField(label: string, options: readonly (readonly [string, string])[], read: () => string, change: (value: string) => void): Field {
  const id = freshId('select');
  const select = el('select', { id, class: 'select' }, options.map(([value, text]) => el('option', { value }, text)));
  select.addEventListener('change', () => change(select.value));
  const refresh = () => (select.value = read());
  refresh();
  return { element: row(label, select, id), refresh };
}

/** Fields under a heading. */
export function group(title: string, ...fields: readonly (Field | null)[]): Field {
  const there = fields.filter((field) => field !== null);
  const element = el('section', { class: 'group' }, title ? el('h3', { class: 'group-title' }, title) : null, there.map((field) => field.element));
  return { element, refresh: () => there.forEach((field) => field.refresh()) };
}

/** Something that never changes by itself. */
export function fixed(element: HTMLElement): Field {
  return { element, refresh: () => undefined };
}

/** Several small fields in one line. */
export function line(...fields: readonly Field[]): Field {
  return { element: el('div', { class: 'field-line' }, fields.map((field) => field.element)), refresh: () => fields.forEach((field) => field.refresh()) };
}
