// edit.ts: from an edit of the text to a step of the document. Edits are pure (document/edits.ts);
// what they refuse becomes a message.
import type { App, Pick } from '../app';
import type { SketchFacts } from '../core/facts';
import type { Draft, Outcome } from '../document/draft';
import { asSeen } from '../document/edits';
import { lookup } from '../view/geometry/lookup';

/** What edits work on now; null while the text has errors: its places are not known then. */
export function draftOf(app: App): Draft | null {
  const sketch = app.stage.sketch.value;
  if (!sketch || !app.stage.fresh.value) {
    return null;
  }
  return { core: app.core, text: app.doc.text.value, facts: sketch.facts, poses: sketch.poses(), unit: app.ui.units.value };
}

/** Makes one step of an edit, or says why not. Returns the names of what was made; null: refused. */
export function attempt(app: App, label: string, edit: (draft: Draft) => Outcome): readonly string[] | null {
  const answer = tried(app, label, edit);
  return typeof answer === 'string' ? null : answer;
}

/** The same for a field: '' or why not, which is said at the foot, too: the field may be gone by then. */
export function entered(app: App, label: string, edit: (draft: Draft) => Outcome): string {
  const answer = tried(app, label, edit);
  return typeof answer === 'string' ? answer : '';
}

/** A number that was typed in a field goes to `use`; where it is none, why is said and returned. */
export function enteredNumber(app: App, read: number | string, use: (value: number) => string): string {
  return typeof read === 'number' ? use(read) : refused(app, read);
}

export function refused(app: App, why: string): string {
  app.say({ text: why, kind: 'warning' });
  return why;
}

/** Why a text that is not drawn cannot be edited here. */
function whyNot(app: App): string {
  const isWrong = app.stage.facts.value.diags.some(({ severity }) => severity === 'error');
  return isWrong ? 'Fix the errors in the text first.' : 'This world cannot be drawn here: edit its text.';
}

function tried(app: App, label: string, edit: (draft: Draft) => Outcome): readonly string[] | string {
  const draft = draftOf(app);
  if (!draft) {
    return refused(app, whyNot(app));
  }
  const outcome = asSeen(draft, edit);
  if ('refused' in outcome) {
    return refused(app, outcome.refused);
  }
  if (outcome.text !== draft.text) {
    app.doc.change(label, outcome.text);
    if (draft.facts.traces.length > 0 && app.stage.sketch.value?.facts.drives.length === 0) {
      app.say('No motor is left, so nothing is traced.'); // they are parts of one `animate`
    }
  }
  return outcome.made;
}

export function canEdit(app: App): boolean {
  return app.stage.fresh.value && app.stage.sketch.value !== null;
}

export function hasSelection(app: App): boolean {
  return canEdit(app) && app.ui.selection.value.length > 0;
}

/** Numbers of the bodies that are selected, those of selected points too; never the ground. */
export function selectedBodies(app: App, picks: readonly Pick[] = app.ui.selection.value): readonly number[] {
  const facts = app.stage.sketch.value?.facts;
  const known = facts ? lookup(facts).bodies : new Map<string, number>();
  const names = picks.flatMap((pick) => (pick.kind === 'joint' ? [] : [pick.body]));
  return [...new Set(names)].map((name) => known.get(name) ?? 0).filter((number) => number > 0);
}

/** Numbers of the joints that are selected, of a selected point those that it has. */
export function selectedJoints(app: App, picks: readonly Pick[] = app.ui.selection.value): readonly number[] {
  const facts = app.stage.sketch.value?.facts;
  return facts ? [...new Set(picks.flatMap((pick) => jointsOf(facts, pick)))] : [];
}

function jointsOf(facts: SketchFacts, pick: Pick): readonly number[] {
  const known = lookup(facts);
  if (pick.kind === 'joint') {
    return [known.joints.get(pick.joint) ?? []].flat();
  }
  const body = known.bodies.get(pick.body) ?? -1;
  const point = pick.kind === 'point' ? (facts.bodies[body]?.points.findIndex((one) => one.name === pick.point) ?? -1) : -1;
  return known.jointsAt[body]?.[point] ?? [];
}

/** The one joint that is meant; -1: none, or several things are selected. */
export function onlyJoint(app: App): number {
  return app.ui.selection.value.length === 1 ? (selectedJoints(app)[0] ?? -1) : -1;
}

/** Selects what an edit made: its bodies, where they are there. */
export function selectMade(app: App, made: readonly string[]): void {
  const bodies = new Set(app.stage.sketch.value?.facts.bodies.map((body) => body.name));
  const picks = made.filter((name) => bodies.has(name)).map((body): Pick => ({ kind: 'body', body }));
  if (picks.length > 0) {
    app.ui.selection.value = picks;
  }
}
