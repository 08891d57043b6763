// index.ts: the inspector: what is selected, to be read and changed. It is built anew when what it
// is about changes, and only refreshed when values do.
import { onAny, type ReadSignal } from '../../base/signal';
import type { App, Pick } from '../../app';
import { selectedJoints } from '../../actions/edit';
import { el, fill, setText } from '../widgets/dom';
import type { Field } from '../widgets/fields';
import { pickName, pictureOf } from '../words';
import { bodyFields } from './body';
import { documentFields } from './document';
import { jointFields } from './joint';
import { pointFields } from './point';
import { severalFields } from './several';

export function mountInspector(app: App, element: HTMLElement, pulse: ReadSignal<number>): void {
  let shown = '';
  let view: Field | null = null;
  const note = el('p', { class: 'panel-none', hidden: true });
  const refresh = () => {
    if (element.hidden) {
      return;
    }
    setText(note, pictureOf(app));
    note.hidden = note.textContent === '';
    const key = keyOf(app);
    if (key === shown) {
      view?.refresh();
      return;
    }
    shown = key;
    view = fieldsOf(app);
    fill(element, note, view.element);
  };
  let asked = false;
  const ask = () => {
    if (!asked) {
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        refresh();
      });
    }
  };
  pulse.subscribe(refresh);
  onAny([app.stage.poses], ask);
  refresh();
}

function fieldsOf(app: App): Field {
  const picks = known(app);
  const [pick] = picks;
  if (!pick) {
    return documentFields(app);
  }
  if (picks.length > 1) {
    return severalFields(app, picks);
  }
  return pick.kind === 'body' ? bodyFields(app, pick.body) : pick.kind === 'point' ? pointFields(app, pick) : jointFields(app, pick.joint);
}

/** Of the selection what there is still. */
function known(app: App): readonly Pick[] {
  const facts = app.stage.sketch.value?.facts;
  const bodies = new Map(facts?.bodies.map((body) => [body.name, body]));
  const joints = new Set(facts?.joints.map((joint) => joint.name));
  return app.ui.selection.value.filter((pick) =>
    pick.kind === 'joint' ? joints.has(pick.joint) : pick.kind === 'body' ? bodies.has(pick.body) : bodies.get(pick.body)?.points.some((point) => point.name === pick.point),
  );
}

/** Two states with the same key have the same fields. */
function keyOf(app: App): string {
  const facts = app.stage.sketch.value?.facts;
  const picks = known(app);
  const [pick] = picks;
  const names = picks.map((one) => `${one.kind} ${pickName(one)}`);
  const body = pick?.kind === 'body' ? facts?.bodies.find((one) => one.name === pick.body)?.points.map((point) => point.name) : [];
  const joint = pick?.kind === 'joint' ? facts?.joints.find((one) => one.name === pick.joint) : null;
  const driven = [facts?.drives.map((drive) => drive.joint), pick?.kind === 'point' ? selectedJoints(app, picks) : 0];
  return JSON.stringify([names, body, joint && [joint.kind, Object.keys(joint.values)], driven, pick ? 0 : facts?.inputs, pick ? 0 : facts?.world?.name]);
}
