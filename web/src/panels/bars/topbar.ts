// topbar.ts: the bar at the top: the document's name, the menus, undo and redo, share, theme.
import type { ReadSignal } from '../../base/signal';
import type { App } from '../../app';
import { actionButton, keepFocus } from '../widgets/buttons';
import { el, fill, setAttribute, setText } from '../widgets/dom';
import type { Frame } from '../frame';
import { icon } from '../widgets/icons';
import { makeMenubar, makeMenuButton } from './menubar';

const themeIcons = { auto: 'auto', light: 'sun', dark: 'moon' } as const;

export function mountTopbar(app: App, frame: Frame, pulse: ReadSignal<number>): void {
  const undo = actionButton(app, pulse, 'edit.undo', { icon: 'undo' });
  const redo = actionButton(app, pulse, 'edit.redo', { icon: 'redo' });
  const share = actionButton(app, pulse, 'file.share', { icon: 'share', text: 'Share', class: 'share' });
  const theme = actionButton(app, pulse, 'view.theme', { icon: 'auto' });
  const text = actionButton(app, pulse, 'view.text', { icon: 'text', class: 'wide-only' });
  const inspector = actionButton(app, pulse, 'view.inspector', { icon: 'inspector', class: 'wide-only' });
  const help = actionButton(app, pulse, 'help.show', { icon: 'help', class: 'wide-only' });
  const palette = actionButton(app, pulse, 'help.palette', { icon: 'search', class: 'wide-only' });
  fill(
    frame.top,
    makeMenuButton(app),
    el('div', { class: 'brand', 'aria-hidden': 'true' }, icon('link')),
    makeMenubar(app),
    makeTitle(app),
    el('div', { class: 'top-end', role: 'group', 'aria-label': 'Document' }, undo, redo, line(), text, inspector, line(), palette, help, theme, share),
  );
  keepFocus(frame.top, frame.stage);
  const refresh = () => {
    if (theme) {
      fill(theme, icon(themeIcons[app.ui.theme.value]));
    }
    if (undo && app.doc.undoLabel.value) {
      setAttribute(undo, 'title', `Undo ${app.doc.undoLabel.value}`);
    }
    if (redo && app.doc.redoLabel.value) {
      setAttribute(redo, 'title', `Redo ${app.doc.redoLabel.value}`);
    }
  };
  pulse.subscribe(refresh);
  refresh();
}

function line(): HTMLElement {
  return el('span', { class: 'top-line wide-only' });
}

function makeTitle(app: App): HTMLElement {
  const name = el('span', { class: 'title-name' });
  const dot = el('span', { class: 'title-dot', role: 'img', 'aria-label': 'not saved', title: 'The last change is not saved' });
  const refresh = () => {
    setText(name, app.doc.name.value);
    dot.classList.toggle('shown', app.doc.dirty.value);
    setAttribute(dot, 'aria-hidden', app.doc.dirty.value ? null : 'true');
    document.title = `${app.doc.dirty.value ? '• ' : ''}${app.doc.name.value} – Trammel`;
  };
  app.doc.name.subscribe(refresh);
  app.doc.dirty.subscribe(refresh);
  refresh();
  return el('h1', { class: 'title' }, name, dot);
}
