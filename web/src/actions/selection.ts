// selection.ts: what is done with the selection as a whole: select all, delete, lock, hide, align.
import type { Action, App, Pick } from '../app';
import type { BodyFact } from '../core/facts';
import type { Side } from '../document/draft';
import { align, remove, setGround, setHidden, setLocked, writePoses } from '../document/edits';
import { attempt, canEdit, hasSelection, onlyJoint, selectedBodies } from './edit';
import { turnOver } from './turn';

const facts = (app: App, body: number): BodyFact | undefined => app.stage.sketch.value?.facts.bodies[body];
const hasBodies = (app: App) => canEdit(app) && selectedBodies(app).length > 0;
const all = (app: App, is: (body: BodyFact) => boolean) => {
  const bodies = selectedBodies(app);
  return bodies.length > 0 && bodies.every((body) => is(facts(app, body) as BodyFact));
};

export const selectAll: Action = {
  id: 'edit.selectAll',
  label: 'Select all',
  keys: ['Ctrl+A'],
  group: 'edit',
  help: 'Selects every visible link and body',
  perform: (app) => {
    const bodies = app.stage.sketch.value?.facts.bodies.slice(1) ?? [];
    app.ui.selection.value = bodies.filter((body) => !body.hidden).map((body): Pick => ({ kind: 'body', body: body.name }));
  },
};

export const selectNone: Action = {
  id: 'edit.selectNone',
  label: 'Deselect all',
  keys: ['Ctrl+Shift+A'],
  group: 'edit',
  help: 'Clears the selection; so does Esc',
  enabled: (app) => app.ui.selection.value.length > 0,
  perform: (app) => {
    app.ui.selection.value = [];
  },
};

export const deleteSelection: Action = {
  id: 'edit.delete',
  label: 'Delete',
  keys: ['Delete', 'Backspace'],
  group: 'edit',
  help: 'Deletes the selection and its joints',
  enabled: hasSelection,
  perform: (app) => {
    if (attempt(app, 'Delete', (draft) => remove(draft, app.ui.selection.value))) {
      app.ui.selection.value = [];
    }
  },
};

export const lock: Action = {
  id: 'edit.lock',
  label: 'Locked',
  keys: ['Ctrl+L'],
  group: 'edit',
  help: 'Locked parts keep their shape and position while others are edited',
  enabled: hasBodies,
  checked: (app) => all(app, (body) => body.locked),
  perform: (app) => {
    const on = !all(app, (body) => body.locked);
    attempt(app, on ? 'Lock' : 'Unlock', (draft) => setLocked(draft, selectedBodies(app), on));
  },
};

export const hide: Action = {
  id: 'edit.hide',
  label: 'Hide',
  keys: ['H'],
  group: 'edit',
  help: 'Hides the selection; it still takes part in the motion',
  enabled: hasBodies,
  perform: (app) => {
    if (attempt(app, 'Hide', (draft) => setHidden(draft, selectedBodies(app), true))) {
      app.ui.selection.value = [];
    }
  },
};

const hiddenBodies = (app: App) =>
  app.stage.sketch.value?.facts.bodies.flatMap((body, index) => (index > 0 && body.hidden ? [index] : [])) ?? [];

export const showAll: Action = {
  id: 'edit.showAll',
  label: 'Show all',
  keys: ['Shift+H'],
  group: 'edit',
  help: 'Shows all hidden parts',
  enabled: (app) => canEdit(app) && hiddenBodies(app).length > 0,
  perform: (app) => {
    attempt(app, 'Show all', (draft) => setHidden(draft, hiddenBodies(app), false));
  },
};

export const ground: Action = {
  id: 'edit.ground',
  label: 'Part of the ground',
  group: 'edit',
  help: 'Fixes the selection to the ground, or releases it',
  enabled: hasBodies,
  checked: (app) => all(app, (body) => body.fixed),
  perform: (app) => {
    const on = !all(app, (body) => body.fixed);
    attempt(app, on ? 'Fix to the ground' : 'Release from the ground', (draft) => setGround(draft, selectedBodies(app), on));
  },
};

function alignment(side: Side, label: string, help: string): Action {
  return {
    id: `edit.align.${side}`,
    label,
    group: 'edit',
    help,
    enabled: (app) => canEdit(app) && app.ui.selection.value.length > 1,
    perform: (app) => {
      attempt(app, label, (draft) => align(draft, app.ui.selection.value, side));
    },
  };
}

export const alignments: readonly Action[] = [
  alignment('left', 'Align left', 'Left edges to the leftmost; points to the leftmost point'),
  alignment('vertical', 'Align on a vertical line', 'Centres on one vertical line'),
  alignment('right', 'Align right', 'Right edges to the rightmost; points to the rightmost point'),
  alignment('top', 'Align top', 'Top edges to the highest; points to the highest point'),
  alignment('horizontal', 'Align on a horizontal line', 'Centres on one horizontal line'),
  alignment('bottom', 'Align bottom', 'Bottom edges to the lowest; points to the lowest point'),
];

export const switchJoint: Action = {
  id: 'draw.toggleJoint',
  label: 'Switch pin and slider',
  keys: ['T'],
  group: 'draw',
  help: 'Turns the selected pin into a slider, or a slider into a pin',
  enabled: (app) => canEdit(app) && onlyJoint(app) >= 0,
  perform: (app) => {
    turnOver(app, onlyJoint(app));
  },
};

export const keepPoses: Action = {
  id: 'edit.keepPoses',
  label: 'Keep these poses',
  group: 'edit',
  help: 'Writes the present poses into the text',
  enabled: (app) => canEdit(app) && app.live.state.value === 'off',
  perform: (app) => {
    attempt(app, 'Keep poses', (draft) => writePoses(draft, { force: true }));
  },
};
