// motion.ts: the motor: play, step, turn round, back to the start.
import type { Action, App } from '../app';
import { framePart, hasDrive, moveToPart } from './drive';

const ready = (app: App) => app.live.state.value === 'off' && hasDrive(app);

export const play: Action = {
  id: 'motion.play',
  label: 'Play or pause',
  keys: ['Space'],
  group: 'motion',
  help: 'Runs the motor, or the simulation if there is one',
  enabled: (app) => app.live.state.value !== 'off' || hasDrive(app),
  checked: (app) => app.ui.playing.value,
  perform: (app) => {
    if (app.live.state.value !== 'off') {
      app.run('live.run');
    } else {
      app.ui.playing.value = !app.ui.playing.value;
    }
  },
};

function step(app: App, frames: 1 | -1): void {
  if (app.live.state.value !== 'off') {
    app.live.step(frames);
    return;
  }
  app.ui.playing.value = false;
  moveToPart(app, (app.stage.sketch.value?.part() ?? 0) + frames * framePart(app));
}

export const stepOn: Action = {
  id: 'motion.step',
  label: 'Step forward',
  keys: ['.'],
  group: 'motion',
  help: 'One frame forward',
  enabled: (app) => app.live.state.value !== 'off' || hasDrive(app),
  perform: (app) => step(app, 1),
};

export const stepBack: Action = {
  id: 'motion.stepBack',
  label: 'Step back',
  keys: [','],
  group: 'motion',
  help: 'One frame back',
  enabled: (app) => app.live.state.value !== 'off' || hasDrive(app),
  perform: (app) => step(app, -1),
};

export const reverse: Action = {
  id: 'motion.reverse',
  label: 'Reverse the motor',
  keys: ['Shift+Space'],
  group: 'motion',
  help: 'Runs the motor backwards, or forwards again',
  enabled: ready,
  checked: (app) => app.ui.speed.value < 0,
  perform: (app) => {
    app.ui.speed.value = -app.ui.speed.value;
    app.say(app.ui.speed.value < 0 ? 'The motor turns backwards' : 'The motor turns forwards');
  },
};

export const toStart: Action = {
  id: 'motion.start',
  label: 'Motor to start',
  keys: ['Home'],
  group: 'motion',
  help: 'Moves the motor to the start of its range',
  enabled: ready,
  perform: (app) => {
    app.ui.playing.value = false;
    moveToPart(app, 0);
  },
};

export const reset: Action = {
  id: 'motion.reset',
  label: 'Reset poses',
  group: 'motion',
  help: 'Moves everything back to where the text places it',
  enabled: (app) => app.live.state.value === 'off' && app.stage.sketch.value !== null,
  perform: (app) => {
    app.ui.playing.value = false;
    app.stage.sketch.value?.reset();
    app.stage.pull();
    app.stage.studyAgain();
  },
};
