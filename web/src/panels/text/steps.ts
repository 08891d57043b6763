// steps.ts: which edits of the text editor are one step of the history. Characters typed one behind
// the other are, until something else happens: a jump of the cursor, a new line, another gesture.
// No clock is asked.
import type { Doc } from '../../document/doc';

/** An edit: of what kind, and where its end stands in the new text and its beginning in the old. */
export interface Typed {
  readonly kind: 'type' | 'delete' | 'number' | 'other';
  readonly from: number;
  readonly to: number;
  readonly newTo: number;
  readonly text: string;
}

const labels: Readonly<Record<Typed['kind'], string>> = { type: 'Type', delete: 'Delete text', number: 'Change number', other: 'Edit text' };

export class Steps {
  readonly #doc: Doc;
  /** The step that may go on; null: the next edit begins one. */
  #run: { readonly kind: Typed['kind']; readonly mark: string; readonly from: number; readonly to: number } | null = null;
  #busy = false;

  constructor(doc: Doc) {
    this.#doc = doc;
    doc.text.subscribe(() => {
      if (!this.#busy) {
        this.end();
      }
    });
  }

  /** The next edit is a step of its own: the cursor was put elsewhere, or the text was left. */
  end(): void {
    this.#run = null;
  }

  /** Takes an edit into the document; `text` is the whole text behind it. */
  take(edit: Typed, text: string): void {
    const run = this.#run;
    const goesOn = run !== null && run.kind === edit.kind && edit.kind !== 'other' && touches(run, edit);
    const mark = goesOn ? run.mark : this.#doc.text.value;
    this.#busy = true;
    try {
      if (goesOn) {
        this.#doc.extend(text);
      } else {
        this.#doc.change(labels[edit.kind], text, 'typed');
      }
    } finally {
      this.#busy = false;
    }
    // A step that came back to where it began is gone, and a line is enough for one step.
    const over = text === mark || edit.kind === 'other' || edit.text.includes('\n');
    this.#run = over ? null : { kind: edit.kind, mark, from: edit.from, to: edit.newTo };
  }
}

/** Typing goes on at the end of what was typed, deleting at either end of the hole. */
function touches(run: { readonly from: number; readonly to: number }, edit: Typed): boolean {
  if (edit.kind === 'delete') {
    return edit.to === run.from || edit.from === run.from;
  }
  return edit.kind === 'number' ? edit.from >= run.from - 1 && edit.from <= run.to : edit.from === run.to;
}
