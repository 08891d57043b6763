// transport.ts: the bar under the picture that moves the mechanism: of its drives, or of the
// simulation while there is one. The two share the place, so nothing jumps when one starts.
import type { ReadSignal } from '../../base/signal';
import type { App } from '../../app';
import { driveValue, hasDrive, moveToPart } from '../../actions/drive';
import { actionButton, keepFocus, plainButton } from '../widgets/buttons';
import { el, fill, setText } from '../widgets/dom';
import { makeDriveSettings } from './drive_settings';
import type { Field } from '../widgets/fields';
import type { Frame } from '../frame';
import { icon } from '../widgets/icons';
import { makeLiveTransport } from './transport_live';
import { showAngle, showLength } from '../units';
import { undrawnText } from '../words';

export function mountTransport(app: App, frame: Frame, pulse: ReadSignal<number>): void {
  const drives = makeDriveTransport(app, pulse);
  const live = makeLiveTransport(app, pulse);
  frame.transport.append(drives, live);
  keepFocus(frame.transport, frame.stage);
  const refresh = () => {
    const running = app.live.state.value !== 'off';
    const leaving = running ? drives : live;
    if (leaving.contains(document.activeElement)) {
      frame.stage.focus({ preventScroll: true });
    }
    drives.hidden = running;
    live.hidden = !running;
    frame.root.classList.toggle('simulating', running);
  };
  app.live.state.subscribe(refresh);
  refresh();
}

function makeDriveTransport(app: App, pulse: ReadSignal<number>): HTMLElement {
  const play = actionButton(app, pulse, 'motion.play', { icon: 'play', class: 'primary' });
  const slider = el('input', { type: 'range', class: 'way', min: 0, max: 1, step: 0.0001, value: 0, 'aria-label': 'Motor position' });
  const value = el('output', { class: 'way-value' });
  const settings = makeDriveSettings(app, pulse);
  const simulate = actionButton(app, pulse, 'live.run', { icon: 'simulate', text: 'Simulate', class: 'accent' });
  const controls = el(
    'div',
    { class: 'transport-drive' },
    actionButton(app, pulse, 'motion.stepBack', { icon: 'stepBack', class: 'wide-only' }),
    play,
    actionButton(app, pulse, 'motion.step', { icon: 'step', class: 'wide-only' }),
    slider,
    el('div', { class: 'way-at' }, value, makeDoubt(app)),
    settings,
  );
  const none = makeNoDrive(app);
  slider.addEventListener('input', () => {
    app.ui.playing.value = false;
    moveToPart(app, Number(slider.value));
  });
  followPart(app, slider, value);
  const refresh = () => {
    const driven = hasDrive(app);
    controls.hidden = !driven;
    none.element.hidden = driven;
    none.refresh();
    if (play) {
      fill(play, icon(app.ui.playing.value ? 'pause' : 'play'));
      play.setAttribute('aria-label', app.ui.playing.value ? 'Pause' : 'Play');
    }
  };
  pulse.subscribe(refresh);
  refresh();
  return el('div', { class: 'transport-row' }, controls, none.element, el('div', { class: 'transport-end' }, simulate));
}

/** The slider goes where the mechanism is, once a frame at most. */
function followPart(app: App, slider: HTMLInputElement, value: HTMLElement): void {
  let asked = false;
  const show = () => {
    asked = false;
    const sketch = app.stage.sketch.value;
    const drive = sketch?.facts.drives[0];
    if (!sketch || !drive || app.live.state.value !== 'off') {
      return;
    }
    const part = sketch.part();
    slider.value = String(part);
    const at = driveValue(drive, part);
    const unit = app.ui.units.value;
    const text = drive.isAngle ? `${showAngle(at, 'fixed')}°` : `${showLength(at, unit, 'fixed')} ${unit}`;
    setText(value, text);
    slider.setAttribute('aria-valuetext', text);
  };
  const ask = () => {
    if (!asked) {
      asked = true;
      requestAnimationFrame(show);
    }
  };
  app.stage.poses.subscribe(ask);
  app.stage.sketch.subscribe(ask);
  app.ui.units.subscribe(ask);
  ask();
}

/** Says of a step of the motor that it is not certified, and why. */
function makeDoubt(app: App): HTMLElement {
  const doubt = el('span', { class: 'way-doubt' }, 'not certified');
  const refresh = () => {
    const why = app.ui.doubt.value;
    doubt.hidden = why === '';
    doubt.title = `Between two frames, a dead point or another branch may go unnoticed: ${why}.`;
  };
  app.ui.doubt.subscribe(refresh);
  refresh();
  return doubt;
}

/** Where the world itself is not drawn, nothing is known of its drives. */
function makeNoDrive(app: App): Field {
  const motor = app.tools.get('motor');
  const why = el('span', {});
  const add = motor ? plainButton({ text: 'Add a motor', class: 'inline' }, () => (app.ui.tool.value = motor.id)) : null;
  const refresh = () => {
    const undrawn = undrawnText(app.stage.facts.value);
    setText(why, `${undrawn || 'No motor yet'}. `);
    add?.toggleAttribute('hidden', undrawn !== '');
  };
  return { element: el('p', { class: 'transport-none' }, why, add), refresh };
}
