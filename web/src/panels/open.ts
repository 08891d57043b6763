// open.ts: which panels are open. The text and one panel of the dock can be open at once; where the
// screen is small only one of all.
import type { App } from '../app';
import { isSmall } from '../base/media';

export { isSmall };

export const dockPanels = ['inspector', 'analysis', 'plots', 'simulate'] as const;
export type DockPanel = (typeof dockPanels)[number];
export type PanelName = DockPanel | 'text';

export function openDock(app: App): DockPanel | null {
  return dockPanels.find((name) => app.ui.panels.value.has(name)) ?? null;
}

export function isOpen(app: App, name: PanelName): boolean {
  return app.ui.panels.value.has(name);
}

export function openPanel(app: App, name: PanelName, small = isSmall()): void {
  const open = new Set(app.ui.panels.value);
  for (const other of dockPanels) {
    if (name !== 'text' || small) {
      open.delete(other);
    }
  }
  if (small) {
    open.delete('text');
  }
  open.add(name);
  app.ui.panels.value = open;
}

export function togglePanel(app: App, name: PanelName): void {
  if (isOpen(app, name)) {
    const open = new Set(app.ui.panels.value);
    open.delete(name);
    app.ui.panels.value = open;
  } else {
    openPanel(app, name);
  }
}

export function lengthTitle(a: string, b: string): string {
  return `Distance between the points ${a} and ${b}`;
}

/** Time until the inspector has its fields and the press that asks for one has set the focus [ms]. */
const BUILT = 60;

/** Lets the length between two points of the selected link be typed. */
export function openLength(app: App, a: string, b: string): void {
  openPanel(app, 'inspector');
  setTimeout(() => {
    const fields = typeof document === 'undefined' ? [] : document.querySelectorAll<HTMLInputElement>('input[title]');
    [...fields].find((field) => field.title === lengthTitle(a, b))?.focus();
  }, BUILT);
}
