// help.ts: help and the palette of commands.
import type { Action } from '../app';
import { forgetCoach } from '../panels/floating/coach';
import { showPalette } from '../panels/palette';

export const help: Action = {
  id: 'help.show',
  label: 'Keys and gestures',
  keys: ['?', 'F1'],
  group: 'help',
  help: 'Lists mouse, touch and keyboard controls',
  anyTime: true,
  perform: (app) => void import('../panels/help').then(({ showHelp }) => showHelp(app)),
};

export const palette: Action = {
  id: 'help.palette',
  label: 'Find a command…',
  keys: ['Ctrl+K'],
  group: 'help',
  help: 'Searches all commands',
  anyTime: true,
  perform: showPalette,
};

export const hints: Action = {
  id: 'help.hints',
  label: 'Show the first hints again',
  group: 'help',
  help: 'Shows the three hints of the first visit',
  perform: forgetCoach,
};
