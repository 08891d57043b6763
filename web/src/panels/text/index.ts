// index.ts: the panel of the text. A plain text stands there until the editor has come.
import './text.css';
import type { App } from '../../app';
import { el } from '../widgets/dom';
import { setTextPanel, type TextPanel } from './handle';

/** Fills `element` with the text of the document, to be read at once and to be edited soon after. */
export function mountText(app: App, element: HTMLElement): void {
  const plain = el('pre', { class: 'text-plain', tabindex: 0, 'aria-label': 'Definition of the mechanism' });
  const show = () => {
    plain.textContent = app.doc.text.value;
  };
  show();
  element.classList.add('text-editor');
  element.replaceChildren(plain);
  const stopShowing = app.doc.text.subscribe(show);
  const ready = keepWishes(app);
  whenOpened(app, () => {
    void import('./editor').then(
      ({ mountEditor }) => {
        stopShowing();
        ready(mountEditor(app, element));
      },
      () => app.say({ text: 'The text editor could not be loaded; the text is read-only.', kind: 'warning' }),
    );
  });
}

/** Keeps what is asked of the editor until it is there; the function returned passes it on. */
function keepWishes(app: App): (panel: TextPanel) => void {
  const wishes: ((panel: TextPanel) => void)[] = [];
  setTextPanel(app, {
    hasFocus: false,
    focus: () => wishes.push((panel) => panel.focus()),
    nextProblem: () => wishes.push((panel) => panel.nextProblem()),
  });
  return (panel) => {
    setTextPanel(app, panel);
    wishes.forEach((wish) => wish(panel));
  };
}

/** Calls once, when the panel is open and the picture has been painted: the picture can be used before the editor is even fetched. */
function whenOpened(app: App, call: () => void): void {
  const isOpen = () => app.ui.panels.value.has('text');
  const soon = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(call)));
  if (isOpen()) {
    soon();
    return;
  }
  const stop = app.ui.panels.subscribe(() => {
    if (isOpen()) {
      stop();
      soon();
    }
  });
}
