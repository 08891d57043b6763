// problems.ts: what the core says about the text: underlines and marks in the margin, and a list below
// with all of it, also what is said of other files or of no place.
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';

import { onAny } from '../../base/signal';
import type { App } from '../../app';
import type { Diag, Said, Span } from '../../core/facts';
import { el, fill } from '../widgets/dom';
import { counted } from '../words';
import type { Binding } from './binding';
import { nextPlace } from './places';

/** While someone types, half a word is not yet an error; what is already shown is kept up to date [ms]. */
const patience = { first: 700, more: 250 };
const mostRows = 100;
const severities = { note: 'info', warning: 'warning', error: 'error' } as const;

export const problemMarks = lintGutter();

export class Problems {
  readonly element = el('section', { class: 'text-problems', 'aria-label': 'Problems in the text', hidden: true });
  readonly #app: App;
  readonly #binding: Binding;
  readonly #view: EditorView;
  readonly #count = el('span', { role: 'status', class: 'problem-count' });
  readonly #list = el('ul', { class: 'problem-list' });
  #timer = 0;

  constructor(app: App, binding: Binding, view: EditorView) {
    this.#app = app;
    this.#binding = binding;
    this.#view = view;
    this.element.append(el('div', { class: 'problem-head' }, this.#count), this.#list);
    onAny([app.stage.facts, binding.shown], () => this.#later());
    app.stage.isLate.subscribe((late) => this.element.classList.toggle('older', late));
    this.#show();
  }

  /** Goes to the next error behind the cursor, or warning where there is no error. */
  next(): void {
    const { diags } = this.#app.stage.facts.value;
    const diag = nextPlace(diags, this.#view.state.selection.main.head);
    if (diag) {
      this.#go(diag);
      const text = diag.hint ? `${diag.message} (${diag.hint})` : diag.message;
      this.#app.say({ text, kind: diag.severity === 'error' ? 'error' : 'warning' });
    }
  }

  #later(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#show(), this.element.hidden ? patience.first : patience.more);
  }

  #show(): void {
    if (this.#app.stage.reading.value) {
      return; // what is known is said of an older text; facts of this one come
    }
    const { diags } = this.#app.stage.facts.value;
    // A closed panel may show an older text, in which the places mean nothing.
    if (this.#binding.isCurrent) {
      const { state } = this.#view;
      const found = diags.flatMap((diag) => (diag.span ? [marked(diag, diag.span, state.doc.length)] : []));
      this.#view.dispatch(setDiagnostics(state, found));
    }
    const errors = diags.filter((diag) => diag.severity === 'error').length;
    this.#count.textContent = [errors > 0 && counted(errors, 'error'), diags.length > errors && counted(diags.length - errors, 'warning')].filter(Boolean).join(', ');
    this.element.hidden = diags.length === 0;
    fill(this.#list, diags.slice(0, mostRows).map((diag) => this.#row(diag)));
  }

  #row(diag: Diag): HTMLElement {
    return el('li', {}, this.#place(diag, diag.severity, diag.hint), diag.related ? this.#place(diag.related, 'note', null) : null);
  }

  #place(said: Said, severity: Diag['severity'], hint: string | null): HTMLElement {
    const where = said.file ? `${said.file}:${said.line}` : said.line > 0 ? `${said.line}` : '';
    const row = el('button', { type: 'button', class: `problem problem-${severity}`, on: { click: () => this.#go(said) } },
      el('span', { class: 'problem-place' }, where),
      el('span', { class: 'problem-text' }, said.message, hint ? el('span', { class: 'problem-hint' }, hint) : null));
    row.disabled = said.span === null;
    return row;
  }

  #go(said: Said): void {
    if (said.span) {
      const { length } = this.#view.state.doc;
      const at = Math.min(said.span.start, length);
      this.#view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }), userEvent: 'select' });
      this.#view.focus();
    }
  }
}

function marked(diag: Diag, span: Span, length: number): Diagnostic {
  const message = () => el('span', {}, diag.message, diag.hint ? el('span', { class: 'problem-hint' }, diag.hint) : null);
  return {
    from: Math.min(span.start, length),
    to: Math.min(span.end, length),
    severity: severities[diag.severity],
    message: diag.hint ? `${diag.message} (${diag.hint})` : diag.message,
    renderMessage: message,
  };
}
