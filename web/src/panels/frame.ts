// frame.ts: the places of the page and its landmarks. Empty: shell.ts fills them. It stands before
// there is an App, for the picture needs its element.
import '../styles/index.css';
import { el } from './widgets/dom';

export interface Frame {
  readonly root: HTMLElement;
  readonly top: HTMLElement;
  readonly tools: HTMLElement;
  /** Holds the picture: canvases go in here. */
  readonly stage: HTMLElement;
  /** What floats over the picture. */
  readonly floats: HTMLElement;
  readonly transport: HTMLElement;
  readonly side: HTMLElement;
  /** For the text editor. */
  readonly text: HTMLElement;
  readonly textPanel: HTMLElement;
  readonly dock: HTMLElement;
  /** Chooses among text and panels on small screens. */
  readonly sheets: HTMLElement;
  readonly status: HTMLElement;
}

export function makeFrame(root: HTMLElement): Frame {
  const stage = el('div', {
    class: 'stage',
    tabindex: 0,
    role: 'application',
    'aria-label': 'Picture of the mechanism',
    'aria-describedby': 'stage-description',
  });
  const text = el('div', { class: 'text-host' });
  const frame: Frame = {
    root,
    top: el('header', { class: 'top' }),
    tools: el('nav', { class: 'tools', 'aria-label': 'Tools' }),
    stage,
    floats: el('div', { class: 'floats' }),
    transport: el('section', { class: 'transport', 'aria-label': 'Motion' }),
    side: el('div', { class: 'side', id: 'side' }),
    text,
    textPanel: el('section', { class: 'text-panel', id: 'panel-text', 'aria-label': 'Text' }, text),
    dock: el('section', { class: 'dock', 'aria-label': 'Panels' }),
    sheets: el('nav', { class: 'sheets', 'aria-label': 'Panels' }),
    status: el('footer', { class: 'status' }),
  };
  const main = el('main', { class: 'middle', 'aria-label': 'Mechanism' }, stage, frame.floats);
  root.classList.add('frame');
  root.replaceChildren(frame.top, frame.tools, main, frame.transport, frame.side, frame.sheets, frame.status);
  return frame;
}
