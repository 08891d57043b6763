// point.ts: the fields of one point of a body.
import type { App, Pick } from '../../app';
import { entered, enteredNumber, refused, selectedJoints } from '../../actions/edit';
import { isTraced } from '../../actions/parts';
import { movePoints } from '../../document/edits';
import { checkField, fixed, group, line, row, valueField, type Field } from '../widgets/fields';
import { plainButton } from '../widgets/buttons';
import { readIn } from '../units';
import { actionRow, bodyNamed, jointButton, nameField, shownPose, showPlace } from './common';

type PointPick = Extract<Pick, { readonly kind: 'point' }>;

export function pointFields(app: App, pick: PointPick): Field {
  const owner = plainButton({ text: pick.body, class: 'inline' }, () => (app.ui.selection.value = [{ kind: 'body', body: pick.body }]));
  return group(
    '',
    nameField(app, pick, pick.point),
    fixed(row('Body', owner)),
    jointsField(app, pick),
    group('Position', line(coordinate(app, pick, 'x'), coordinate(app, pick, 'y'))),
    checkField('Trace its path', 'Draws the path of this point', () => isTraced(app, pick), () => app.run('draw.trace')),
    actionRow(app, ['draw.pinPoint', 'edit.delete']),
  );
}

/** The joints that the point has; a press selects one. */
function jointsField(app: App, pick: PointPick): Field | null {
  const facts = app.stage.sketch.value?.facts;
  const joints = selectedJoints(app, [pick]);
  return facts && joints.length > 0 ? fixed(row('Joints', joints.map((joint) => jointButton(app, facts, joint)))) : null;
}

/** Where the point is in the world now. */
function place(app: App, pick: PointPick): { readonly x: number; readonly y: number } | null {
  const point = bodyNamed(app, pick.body).body?.points.find((one) => one.name === pick.point);
  const [x = 0, y = 0, cos = 1, sin = 0] = shownPose(app, pick.body);
  return point ? { x: x + cos * point.x - sin * point.y, y: y + sin * point.x + cos * point.y } : null;
}

function coordinate(app: App, pick: PointPick, axis: 'x' | 'y'): Field {
  const unit = () => app.ui.units.value;
  return valueField({
    label: axis,
    show: () => {
      const at = place(app, pick);
      return at && showPlace(app, at[axis]);
    },
    unit,
    commit: (text) =>
      enteredNumber(app, readIn(app.core, text, unit()), (value) => {
        const at = place(app, pick);
        if (!at) {
          return refused(app, 'This point no longer exists.');
        }
        const move = { body: bodyNamed(app, pick.body).index, point: pick.point, ...at, [axis]: value };
        return entered(app, 'Move a point', (draft) => movePoints(draft, [move]));
      }),
  });
}
