// toolbar.ts: the bar of tools, in their groups; one of them is the present one.
import type { App, ToolInfo } from '../../app';
import { keepFocus } from '../widgets/buttons';
import { el, setAttribute } from '../widgets/dom';
import type { Frame } from '../frame';
import { icon, hasIcon } from '../widgets/icons';
import { rove, roveKeys } from '../widgets/roving';

export function mountToolbar(app: App, frame: Frame): void {
  const bar = el('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'Tools', 'aria-orientation': 'vertical' });
  const buttons = new Map<string, HTMLButtonElement>();
  let group: ToolInfo['group'] | null = null;
  for (const tool of app.tools.values()) {
    if (group !== null && tool.group !== group) {
      bar.append(el('div', { class: 'tool-line', role: 'separator' }));
    }
    group = tool.group;
    const button = toolButton(app, tool);
    buttons.set(tool.id, button);
    bar.append(button);
  }
  frame.tools.append(bar);
  keepFocus(bar, frame.stage);
  roveKeys(bar, '.tool', 'both');
  const refresh = () => {
    for (const [id, button] of buttons) {
      const on = app.ui.tool.value === id;
      setAttribute(button, 'aria-pressed', String(on));
      button.tabIndex = on ? 0 : -1;
    }
    rove(bar, '.tool');
  };
  app.ui.tool.subscribe(refresh);
  refresh();
}

function toolButton(app: App, tool: ToolInfo): HTMLButtonElement {
  const name = hasIcon(tool.icon) ? tool.icon : tool.id;
  return el(
    'button',
    {
      type: 'button',
      class: 'tool',
      'aria-label': tool.label,
      'aria-keyshortcuts': tool.key || undefined,
      title: `${tool.label}${tool.key ? ` (${tool.key})` : ''}\n${tool.help}`,
      on: { click: () => (app.ui.tool.value = tool.id) },
    },
    icon(name),
    el('span', { class: 'tool-name' }, tool.label),
  );
}
