// shell.ts: fills the frame: bars, panels, keys, menus. main.ts calls it once, when the App is made.
import type { App } from '../app';
import { dispatchKeys } from '../actions/keys';
import { listenPaste } from '../actions/clipboard';
import { mountChips } from './floating/chips';
import { mountCoach } from './floating/coach';
import { mountContext } from './floating/context';
import { mountDescription } from './describe';
import { mountDock, type PanelMakers } from './dock';
import { mountEmpty } from './floating/empty';
import type { Frame } from './frame';
import { mountHint } from './floating/hint';
import { mountInspector } from './inspector/index';
import { makeRecord } from './plots/record';
import { makePulse } from './pulse';
import { mountSight } from './floating/sight';
import { mountStatus } from './bars/status';
import { mountText } from './text/index';
import { mountTheme } from './theme';
import { mountToolbar } from './bars/toolbar';
import { mountTopbar } from './bars/topbar';
import { mountTransport } from './bars/transport';

export function mountShell(app: App, frame: Frame): void {
  const pulse = makePulse(app);
  mountTheme(app);
  mountTopbar(app, frame, pulse);
  mountToolbar(app, frame);
  mountChips(app, frame, pulse);
  mountHint(app, frame);
  mountEmpty(app, frame, pulse);
  mountTransport(app, frame, pulse);
  mountDock(app, frame, pulse, panelMakers(app));
  mountText(app, frame.text);
  mountStatus(app, frame);
  mountSight(app);
  mountDescription(app, frame, pulse);
  mountContext(app);
  mountCoach(app, frame);
  listenPaste(app, window);
  dispatchKeys(app, window);
}

function panelMakers(app: App): PanelMakers {
  // It listens from the start, so that a plot that is opened later shows all of a run.
  const record = makeRecord(app);
  return {
    inspector: () => Promise.resolve(mountInspector),
    analysis: async () => (await import('./analysis/index')).mountAnalysis,
    plots: async () => {
      const { mountPlots } = await import('./plots/index');
      return (sameApp, element, pulse) => mountPlots(sameApp, element, pulse, record);
    },
    simulate: async () => (await import('./simulate/index')).mountSimulate,
  };
}
