// mates.ts: where the cursor is at a `begin` or `end`, both words of its block are marked.
import { StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

import { blockAt } from './tokens';

const mate = Decoration.mark({ class: 'cm-mate' });

/** The whole text is only read where the cursor touches one of the two words. */
function matesOf(state: EditorState): DecorationSet {
  const { main } = state.selection;
  const word = main.empty ? state.wordAt(main.head) : null;
  if (!word || !/^(?:begin|end)$/.test(state.sliceDoc(word.from, word.to))) {
    return Decoration.none;
  }
  const block = blockAt(state.doc.toString(), main.head);
  return block ? Decoration.set(block.map(({ start, end }) => mate.range(start, end))) : Decoration.none;
}

export const blockMates: Extension = StateField.define<DecorationSet>({
  create: matesOf,
  update: (mates, transaction) => (transaction.docChanged || transaction.selection ? matesOf(transaction.state) : mates),
  provide: (field) => EditorView.decorations.from(field),
});
