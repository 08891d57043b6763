// several.ts: what several selected things have in common.
import type { App, Pick } from '../../app';
import { selectedBodies } from '../../actions/edit';
import { actionButton } from '../widgets/buttons';
import { el } from '../widgets/dom';
import { fixed, group, row, type Field } from '../widgets/fields';
import { counted } from '../words';
import { actionRow, colourField, densityField, stateFields } from './common';

const aligns = ['left', 'vertical', 'right', 'top', 'horizontal', 'bottom'] as const;
const iconNames = { left: 'alignLeft', vertical: 'alignVertical', right: 'alignRight', top: 'alignTop', horizontal: 'alignHorizontal', bottom: 'alignBottom' } as const;

export function severalFields(app: App, picks: readonly Pick[]): Field {
  const bodies = () => selectedBodies(app, picks);
  const some = bodies().length > 0;
  return group(
    '',
    fixed(el('p', { class: 'panel-lead' }, `${counted(picks.length, 'thing')} selected`)),
    some ? colourField(app, bodies) : null,
    alignRow(app),
    some ? densityField(app, bodies) : null,
    some ? stateFields(app, bodies) : null,
    actionRow(app, ['edit.duplicate', 'edit.delete']),
  );
}

function alignRow(app: App): Field {
  const still = { value: 0, subscribe: () => () => undefined };
  const buttons = aligns.map((side) => actionButton(app, still, `edit.align.${side}`, { icon: iconNames[side] }));
  return fixed(row('Align', el('div', { class: 'icon-row', role: 'group', 'aria-label': 'Align' }, buttons)));
}
