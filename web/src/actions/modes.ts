// modes.ts: the assembly modes, which the analysis shows.
import type { Action } from '../app';
import { openPanel } from '../panels/open';

export const showModes: Action = {
  id: 'motion.modes',
  label: 'Assembly modes…',
  keys: ['Shift+M'],
  group: 'motion',
  help: 'Other ways to assemble the same links',
  enabled: (app) => (app.stage.sketch.value?.facts.joints.length ?? 0) > 0,
  perform: (app) => openPanel(app, 'analysis'),
};
