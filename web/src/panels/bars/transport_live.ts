// transport_live.ts: run, pause, step and scrub of a simulation, and the way back to kinematics.
import type { ReadSignal } from '../../base/signal';
import type { App } from '../../app';
import { actionButton } from '../widgets/buttons';
import { el, fill, setText } from '../widgets/dom';
import { icon } from '../widgets/icons';
import { slowText } from '../words';

const speeds = [0.1, 0.25, 0.5, 1, 2] as const;

export function makeLiveTransport(app: App, pulse: ReadSignal<number>): HTMLElement {
  const run = actionButton(app, pulse, 'live.run', { icon: 'play', class: 'primary' });
  const slider = el('input', { type: 'range', class: 'way', min: 0, max: 1, step: 'any', value: 0, 'aria-label': 'Time' });
  const value = el('output', { class: 'way-value' });
  slider.addEventListener('input', () => {
    app.live.pause();
    app.live.scrub(Number(slider.value));
  });
  followTime(app, slider, value);
  const refresh = () => {
    const state = app.live.state.value;
    if (run) {
      fill(run, icon(state === 'running' ? 'pause' : 'play'));
      run.setAttribute('aria-label', state === 'running' ? 'Pause' : 'Run');
      run.classList.toggle('on', state === 'running');
    }
    slider.disabled = state === 'starting';
  };
  pulse.subscribe(refresh);
  refresh();
  return el(
    'div',
    { class: 'transport-row', hidden: true },
    el(
      'div',
      { class: 'transport-drive' },
      run,
      actionButton(app, pulse, 'live.step', { icon: 'step', class: 'wide-only' }),
      slider,
      value,
      makeSpeed(app),
    ),
    el('div', { class: 'transport-end' }, actionButton(app, pulse, 'live.stop', { icon: 'stop', text: 'Back', class: 'accent' })),
  );
}

function followTime(app: App, slider: HTMLInputElement, value: HTMLElement): void {
  app.live.span.subscribe((span) => {
    slider.min = String(span.from);
    slider.max = String(Math.max(span.to, span.from + 1e-3));
  });
  app.live.frame.subscribe((frame) => {
    if (frame) {
      slider.value = String(frame.time);
      const pace = app.live.pace.value;
      setText(value, `${frame.time.toFixed(2)} s${pace > 0 ? ' (slow)' : ''}`);
      value.title = pace > 0 ? slowText(pace) : '';
      slider.setAttribute('aria-valuetext', `${frame.time.toFixed(2)} seconds`);
    }
  });
}

function makeSpeed(app: App): HTMLElement {
  const select = el(
    'select',
    { class: 'select', 'aria-label': 'Simulation speed', title: 'Simulated seconds per second' },
    speeds.map((speed) => el('option', { value: speed }, `${speed} ×`)),
  );
  select.value = String(app.live.speed.value);
  select.addEventListener('change', () => (app.live.speed.value = Number(select.value)));
  return select;
}
