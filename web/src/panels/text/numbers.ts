// numbers.ts: numbers of the text changed in place: Alt+Up and Alt+Down by a step (with Shift by ten),
// or dragged sideways with Ctrl held. The picture follows at once; all of it is one step of undo. A
// double click selects a number without its unit.
import type { Extension } from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';

import { numberEvent } from './binding';
import { digitsAt, partAt, stepped } from './digits';

/** Sideways, for one step [px]. */
const pixels = 4;

/** Changes the number at `pos`; false: there is none. `text`, if given, is what is stepped from. */
function step(view: EditorView, pos: number, steps: number, text?: string): boolean {
  const line = view.state.doc.lineAt(pos);
  const digits = digitsAt(line.text, pos - line.from);
  if (!digits) {
    return false;
  }
  const insert = stepped(text ?? digits.text, steps);
  const [from, to] = [line.from + digits.start, line.from + digits.end];
  if (insert !== digits.text) {
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: numberEvent });
  }
  return true;
}

/** Keys that mean numbers do nothing elsewhere, so that a miss moves no line. */
const by = (steps: number): Command => (view) => {
  step(view, view.state.selection.main.head, steps);
  return true;
};

function scrub(view: EditorView, event: MouseEvent): boolean {
  const pos = event.button === 0 && (event.ctrlKey || event.metaKey) ? view.posAtCoords(event) : null;
  const line = pos === null ? null : view.state.doc.lineAt(pos);
  const digits = pos === null || !line ? null : digitsAt(line.text, pos - line.from);
  if (!line || !digits) {
    return false;
  }
  const start = line.from + digits.start;
  // The sign may come and go: behind it the number is always found.
  const inside = () => start + (view.state.sliceDoc(start, start + 1) === '-' ? 1 : 0);
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const move = (to: MouseEvent) => step(view, inside(), Math.round((to.clientX - event.clientX) / pixels), digits.text);
  window.addEventListener('mousemove', move, options);
  window.addEventListener('mouseup', () => stop.abort(), options);
  window.addEventListener('blur', () => stop.abort(), options);
  event.preventDefault();
  view.focus();
  return true;
}

/** A double click takes digits without their unit, or the unit alone: what is typed then stays a length. */
function selectPart(view: EditorView, event: MouseEvent): boolean {
  const pos = view.posAtCoords(event);
  const { from, to } = view.state.selection.main;
  const line = pos === null ? null : view.state.doc.lineAt(pos);
  const part = pos === null || !line ? null : partAt(line.text, pos - line.from);
  // More than a word: it was drawn on from the double click.
  if (!line || !part || /[^\w.]/.test(view.state.sliceDoc(from, to))) {
    return false;
  }
  view.dispatch({ selection: { anchor: line.from + part.start, head: line.from + part.end } });
  return true;
}

export const numberKeys: Extension = [
  keymap.of([
    { key: 'Alt-ArrowUp', run: by(1), shift: by(10) },
    { key: 'Alt-ArrowDown', run: by(-1), shift: by(-10) },
  ]),
  EditorView.domEventHandlers({
    mousedown: (event, view) => scrub(view, event),
    dblclick: (event, view) => selectPart(view, event),
  }),
];
