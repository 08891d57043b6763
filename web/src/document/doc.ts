// doc.ts: the document: a text, its history, and gestures that are one step of it. The text is all
// there is; everything else is derived from it, elsewhere. A step is one diff between two marks, so that
// undo is exact, byte for byte; steps of what is beside the text are taken back in order with them.
import { Signal, type ReadSignal } from '../base/signal';
import { applyDiff, diffOf, inverse, type Diff } from './diff';

/** What a step beside the text does when it is taken back and done again. */
export interface Beside {
  undo(): void;
  redo(): void;
}

export interface Doc {
  readonly text: ReadSignal<string>;
  /** File name for saving, such as 'leg.tml'. */
  readonly name: ReadSignal<string>;
  /** Whether it differs from what was last opened or saved. */
  readonly dirty: ReadSignal<boolean>;
  readonly canUndo: ReadSignal<boolean>;
  readonly canRedo: ReadSignal<boolean>;
  /** Label of the step that undo would take back, '' for none; likewise redo. */
  readonly undoLabel: ReadSignal<string>;
  readonly redoLabel: ReadSignal<string>;

  /** Whether the last change was typed, undone or redone: nobody waits for what the text means now. */
  readonly mayWait: boolean;

  /** One step: the text becomes `text`. Inside a gesture it is part of that step. */
  change(label: string, text: string, how?: 'typed'): void;
  /**
   * The last step goes on, as more is typed: the text becomes `text`. A step that comes back to where it began is
   * gone. Where there is no step, or inside a gesture, it is a change like any other.
   */
  extend(text: string): void;
  /** One step of something beside the text that is done already, such as the image to trace. */
  beside(label: string, step: Beside): void;
  /** Begins a gesture: what changes until commit is one step; cancel returns to the mark. */
  begin(label: string): void;
  commit(): void;
  cancel(): void;
  readonly inGesture: boolean;
  undo(): void;
  redo(): void;
  /** A new document: history is gone. */
  open(name: string, text: string): void;
  saved(name?: string): void;
}

/** Of the text, or of something beside it. */
type Step = { readonly label: string } & ({ readonly diff: Diff } | { readonly beside: Beside });

interface Gesture {
  readonly label: string;
  /** The text when it began. */
  readonly mark: string;
}

export class TextDoc implements Doc {
  readonly text: Signal<string>;
  readonly name: Signal<string>;
  readonly dirty = new Signal(false);
  readonly canUndo = new Signal(false);
  readonly canRedo = new Signal(false);
  readonly undoLabel = new Signal('');
  readonly redoLabel = new Signal('');
  #done: Step[] = [];
  #undone: Step[] = [];
  #gesture: Gesture | null = null;
  #saved: string;
  #mayWait = false;

  constructor(name: string, text: string) {
    this.name = new Signal(name);
    this.text = new Signal(text);
    this.#saved = text;
  }

  get inGesture(): boolean {
    return this.#gesture !== null;
  }

  get mayWait(): boolean {
    return this.#mayWait;
  }

  change(label: string, text: string, how?: 'typed'): void {
    if (this.#gesture === null) {
      this.#record(label, this.text.value, text);
    }
    this.#show(text, how === 'typed' && this.#gesture === null);
  }

  extend(text: string): void {
    const last = this.#gesture === null ? this.#done.at(-1) : undefined;
    if (last === undefined || 'beside' in last) {
      this.change('Edit', text, 'typed');
      return;
    }
    this.#done.pop();
    this.#undone = [];
    this.#record(last.label, applyDiff(this.text.value, inverse(last.diff)), text);
    this.#show(text, true);
  }

  beside(label: string, beside: Beside): void {
    this.commit();
    this.#done.push({ label, beside });
    this.#undone = [];
    this.#show(this.text.value);
  }

  /** A gesture that is still open is finished first: gestures do not nest. */
  begin(label: string): void {
    this.commit();
    this.#gesture = { label, mark: this.text.value };
  }

  commit(): void {
    const gesture = this.#gesture;
    if (gesture !== null) {
      this.#gesture = null;
      this.#record(gesture.label, gesture.mark, this.text.value);
      this.#show(this.text.value);
    }
  }

  cancel(): void {
    const gesture = this.#gesture;
    if (gesture !== null) {
      this.#gesture = null;
      this.#show(gesture.mark);
    }
  }

  /** Inside a gesture it takes back the gesture. */
  undo(): void {
    if (this.#gesture !== null) {
      this.cancel();
      return;
    }
    const step = this.#done.pop();
    if (step !== undefined) {
      this.#undone.push(step);
      this.#take(step, 'undo');
    }
  }

  redo(): void {
    const step = this.#gesture === null ? this.#undone.pop() : undefined;
    if (step !== undefined) {
      this.#done.push(step);
      this.#take(step, 'redo');
    }
  }

  open(name: string, text: string): void {
    this.#done = [];
    this.#undone = [];
    this.#gesture = null;
    this.#saved = text;
    if (this.name.value === name) {
      this.name.touch(); // another document all the same: what was begun in the one before ends
    }
    this.name.value = name;
    this.#show(text);
  }

  saved(name?: string): void {
    this.#saved = this.text.value;
    if (name !== undefined) {
      this.name.value = name;
    }
    this.#show(this.text.value);
  }

  #take(step: Step, way: 'undo' | 'redo'): void {
    if ('beside' in step) {
      step.beside[way]();
      this.#show(this.text.value);
    } else {
      this.#show(applyDiff(this.text.value, way === 'undo' ? inverse(step.diff) : step.diff), true);
    }
  }

  #record(label: string, before: string, after: string): void {
    const diff = diffOf(before, after);
    if (diff !== null) {
      this.#done.push({ label, diff });
      this.#undone = [];
    }
  }

  /** History first: who listens to the text may ask for it. */
  #show(text: string, mayWait = false): void {
    this.#mayWait = mayWait;
    this.dirty.value = text !== this.#saved;
    this.canUndo.value = this.#done.length > 0;
    this.canRedo.value = this.#undone.length > 0;
    this.undoLabel.value = this.#done[this.#done.length - 1]?.label ?? '';
    this.redoLabel.value = this.#undone[this.#undone.length - 1]?.label ?? '';
    this.text.value = text;
  }
}
