// doc.ts: the document: a text, its history, and gestures that are one step of it. The text is all
// there is; everything else is derived from it.
import type { ReadSignal } from '../base/signal';

/** A change of text: at `start`, `removed` gave way to `inserted`. Its inverse swaps the two. */
export interface Diff {
  readonly start: number;
  readonly removed: string;
  readonly inserted: string;
}

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
