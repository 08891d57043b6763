// joint.ts: the fields of one joint: what it is and joins, its limits and other numbers.
import type { App } from '../../app';
import { entered, enteredNumber } from '../../actions/edit';
import type { JointFact } from '../../core/facts';
import { setJointValue } from '../../document/edits/values';
import { group, row, selectField, valueField, type Field } from '../widgets/fields';
import { plainButton } from '../widgets/buttons';
import { readQuantity, short, showAngle, showLength, showQuantity, showUnit, type Quantity } from '../units';
import { jointKind, jointName } from '../words';
import { actionRow, factsOf, nameField } from './common';
import { motorFields } from './motor';

interface Argument {
  readonly name: string;
  readonly label: string;
  readonly quantity: Quantity;
  readonly unit: string;
}

const argument = (name: string, label: string, quantity: Quantity, unit = ''): Argument => ({ name, label, quantity, unit });

/** What each kind of hinge can be given, of docs/geometry-and-hinges.md. */
const argumentsOf: Readonly<Record<string, readonly Argument[]>> = {
  pin: [argument('low', 'Min', 'angle'), argument('high', 'Max', 'angle'), argument('stiffness', 'Spring', 'number', 'N*m/rad'), argument('damping', 'Damping', 'number', 'N*m*s/rad')],
  slider: [argument('low', 'Min', 'length'), argument('high', 'Max', 'length'), argument('stiffness', 'Spring', 'number', 'N/m'), argument('damping', 'Damping', 'number', 'N*s/m')],
  spring: [argument('stiffness', 'Stiffness', 'number', 'N/m'), argument('length', 'Free length', 'length'), argument('damping', 'Damping', 'number', 'N*s/m')],
  damper: [argument('damping', 'Damping', 'number', 'N*s/m')],
  gear: [argument('ratio', 'Ratio', 'number')],
  belt: [argument('ratio', 'Ratio', 'number')],
  rack: [argument('radius', 'Radius', 'length')],
  rod: [argument('length', 'Length', 'length')],
};

export function jointFields(app: App, name: string): Field {
  const index = () => factsOf(app)?.joints.findIndex((joint) => joint.name === name) ?? -1;
  const fact = () => factsOf(app)?.joints[index()];
  const now = fact();
  return group(
    '',
    name.startsWith('#') ? valueField({ label: 'Joint', show: () => jointName(factsOf(app) as never, index()) }) : nameField(app, { kind: 'joint', joint: name }, name),
    kindField(app, now),
    bodiesField(app, now),
    motorFields(app, index),
    argumentFields(app, index, now?.kind ?? ''),
    actionRow(app, ['edit.delete']),
  );
}

function kindField(app: App, joint: JointFact | undefined): Field {
  const kind = joint?.kind ?? '';
  if (kind !== 'pin' && kind !== 'slider') {
    return valueField({ label: 'Kind', show: () => jointKind(kind) });
  }
  return selectField('Kind', [['pin', 'pin: turns'], ['slider', 'slider: slides']], () => kind, () => app.run('draw.toggleJoint'));
}

function bodiesField(app: App, joint: JointFact | undefined): Field {
  const bodies = factsOf(app)?.bodies ?? [];
  const buttons = (joint?.bodies ?? []).map((body) =>
    body === 0
      ? 'ground'
      : plainButton({ text: bodies[body]?.name ?? '?', class: 'inline' }, () => (app.ui.selection.value = [{ kind: 'body', body: bodies[body]?.name ?? '' }])),
  );
  return { element: row('Joins', buttons), refresh: () => undefined };
}

function argumentFields(app: App, index: () => number, kind: string): Field | null {
  const known = argumentsOf[kind];
  if (!known) {
    return null;
  }
  const title = kind === 'pin' || kind === 'slider' ? 'Limits and spring (in simulations)' : 'Values';
  return group(title, ...known.map((one) => argumentField(app, index, one)));
}

function argumentField(app: App, index: () => number, one: Argument): Field {
  return valueField({
    label: one.label,
    placeholder: 'none',
    show: () => {
      const value = factsOf(app)?.joints[index()]?.values[one.name];
      return value === undefined ? '' : showQuantity(one.quantity, value, app.ui.units.value);
    },
    unit: () => (one.quantity === 'angle' ? '°' : one.quantity === 'length' ? app.ui.units.value : showUnit(one.unit)),
    commit: (text) => {
      const set = (value: string | null) => entered(app, one.label, (draft) => setJointValue(draft, index(), one.name, value));
      return text.trim() === '' ? set(null) : enteredNumber(app, readQuantity(app.core, one.quantity, text, app.ui.units.value, one.unit), (value) => set(written(app, one, value)));
    },
  });
}

/** A value as the text has it. */
function written(app: App, one: Argument, value: number): string {
  if (one.quantity === 'angle') {
    return `${showAngle(value)}deg`;
  }
  return one.quantity === 'length' ? `${showLength(value, app.ui.units.value)}${app.ui.units.value}` : `${short(value, 6)}${one.unit}`;
}
