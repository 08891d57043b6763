// history.ts: undo and redo.
import type { Action } from '../app';

export const undo: Action = {
  id: 'edit.undo',
  label: 'Undo',
  keys: ['Ctrl+Z'],
  group: 'edit',
  help: 'Undoes the last step',
  anyTime: true,
  enabled: (app) => app.doc.canUndo.value,
  perform: (app) => app.doc.undo(),
};

export const redo: Action = {
  id: 'edit.redo',
  label: 'Redo',
  keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
  group: 'edit',
  help: 'Redoes the last step undone',
  anyTime: true,
  enabled: (app) => app.doc.canRedo.value,
  perform: (app) => app.doc.redo(),
};
