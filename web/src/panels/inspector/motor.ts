// motor.ts: the fields of a drive: whether there is one, from where to where, and what it does where
// the mechanism cannot follow.
import type { App } from '../../app';
import { attempt, entered, enteredNumber } from '../../actions/edit';
import { driveOf } from '../../actions/parts';
import type { SketchFacts } from '../../core/facts';
import { setMotor, setOnBreak } from '../../document/edits';
import { checkField, group, line, selectField, valueField, type Field } from '../widgets/fields';
import { readQuantity, showQuantity } from '../units';
import { factsOf } from './common';

export function motorFields(app: App, index: () => number): Field | null {
  const kind = factsOf(app)?.joints[index()]?.kind;
  if (kind !== 'pin' && kind !== 'slider' && kind !== 'point_on_line') {
    return null;
  }
  const drive = () => driveOf(app, index());
  const driven = checkField('Driven by a motor', 'Drives the mechanism', () => drive() >= 0, () => app.run('draw.motor'));
  if (drive() < 0) {
    return group('Motor', driven);
  }
  return group('Motor', driven, line(rangeField(app, drive, 'from'), rangeField(app, drive, 'to')), policyField(app));
}

/** Where a drive begins or ends. */
export function rangeField(app: App, drive: () => number, end: 'from' | 'to'): Field {
  const fact = () => factsOf(app)?.drives[drive()];
  const quantity = () => (fact()?.isAngle ? 'angle' : 'length');
  return valueField({
    label: end === 'from' ? 'From' : 'To',
    show: () => showQuantity(quantity(), fact()?.[end] ?? 0, app.ui.units.value),
    unit: () => (fact()?.isAngle ? '°' : app.ui.units.value),
    commit: (text) =>
      enteredNumber(app, readQuantity(app.core, quantity(), text, app.ui.units.value), (value) =>
        entered(app, 'Motor range', (draft) => setMotor(draft, drive(), { [end]: value })),
      ),
  });
}

const policies: readonly (readonly [SketchFacts['onBreak'], string])[] = [
  ['limit', 'stop'],
  ['search', 'search'],
  ['stretch', 'stretch'],
];

/** Where the mechanism cannot follow it stops, goes as far as it can, or its joints open. */
export function policyField(app: App): Field {
  const read = () => factsOf(app)?.onBreak ?? 'limit';
  const field = selectField('At a dead point', policies, read, (value) => {
    attempt(app, 'At a dead point', (draft) => setOnBreak(draft, value as SketchFacts['onBreak']));
    field.refresh();
  });
  field.element.title = 'Where the mechanism cannot follow the motor: stop, go as far as it can, or let joints open';
  return field;
}
