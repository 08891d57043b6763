// index.ts: all actions that are not of files. main.ts makes the registry of these, the files' and
// one for each tool.
import type { Action, App, ToolInfo } from '../app';
import { fit, zoomIn, zoomOut } from './camera';
import { copy, cut, duplicate, paste } from './clipboard';
import { help, hints, palette } from './help';
import { redo, undo } from './history';
import { showModes } from './modes';
import { play, reset, reverse, stepBack, stepOn, toStart } from './motion';
import { panelActions } from './panels';
import { motor, pinPoint, trace } from './parts';
import { alignments, deleteSelection, ground, hide, keepPoses, lock, selectAll, selectNone, showAll, switchJoint } from './selection';
import { run, step, stop } from './simulate';
import { textActions } from './text';
import { arrows, theme, toggles, units } from './toggles';
import { mode, toolAction } from './tools';

export const actions: readonly Action[] = [
  undo,
  redo,
  cut,
  copy,
  paste,
  duplicate,
  deleteSelection,
  selectAll,
  selectNone,
  lock,
  hide,
  showAll,
  ground,
  ...alignments,
  keepPoses,
  ...textActions,
  mode,
  switchJoint,
  motor,
  pinPoint,
  trace,
  fit,
  zoomIn,
  zoomOut,
  ...toggles,
  arrows,
  units,
  theme,
  ...panelActions,
  play,
  stepOn,
  stepBack,
  reverse,
  toStart,
  reset,
  run,
  step,
  stop,
  showModes,
  palette,
  help,
  hints,
];

/** All actions by id. The later ones of the lists win where two have the same. */
export function makeRegistry(tools: Iterable<ToolInfo>, ...lists: readonly (readonly Action[])[]): ReadonlyMap<string, Action> {
  const all = [...lists.flat(), ...[...tools].map(toolAction)];
  return new Map(all.map((action) => [action.id, action]));
}

/** Performs an action where it can be; what app.run is made of. */
export function runAction(app: App, id: string): void {
  const action = app.actions.get(id);
  if (action && !action.anyTime) {
    app.stage.settle();
  }
  if (action && (action.enabled?.(app) ?? true)) {
    action.perform(app);
  }
}
