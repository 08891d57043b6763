// dock.ts: the text and the panels below it, with their tabs. A panel is made when it is first
// opened. On small screens the same tabs stand at the foot and each opens a sheet.
import type { ReadSignal } from '../base/signal';
import type { App } from '../app';
import { keepFocus } from './widgets/buttons';
import { el, setAttribute } from './widgets/dom';
import type { Frame } from './frame';
import { icon } from './widgets/icons';
import { dockPanels, isOpen, openDock, openPanel, togglePanel, type DockPanel, type PanelName } from './open';
import { roveKeys } from './widgets/roving';
import { makeSplitter } from './widgets/splitter';

/** Fills its element. */
export type PanelMaker = (app: App, element: HTMLElement, pulse: ReadSignal<number>) => void;

/** Fetched and called once, when the panel is first opened. */
export type PanelMakers = Readonly<Record<DockPanel, () => Promise<PanelMaker>>>;

const labels: Readonly<Record<PanelName, string>> = {
  text: 'Text',
  inspector: 'Inspector',
  analysis: 'Analysis',
  plots: 'Plots',
  simulate: 'Simulate',
};

export function mountDock(app: App, frame: Frame, pulse: ReadSignal<number>, makers: PanelMakers): void {
  const close = (name: () => PanelName | null) => () => {
    const open = name();
    if (open) {
      togglePanel(app, open);
    }
  };
  const sideSplitter = makeSplitter(frame.root, {
    label: 'Width of the text panel', controls: 'side', property: '--side', direction: 'row', min: 260, max: 0.6, standard: () => (window.innerWidth < 1200 ? 340 : 420),
    onCollapse: close(() => 'text'),
  });
  const dockSplitter = makeSplitter(frame.root, {
    label: 'Height of the panel', controls: 'dock-body', property: '--dock', direction: 'column', min: 160, max: 0.7, standard: () => Math.min(360, Math.round(0.42 * window.innerHeight)),
    onCollapse: close(() => openDock(app)),
  });
  const body = el('div', { class: 'dock-body', id: 'dock-body' });
  const tabs = makeTabs(app, dockPanels, 'dock');
  const textHead = el('div', { class: 'text-head' }, el('span', { class: 'panel-title' }, 'Text'), closeButton(app, 'text'));
  frame.textPanel.prepend(textHead);
  frame.dock.append(el('div', { class: 'dock-head' }, tabs, closeDock(app)), body);
  frame.side.append(sideSplitter, frame.textPanel, dockSplitter, frame.dock);
  frame.sheets.append(makeTabs(app, ['text', ...dockPanels], 'sheet'));
  [textHead, frame.dock, frame.sheets].forEach((bar) => keepFocus(bar, frame.stage));
  showOpen(app, frame, pulse, makers, body);
}

function showOpen(app: App, frame: Frame, pulse: ReadSignal<number>, makers: PanelMakers, body: HTMLElement): void {
  const made = new Map<DockPanel, HTMLElement>();
  const refresh = () => {
    const dock = openDock(app);
    const text = isOpen(app, 'text');
    frame.root.classList.toggle('has-text', text);
    frame.root.classList.toggle('has-dock', dock !== null);
    const { activeElement } = document;
    if ((!text && frame.textPanel.contains(activeElement)) || (!dock && body.contains(activeElement))) {
      frame.stage.focus({ preventScroll: true });
    }
    frame.textPanel.hidden = !text;
    if (dock && !made.has(dock)) {
      const panel = el('div', { class: `panel panel-${dock}`, id: `panel-${dock}`, role: 'tabpanel', 'aria-label': labels[dock], tabindex: -1 });
      made.set(dock, panel);
      body.append(panel);
      void makers[dock]().then((make) => make(app, panel, pulse));
    }
    for (const [name, panel] of made) {
      panel.hidden = name !== dock;
    }
  };
  app.ui.panels.subscribe(refresh);
  refresh();
}

function makeTabs(app: App, names: readonly PanelName[], look: 'dock' | 'sheet'): HTMLElement {
  const list = el('div', { class: `tabs tabs-${look}`, role: 'tablist', 'aria-label': 'Panels' });
  const tabs = names.map((name) =>
    el(
      'button',
      { type: 'button', class: 'tab', role: 'tab', 'aria-controls': `panel-${name}`, on: { click: () => (look === 'sheet' ? togglePanel(app, name) : openPanel(app, name)) } },
      look === 'sheet' ? icon(name) : null,
      el('span', {}, labels[name]),
    ),
  );
  list.append(...tabs);
  roveKeys(list, '.tab', 'row');
  const refresh = () => {
    const chosen = names.findIndex((name) => isOpen(app, name));
    tabs.forEach((tab, index) => {
      setAttribute(tab, 'aria-selected', String(index === chosen));
      tab.tabIndex = index === Math.max(chosen, 0) ? 0 : -1;
    });
  };
  app.ui.panels.subscribe(refresh);
  refresh();
  return list;
}

function closeButton(app: App, name: PanelName): HTMLElement {
  return el('button', { type: 'button', class: 'button small', 'aria-label': `Close ${labels[name].toLowerCase()}`, title: 'Close', on: { click: () => togglePanel(app, name) } }, icon('close'));
}

function closeDock(app: App): HTMLElement {
  const close = () => {
    const open = openDock(app);
    if (open) {
      togglePanel(app, open);
    }
  };
  return el('button', { type: 'button', class: 'button small dock-close', 'aria-label': 'Close panel', title: 'Close', on: { click: close } }, icon('close'));
}
