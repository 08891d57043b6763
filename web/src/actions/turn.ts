// turn.ts: a pin becomes a slider, a slider a pin. Twice is as before: the text comes back to the byte,
// with what was read of the joint and its motor, where nothing else has changed it in between.
import type { App } from '../app';
import { toggleJoint } from '../document/edits';
import { attempt } from './edit';

/** The last turn: the texts around it, and the joint's names in them. */
let last = { before: '', after: '', from: '', to: '' };

export function turnOver(app: App, joint: number): void {
  const label = 'Switch pin and slider';
  const from = app.stage.sketch.value?.facts.joints[joint]?.name ?? '';
  const before = app.doc.text.value;
  const back = last;
  const isBack = before === back.after && from === back.to;
  const [to] = isBack ? [back.from] : (attempt(app, label, (draft) => toggleJoint(draft, joint)) ?? []);
  if (to !== undefined) {
    if (isBack) {
      app.doc.change(label, back.before);
    }
    last = { before, after: app.doc.text.value, from, to };
    app.ui.selection.value = [{ kind: 'joint', joint: to }];
  }
}
