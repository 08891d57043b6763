// binding.ts: keeps the editor and the document the same text, both ways. What is typed goes into the
// document at once; what changes there comes back as small changes, marked so that it does not return.
import { Annotation, Prec, Transaction, type Extension } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';

import { Signal } from '../../base/signal';
import type { App } from '../../app';
import type { Diff } from '../../document/diff';
import { Glow } from './marks';
import { piecesOf } from './pieces';
import { Steps, type Typed } from './steps';

const fromDocument = Annotation.define<boolean>();
export const numberEvent = 'number';
/** A drag changes the text at every frame; its time is for the picture, and nobody reads so fast [ms]. */
const pause = 100;
/** More than this is another text, not a change of it: nothing glows. */
const mostGlow = 2000;

export class Binding {
  /** Touched whenever the editor shows the document's text again. */
  readonly shown = new Signal(null);
  readonly #app: App;
  readonly #steps: Steps;
  readonly #glow = new Glow();
  #view: EditorView | null = null;
  /** What the editor shows. */
  #text: string;
  #timer = 0;

  constructor(app: App) {
    this.#app = app;
    this.#steps = new Steps(app.doc);
    this.#text = app.doc.text.value;
  }

  get extension(): Extension {
    // Who edits must see the document as it is.
    const now = () => {
      this.sync();
      return false;
    };
    return [
      EditorView.updateListener.of((update) => this.#onUpdate(update)),
      Prec.highest(EditorView.domEventHandlers({ keydown: now, beforeinput: now, mousedown: now, paste: now, drop: now })),
      EditorView.domEventHandlers({ blur: () => void this.#steps.end() }),
    ];
  }

  attach(view: EditorView): void {
    this.#view = view;
    this.#app.doc.text.subscribe(() => this.#syncInTime());
    this.#app.ui.panels.subscribe(() => this.sync());
    this.sync();
  }

  /** Whether the editor shows the document's text: places of the one are places of the other. */
  get isCurrent(): boolean {
    return this.#text === this.#app.doc.text.value;
  }

  /** Takes over what has changed in the document; a closed panel waits until it is opened. */
  sync(): void {
    const view = this.#view;
    const text = this.#app.doc.text.value;
    if (!view || text === this.#text || !this.#app.ui.panels.value.has('text')) {
      return;
    }
    const pieces = piecesOf(this.#text, text);
    this.#text = text;
    const glows = pieces.reduce((sum, piece) => sum + piece.inserted.length, 0) < mostGlow;
    view.dispatch({
      changes: pieces.map(({ start, removed, inserted }) => ({ from: start, to: start + removed.length, insert: inserted })),
      annotations: fromDocument.of(true),
      effects: glows ? [this.#glow.effect(newSpans(pieces))] : [],
    });
    this.#glow.endLater(view);
    this.shown.touch();
  }

  /** The place up to which the text differs from `before`, for the cursor after an undo. */
  lastChange(before: string): number | null {
    const pieces = piecesOf(before, this.#text);
    return newSpans(pieces).at(-1)?.end ?? null;
  }

  #syncInTime(): void {
    if (!this.#app.doc.inGesture) {
      this.sync();
    } else if (this.#timer === 0) {
      this.#timer = window.setTimeout(() => {
        this.#timer = 0;
        this.sync();
      }, pause);
    }
  }

  #onUpdate(update: ViewUpdate): void {
    const own = update.transactions.filter((one) => one.docChanged && !one.annotation(fromDocument));
    if (own.length > 0) {
      this.#text = update.state.doc.toString();
      this.#steps.take(typedOf(own), this.#text);
      this.shown.touch();
    } else if (update.transactions.some((one) => one.isUserEvent('select'))) {
      this.#steps.end();
    }
  }
}

/** The pieces in offsets of the text behind them. */
function newSpans(pieces: readonly Diff[]): { start: number; end: number }[] {
  let shift = 0;
  return pieces.map(({ start, removed, inserted }) => {
    const span = { start: start + shift, end: start + shift + inserted.length };
    shift += inserted.length - removed.length;
    return span;
  });
}

function kindOf(transaction: Transaction): Typed['kind'] {
  // A new line is plain 'input'; pasting and offers are more than that.
  if (transaction.isUserEvent('input.type') || transaction.annotation(Transaction.userEvent) === 'input') {
    return 'type';
  }
  if (transaction.isUserEvent('delete')) {
    return 'delete';
  }
  return transaction.isUserEvent(numberEvent) ? 'number' : 'other';
}

/** With `end` its line moves, too: the last change is what was typed. */
export function typedOf(transactions: readonly Transaction[]): Typed {
  const [first] = transactions;
  let typed: Typed = { kind: 'other', from: 0, to: 0, newTo: 0, text: '' };
  if (first && transactions.length === 1) {
    first.changes.iterChanges((from, to, _newFrom, newTo, inserted) => {
      typed = { kind: kindOf(first), from, to, newTo, text: inserted.toString() };
    });
  }
  return typed;
}
