// hint.ts: the bubble beside the pointer, of the mouse or of keys, that says what the release of the button will do.
import type { App } from '../../app';
import { el, setText } from '../widgets/dom';
import type { Frame } from '../frame';

const away = 18;

export function mountHint(app: App, frame: Frame): void {
  const bubble = el('div', { class: 'hint', role: 'status', hidden: true });
  frame.floats.append(bubble);
  let x = 0;
  let y = 0;
  const place = () => {
    if (bubble.hidden) {
      return;
    }
    const { clientWidth, clientHeight } = frame.stage;
    const left = x + away + bubble.offsetWidth > clientWidth ? x - away - bubble.offsetWidth : x + away;
    const top = y + away + bubble.offsetHeight > clientHeight ? y - away - bubble.offsetHeight : y + away;
    bubble.style.transform = `translate(${Math.round(Math.max(4, left))}px, ${Math.round(Math.max(4, top))}px)`;
  };
  frame.stage.addEventListener('pointermove', (event) => {
    const box = frame.stage.getBoundingClientRect();
    x = event.clientX - box.left;
    y = event.clientY - box.top;
    place();
  });
  app.ui.keyPointer.subscribe((at) => {
    ({ x, y } = at);
    place();
  });
  app.ui.hint.subscribe((text) => {
    bubble.hidden = text === '';
    setText(bubble, text);
    place();
  });
}
