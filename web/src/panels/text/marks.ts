// marks.ts: marks in the text that come from elsewhere: lines of what is selected in the picture, and
// places that the picture has just changed, which glow for a moment.
import { StateEffect, StateField, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

import type { Span } from '../../core/facts';

/** As long as the animation of text.css lasts. */
const glow = 900;

export const setPicked = StateEffect.define<readonly Span[]>();
const addGlow = StateEffect.define<readonly Span[]>();
const endGlow = StateEffect.define<null>();

const pickedLine = Decoration.line({ class: 'cm-picked' });
const glowing = Decoration.mark({ class: 'cm-glow' });

const picked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    const effect = transaction.effects.findLast((one) => one.is(setPicked));
    if (!effect) {
      return lines.map(transaction.changes);
    }
    const { doc } = transaction.state;
    const starts = new Set<number>();
    for (const { start, end } of effect.value as readonly Span[]) {
      const last = doc.lineAt(Math.min(end, doc.length)).number;
      for (let line = doc.lineAt(Math.min(start, doc.length)).number; line <= last; line++) {
        starts.add(doc.line(line).from);
      }
    }
    return Decoration.set([...starts].map((start) => pickedLine.range(start)), true);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const glows = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(endGlow)) {
        next = Decoration.none;
      } else if (effect.is(addGlow)) {
        next = Decoration.set(rangesOf(effect.value), true);
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function rangesOf(spans: readonly Span[]): Range<Decoration>[] {
  return spans.filter(({ start, end }) => end > start).map(({ start, end }) => glowing.range(start, end));
}

export const marks: Extension = [picked, glows];

/** Makes spans of the text glow; returns the effect for the transaction that changes them. */
export class Glow {
  #timer = 0;

  effect(spans: readonly Span[]): StateEffect<unknown> {
    return addGlow.of(spans);
  }

  /** The glow ends by itself, when nothing new begins to glow. */
  endLater(view: EditorView): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => view.dispatch({ effects: endGlow.of(null) }), glow);
  }
}
