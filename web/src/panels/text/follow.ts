// follow.ts: the selection of the picture marked in the text, and the cursor's place selected in the
// picture. Only while the text is good do places mean anything; until then marks stay where they are.
import type { Extension } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';

import { onAny } from '../../base/signal';
import type { App } from '../../app';
import type { Binding } from './binding';
import { picksAt, samePicks, spansOf } from './links';
import { setPicked } from './marks';

/** Whether the places that the sketch gives are those of the text that is shown. */
function isCurrent(app: App, binding: Binding): boolean {
  return app.stage.fresh.value && !app.stage.reading.value && binding.isCurrent;
}

export function selectAtCursor(app: App, binding: Binding): Extension {
  return EditorView.updateListener.of((update: ViewUpdate) => {
    const moved = update.selectionSet && !update.docChanged && update.transactions.some((one) => one.isUserEvent('select'));
    if (moved && update.view.hasFocus && isCurrent(app, binding)) {
      const picks = picksAt(app.stage.facts.value, update.state.selection.main.head);
      if (picks.length > 0 && !samePicks(picks, app.ui.selection.value)) {
        app.ui.selection.value = picks;
      }
    }
  });
}

/** Marks follow once a frame at most. */
export function markSelection(app: App, binding: Binding, view: EditorView): void {
  let asked = false;
  let scroll = false;
  let marked = false;
  const mark = () => {
    asked = false;
    const spans = isCurrent(app, binding) ? spansOf(app.stage.facts.value, app.ui.selection.value) : null;
    if (!spans || (spans.length === 0 && !marked)) {
      return;
    }
    const [first] = spans;
    const seen = scroll && first && !view.hasFocus ? [EditorView.scrollIntoView(first.start, { y: 'nearest', yMargin: 40 })] : [];
    view.dispatch({ effects: [setPicked.of(spans), ...seen] });
    marked = spans.length > 0;
    scroll = false;
  };
  const ask = () => {
    if (!asked) {
      asked = true;
      requestAnimationFrame(mark);
    }
  };
  app.ui.selection.subscribe(() => {
    scroll = true;
    ask();
  });
  onAny([app.stage.facts, binding.shown], ask);
  ask();
}
