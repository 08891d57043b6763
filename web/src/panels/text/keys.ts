// keys.ts: keys of the editor. Undo is the document's, and so are shortcuts that are not typing: Alt and
// a digit or letter, which the page leaves to text fields otherwise.
import { acceptCompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { searchKeymap } from '@codemirror/search';
import { Prec, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

import { actionFor } from '../../actions/keys';
import type { App } from '../../app';
import type { Binding } from './binding';

export function editorKeys(app: App, binding: Binding): Extension {
  /** Takes a step back or does it again, and puts the cursor where the text has changed. */
  const travel = (action: string, event: Event, view: EditorView): true => {
    event.preventDefault();
    const before = app.doc.text.value;
    app.run(action);
    const at = binding.lastChange(before);
    if (at !== null) {
      view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    }
    return true;
  };
  return [
    Prec.high(EditorView.domEventHandlers({
      keydown: (event, view) => {
        const id = actionFor(app.actions.values(), event)?.id ?? '';
        return historyActions.includes(id) && travel(id, event, view);
      },
      // Of menus and of keyboards on the screen.
      beforeinput: (event, view) => {
        const id = { historyUndo: 'edit.undo', historyRedo: 'edit.redo' }[event.inputType];
        return id !== undefined && travel(id, event, view);
      },
    })),
    keymap.of([...completionKeymap, ...searchKeymap, { key: 'Tab', run: acceptCompletion }, indentWithTab, ...defaultKeymap, { any: (_view, event) => runShortcut(app, event) }]),
  ];
}

const historyActions: readonly string[] = ['edit.undo', 'edit.redo'];

/** Only where nothing of the editor's own has the key. */
function runShortcut(app: App, event: KeyboardEvent): boolean {
  const action = event.altKey && !event.ctrlKey && !event.metaKey && event.key.length === 1 ? actionFor(app.actions.values(), event) : null;
  if (action) {
    app.run(action.id);
  }
  return action !== null;
}
