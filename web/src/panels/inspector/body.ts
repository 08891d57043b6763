// body.ts: the fields of one link or body.
import type { App } from '../../app';
import { entered, enteredNumber, refused } from '../../actions/edit';
import type { PointFact } from '../../core/facts';
import { moveBodies, setDimension } from '../../document/edits';
import { group, line, valueField, type Field } from '../widgets/fields';
import { lengthTitle } from '../open';
import { readIn, short, showAngle } from '../units';
import { actionRow, bodyNamed, colourField, densityField, nameField, showDistance, shownPose, showPlace, stateFields } from './common';
import { gearFields } from './gear';

export function bodyFields(app: App, name: string): Field {
  const bodies = () => [bodyNamed(app, name).index];
  const { body } = bodyNamed(app, name);
  return group(
    '',
    nameField(app, { kind: 'body', body: name }, name),
    colourField(app, bodies),
    gearFields(app, name),
    ...lengthFields(app, name),
    placeFields(app, name),
    group(
      'Mass',
      valueField({ label: 'Mass', show: () => massText(bodyNamed(app, name).body?.mass ?? 0) }),
      body?.fixed ? null : densityField(app, bodies),
    ),
    stateFields(app, bodies),
    actionRow(app, ['edit.duplicate', 'edit.delete']),
  );
}

function massText(mass: number): string {
  return mass === 0 ? 'none' : mass < 1 ? `${short(1000 * mass, 2)} g` : `${short(mass, 3)} kg`;
}

const mostLengths = 6;

/** Distances of the points: of all pairs of three or fewer, else from each to the next. */
function lengthFields(app: App, name: string): readonly Field[] {
  const points = bodyNamed(app, name).body?.points.filter((point) => point.dx === 0 && point.dy === 0) ?? [];
  const pairs: (readonly [PointFact, PointFact])[] = [];
  points.forEach((a, i) =>
    points.slice(i + 1).forEach((b, k) => {
      if (points.length <= 3 || k === 0) {
        pairs.push([a, b]);
      }
    }),
  );
  return pairs.length > 0 ? [group('Lengths', ...pairs.slice(0, mostLengths).map(([a, b]) => lengthField(app, name, a.name, b.name)))] : [];
}

function lengthField(app: App, name: string, a: string, b: string): Field {
  const unit = () => app.ui.units.value;
  const length = () => {
    const points = bodyNamed(app, name).body?.points;
    const [from, to] = [points?.find((point) => point.name === a), points?.find((point) => point.name === b)];
    return from && to ? Math.hypot(to.x - from.x, to.y - from.y) : null;
  };
  return valueField({
    label: `${a} – ${b}`,
    title: lengthTitle(a, b),
    show: () => {
      const value = length();
      return value === null ? null : showDistance(app, value);
    },
    unit,
    commit: (text) =>
      enteredNumber(app, readIn(app.core, text, unit()), (value) =>
        value > 0 ? entered(app, 'Length', (draft) => setDimension(draft, bodyNamed(app, name).index, a, b, value)) : refused(app, 'A length must be above 0.'),
      ),
  });
}

function placeFields(app: App, name: string): Field {
  const unit = () => app.ui.units.value;
  const pose = (k: number) => shownPose(app, name)[k] ?? 0;
  const coordinate = (label: string, k: 0 | 1) =>
    valueField({
      label,
      show: () => showPlace(app, pose(k)),
      unit,
      commit: (text) =>
        enteredNumber(app, readIn(app.core, text, unit()), (value) => {
          const by = value - pose(k);
          return entered(app, 'Move', (draft) => moveBodies(draft, [bodyNamed(app, name).index], k === 0 ? by : 0, k === 1 ? by : 0));
        }),
    });
  return group(
    'Position',
    line(coordinate('x', 0), coordinate('y', 1)),
    valueField({ label: 'Angle', show: () => `${showAngle(Math.atan2(pose(3), pose(2)), 'fixed')}°` }),
  );
}
