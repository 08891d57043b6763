// menus.ts: which actions stand in which menu, and in what order. Actions that no line names come at
// the end of the menu of their group, so that a new one is never out of reach.
import type { Action, App } from '../../app';
import { showKeys } from '../../actions/keys';
import type { MenuItem, MenuSections } from '../widgets/menu';

export interface Menu {
  readonly label: string;
  readonly group: Action['group'];
  readonly sections: readonly (readonly string[])[];
}

export const menus: readonly Menu[] = [
  { label: 'File', group: 'file', sections: [['file.new', 'file.open', 'file.recent', 'file.gallery'], ['file.save', 'file.saveAs', 'file.share'], ['file.export', 'file.backdrop']] },
  {
    label: 'Edit',
    group: 'edit',
    sections: [
      ['edit.undo', 'edit.redo'],
      ['edit.cut', 'edit.copy', 'edit.paste', 'edit.duplicate', 'edit.delete'],
      ['edit.selectAll', 'edit.selectNone'],
      ['edit.lock', 'edit.hide', 'edit.showAll', 'edit.ground'],
      ['edit.align.left', 'edit.align.vertical', 'edit.align.right', 'edit.align.top', 'edit.align.horizontal', 'edit.align.bottom'],
    ],
  },
  { label: 'Draw', group: 'draw', sections: [['draw.mode'], ['draw.toggleJoint', 'draw.motor', 'draw.pinPoint', 'draw.trace']] },
  {
    label: 'View',
    group: 'view',
    sections: [
      ['view.fit', 'view.zoomIn', 'view.zoomOut'],
      ['view.grid', 'view.snap', 'view.dimensions', 'view.names', 'view.curves', 'view.arrows', 'view.forces', 'view.units'],
      ['view.text', 'view.inspector', 'view.analysis', 'view.plots', 'view.simulate'],
    ],
  },
  {
    label: 'Motion',
    group: 'motion',
    sections: [
      ['motion.play', 'motion.step', 'motion.stepBack', 'motion.reverse', 'motion.start', 'motion.reset'],
      ['motion.modes'],
      ['live.run', 'live.step', 'live.stop'],
    ],
  },
  { label: 'Help', group: 'help', sections: [['help.palette', 'help.show']] },
];

export function menuSections(app: App, menu: Menu): MenuSections {
  const named = new Set(menus.flatMap((one) => one.sections.flat()));
  const rest = [...app.actions.values()].filter((action) => action.group === menu.group && !named.has(action.id));
  const sections = menu.sections.map((ids) => ids.flatMap((id) => app.actions.get(id) ?? []));
  return [...sections, rest].map((section) => section.map((action) => menuItem(app, action)));
}

export function menuItem(app: App, action: Action): MenuItem {
  const keys = action.keys?.[0];
  return {
    label: action.label,
    help: action.help,
    disabled: !(action.enabled?.(app) ?? true),
    ...(keys ? { keys: showKeys(keys) } : {}),
    ...(action.checked ? { checked: action.checked(app) } : {}),
    perform: () => app.run(action.id),
  };
}
