// tools.ts: an action for each tool, so that menus, palette and keys know them; and the mode.
import type { Action, ToolInfo } from '../app';

export function toolAction(tool: ToolInfo): Action {
  return {
    id: `tool.${tool.id}`,
    label: tool.label,
    ...(tool.key ? { keys: [tool.key] } : {}),
    group: 'draw',
    help: tool.help,
    checked: (app) => app.ui.tool.value === tool.id,
    perform: (app) => {
      app.ui.tool.value = tool.id;
      app.stageElement.focus({ preventScroll: true });
    },
  };
}

export const mode: Action = {
  id: 'draw.mode',
  label: 'Shape mode',
  keys: ['E'],
  group: 'draw',
  help: 'Dragging changes lengths and pins instead of moving the mechanism',
  checked: (app) => app.ui.mode.value === 'shape',
  perform: (app) => {
    app.ui.mode.value = app.ui.mode.value === 'move' ? 'shape' : 'move';
  },
};
