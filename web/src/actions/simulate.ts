// simulate.ts: the simulation: run or pause, step, back to kinematics.
import type { Action, App } from '../app';
import { isOpen, isSmall, openPanel } from '../panels/open';

const isOn = (app: App) => app.live.state.value !== 'off';

export const run: Action = {
  id: 'live.run',
  label: 'Simulate',
  keys: ['R'],
  group: 'motion',
  help: 'Simulates mass, gravity and contact; press again to pause',
  enabled: (app) => app.stage.sketch.value !== null && app.stage.fresh.value && app.live.state.value !== 'starting',
  perform: (app) => {
    const { live, ui } = app;
    ui.playing.value = false;
    if (live.state.value === 'running') {
      live.pause();
      return;
    }
    if (live.state.value === 'off' || live.state.value === 'failed') {
      live.start();
      // Who plots wants to see that.
      if (!isSmall() && !isOpen(app, 'plots')) {
        openPanel(app, 'simulate');
      }
    }
    live.run();
  },
};

export const step: Action = {
  id: 'live.step',
  label: 'Simulation step',
  group: 'motion',
  help: 'One sixtieth of a second forward',
  enabled: isOn,
  perform: (app) => app.live.step(),
};

export const stop: Action = {
  id: 'live.stop',
  label: 'Back to kinematics',
  keys: ['Shift+R'],
  group: 'motion',
  help: 'Ends the simulation and shows the drawing, with what was dropped in',
  enabled: isOn,
  perform: (app) => app.live.stop(),
};
