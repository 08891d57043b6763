// status.ts: the line at the foot: messages, mistakes in the text, where the pointer is. Messages go
// to screen readers as well, so they stand in a live region that is always there.
import type { App, Message } from '../../app';
import { onAny } from '../../base/signal';
import { toWorld } from '../../view/geometry/camera';
import { el, fill, setText } from '../widgets/dom';
import type { Frame } from '../frame';
import { counted } from '../words';
import { showLength } from '../units';

const shownFor = 6000;
const longer = 12000;

/** Shows messages; app.say is made of it. An empty one takes the last away. */
export function makeSay(frame: Frame): (message: Message | string) => void {
  const place = el('div', { class: 'message', role: 'status', 'aria-live': 'polite', 'aria-atomic': 'true' });
  frame.status.append(place);
  let timer = 0;
  return (message) => {
    const { text, kind, action, holds, stays }: Message = typeof message === 'string' ? { text: message, kind: 'info' } : message;
    clearTimeout(timer);
    const clear = () => {
      place.dataset['kind'] = '';
      place.replaceChildren();
    };
    const button = action
      ? el('button', { type: 'button', class: 'message-action', on: { click: () => (clear(), action.perform()) } }, action.label)
      : null;
    if (text === '') {
      clear();
      return;
    }
    place.dataset['kind'] = kind;
    place.dataset['goes'] = String(kind !== 'error' && !holds);
    fill(place, el('span', { class: 'message-text', title: text }, text), button);
    if (!stays) {
      timer = window.setTimeout(clear, kind === 'info' && !action ? shownFor : longer);
    }
  };
}

export function mountStatus(app: App, frame: Frame): void {
  // A note on the last step goes with the next one; errors and offers stay their time.
  const forget = () => {
    if (frame.status.querySelector<HTMLElement>('.message')?.dataset['goes'] === 'true') {
      app.say('');
    }
  };
  app.doc.text.subscribe(forget);
  // What was said of the drawing, such as its arrows, need not be true of a simulation.
  app.live.state.subscribe((state) => (state === 'starting' ? forget() : undefined));
  frame.status.append(makeProblems(app), makePointer(app, frame));
}

function makeProblems(app: App): HTMLElement {
  const button = el('button', { type: 'button', class: 'problems', on: { click: () => app.run('edit.nextError') } });
  const refresh = () => {
    const { diags } = app.stage.facts.value;
    const errors = diags.filter((diag) => diag.severity === 'error').length;
    const warnings = diags.filter((diag) => diag.severity === 'warning').length;
    button.hidden = errors + warnings === 0 || app.stage.isLate.value;
    button.dataset['kind'] = errors > 0 ? 'error' : 'warning';
    const words = [errors > 0 ? counted(errors, 'error') : '', warnings > 0 ? counted(warnings, 'warning') : ''];
    setText(button, words.filter(Boolean).join(', '));
    button.title = diags.find((diag) => diag.severity === (errors > 0 ? 'error' : 'warning'))?.message ?? '';
  };
  onAny([app.stage.facts, app.stage.isLate], refresh);
  refresh();
  return button;
}

/** Where the pointer is. Written once a frame: text that changes in a listener makes the next one that
 *  asks for a place wait for a layout of the page. */
function makePointer(app: App, frame: Frame): HTMLElement {
  const place = el('output', { class: 'pointer', 'aria-hidden': 'true' });
  let text = '';
  let waiting = 0;
  const write = (next: string): void => {
    text = next;
    waiting ||= requestAnimationFrame(() => {
      waiting = 0;
      setText(place, text);
    });
  };
  frame.stage.addEventListener('pointermove', (event) => {
    const box = frame.stage.getBoundingClientRect();
    const at = toWorld(app.ui.camera.value, box, { x: event.clientX - box.left, y: event.clientY - box.top });
    const unit = app.ui.units.value;
    write(`${showLength(at.x, unit, 'fixed')}, ${showLength(at.y, unit, 'fixed')} ${unit}`);
  });
  frame.stage.addEventListener('pointerleave', () => write(''));
  return place;
}
