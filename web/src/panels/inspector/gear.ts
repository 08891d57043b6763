// gear.ts: the fields of a wheel's teeth. A change goes to the numbers of the text; wheels that mesh
// with it go along.
import type { App } from '../../app';
import { entered, enteredNumber } from '../../actions/edit';
import { setModule, setTeeth } from '../../document/edits';
import { group, valueField, type Field } from '../widgets/fields';
import { readIn, showLength } from '../units';
import { bodyNamed } from './common';

/** Null where the body has no teeth. */
export function gearFields(app: App, name: string): Field | null {
  const gear = () => bodyNamed(app, name).body?.gear ?? null;
  const unit = () => app.ui.units.value;
  const length = (metres: number | undefined) => (metres === undefined ? null : showLength(metres, unit()));
  if (!gear()) {
    return null;
  }
  return group(
    'Gear',
    valueField({
      label: 'Teeth',
      title: 'Wheels that mesh with it are moved to fit',
      show: () => String(gear()?.teeth ?? ''),
      commit: (text) => enteredNumber(app, readIn(app.core, text, ''), (teeth) => entered(app, 'Teeth', (draft) => setTeeth(draft, bodyNamed(app, name).index, teeth))),
    }),
    valueField({
      label: 'Module',
      title: 'Pitch diameter over teeth; the same for all wheels that mesh',
      show: () => length(gear()?.module),
      unit,
      commit: (text) => enteredNumber(app, readIn(app.core, text, unit()), (module) => entered(app, 'Module', (draft) => setModule(draft, bodyNamed(app, name).index, module))),
    }),
    valueField({
      label: 'Radius',
      title: 'Of the pitch circle: half of teeth × module',
      show: () => length(((gear()?.teeth ?? 0) * (gear()?.module ?? 0)) / 2),
      unit,
    }),
  );
}
