// panels.ts: opens and closes the panels.
import type { Action } from '../app';
import { isOpen, togglePanel, type PanelName } from '../panels/open';

function panel(name: PanelName, label: string, key: string, help: string): Action {
  return {
    id: `view.${name}`,
    label,
    keys: [key],
    group: 'view',
    help,
    checked: (app) => isOpen(app, name),
    perform: (app) => togglePanel(app, name),
  };
}

export const panelActions: readonly Action[] = [
  panel('text', 'Text', 'Alt+1', 'The definition as text'),
  panel('inspector', 'Inspector', 'Alt+2', 'Properties of the selection'),
  panel('analysis', 'Analysis', 'Alt+3', 'Degrees of freedom, redundant joints, four-bars, assembly modes'),
  panel('plots', 'Plots', 'Alt+4', 'Angles, positions and forces as curves'),
  panel('simulate', 'Simulation', 'Alt+5', 'Gravity and inputs of the simulation'),
];
