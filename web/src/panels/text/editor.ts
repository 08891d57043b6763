// editor.ts: the text editor, put together. It is loaded when the text is first shown: CodeMirror is
// larger than the rest of the page, and nobody waits for it.
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, search } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightActiveLineGutter, lineNumbers } from '@codemirror/view';

import type { App } from '../../app';
import { Binding } from './binding';
import { markSelection, selectAtCursor } from './follow';
import type { TextPanel } from './handle';
import { editorKeys } from './keys';
import { trammelLanguage } from './language';
import { marks } from './marks';
import { blockMates } from './mates';
import { numberKeys } from './numbers';
import { completion } from './offers';
import { Problems, problemMarks } from './problems';
import { swatches } from './swatches';

function extensions(app: App, binding: Binding): Extension {
  return [
    // Offsets count as in the document: a return of a DOS file stays a character.
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, '\n')),
    EditorView.contentAttributes.of({ 'aria-label': 'Definition of the mechanism. Escape, then Tab, leaves the text.' }),
    // A file that is dropped is opened, wherever it falls: it is not text to insert.
    EditorView.domEventHandlers({ drop: (event) => (event.dataTransfer?.files.length ?? 0) > 0 }),
    numberKeys,
    editorKeys(app, binding),
    lineNumbers(),
    EditorView.lineWrapping,
    problemMarks,
    trammelLanguage,
    indentOnInput(),
    bracketMatching(),
    blockMates,
    completion(app),
    search({ top: true }),
    highlightSelectionMatches({ minSelectionLength: 3 }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    swatches,
    marks,
    binding.extension,
    selectAtCursor(app, binding),
  ];
}

/** Puts the editor in place of what `element` holds. */
export function mountEditor(app: App, element: HTMLElement): TextPanel {
  const binding = new Binding(app);
  const view = new EditorView({ state: EditorState.create({ doc: app.doc.text.value, extensions: extensions(app, binding) }) });
  const problems = new Problems(app, binding, view);
  element.replaceChildren(view.dom, problems.element);
  binding.attach(view);
  markSelection(app, binding, view);
  return {
    focus: () => view.focus(),
    get hasFocus() {
      return view.hasFocus;
    },
    nextProblem: () => problems.next(),
  };
}
