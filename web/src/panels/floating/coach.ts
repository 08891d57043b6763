// coach.ts: three hints for the first visit, one after the other. Each goes away when what it says
// was done or by a press; they never come back unless asked for.
import type { App } from '../../app';
import { isTouched } from '../../base/media';
import { browserStore } from '../../transient/ui';
import { el, fill } from '../widgets/dom';
import type { Frame } from '../frame';

const key = 'trammel.hints';

interface Hint {
  readonly text: string;
  /** Where there are no keys. */
  readonly touch?: string;
  /** Whether what it says has been done. */
  readonly done: (app: App) => boolean;
}

const bodies = (app: App) => app.stage.sketch.value?.facts.bodies.length ?? 0;

const hints: readonly Hint[] = [
  {
    text: 'Draw a bar (B): each click sets a pin. Click the last one again to finish.',
    touch: 'Draw a bar: each tap sets a pin. Tap the last one again to finish.',
    done: (app) => bodies(app) > 1,
  },
  { text: 'Drag any link: everything joined to it follows.', done: (app) => /^(Move|Join)/.test(app.doc.undoLabel.value) },
  {
    text: 'Space runs the motor. Simulate makes everything fall.',
    touch: 'Play runs the motor. Simulate makes everything fall.',
    done: (app) => app.ui.playing.value,
  },
];

function next(): number {
  return Number(browserStore()?.getItem(key) ?? 0);
}

export function forgetCoach(app: App): void {
  browserStore()?.setItem(key, '0');
  app.say('The hints will be shown again on the next visit.');
}

export function mountCoach(app: App, frame: Frame): void {
  let at = next();
  if (at >= hints.length) {
    return;
  }
  const bubble = el('div', { class: 'coach', role: 'note' });
  frame.floats.append(bubble);
  const advance = () => {
    at += 1;
    browserStore()?.setItem(key, String(at));
    show();
  };
  const stopAll = () => {
    at = hints.length;
    browserStore()?.setItem(key, String(at));
    show();
  };
  const show = () => {
    const hint = hints[at];
    if (!hint) {
      bubble.remove();
      return;
    }
    const last = at === hints.length - 1;
    fill(
      bubble,
      el('p', {}, (isTouched() && hint.touch) || hint.text),
      el(
        'div',
        { class: 'coach-row' },
        el('span', { class: 'coach-count' }, `${at + 1} of ${hints.length}`),
        last ? null : el('button', { type: 'button', class: 'button small', on: { click: stopAll } }, 'Skip'),
        el('button', { type: 'button', class: 'button small coach-next', on: { click: advance } }, last ? 'Done' : 'Next'),
      ),
    );
    bubble.dataset['at'] = String(at);
  };
  const check = () => {
    if (hints[at]?.done(app)) {
      advance();
    }
  };
  app.stage.sketch.subscribe(check);
  app.doc.undoLabel.subscribe(check);
  app.ui.playing.subscribe(check);
  show();
}
