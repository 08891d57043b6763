// document.ts: with nothing selected: the world as a whole.
import type { App } from '../../app';
import { attempt } from '../../actions/edit';
import { setGravity } from '../../document/edits';
import { plainButton } from '../widgets/buttons';
import { el } from '../widgets/dom';
import { checkField, fixed, group, row, valueField, type Field } from '../widgets/fields';
import { short, showUnit } from '../units';
import { counted, jointName } from '../words';
import { factsOf } from './common';

export function documentFields(app: App): Field {
  const facts = factsOf(app);
  if (!facts?.world) {
    return group('', fixed(el('p', { class: 'panel-none' }, 'Nothing is drawn yet. Choose the bar tool (B) and click two points, or open an example.')));
  }
  return group(
    '',
    valueField({ label: 'World', show: () => factsOf(app)?.world?.name ?? null }),
    valueField({ label: 'Parts', show: () => counts(app) }),
    gravityField(app),
    drivesField(app),
    facts.inputs.length > 0 ? group('Inputs', ...facts.inputs.map((input) => valueField({ label: input.name, show: () => `${short(input.initial)} ${showUnit(input.unit)}` }))) : null,
    fixed(el('p', { class: 'panel-none' }, 'Select something to see and edit its properties.')),
  );
}

function counts(app: App): string {
  const facts = factsOf(app);
  return facts ? `${counted(facts.bodies.length - 1, 'link')}, ${counted(facts.joints.length, 'joint')}` : '';
}

export function gravityField(app: App): Field {
  const gravity = () => {
    const [x, y] = factsOf(app)?.world?.gravity ?? [0, 0];
    return Math.hypot(x, y);
  };
  return checkField('Gravity', 'Acts during a simulation', () => gravity() > 0, (on) => {
    attempt(app, on ? 'Gravity on' : 'Gravity off', (draft) => setGravity(draft, on));
  });
}

function drivesField(app: App): Field | null {
  const facts = factsOf(app);
  const joints = facts?.drives.flatMap((drive) => (drive.joint >= 0 ? [drive.joint] : [])) ?? [];
  if (!facts || joints.length === 0) {
    return null;
  }
  const buttons = joints.map((joint) =>
    plainButton({ text: jointName(facts, joint), class: 'inline' }, () => (app.ui.selection.value = [{ kind: 'joint', joint: facts.joints[joint]?.name ?? '' }])),
  );
  return fixed(row('Driven', buttons));
}
