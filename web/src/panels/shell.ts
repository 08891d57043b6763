// shell.ts: fills the frame: bars, panels, keys, menus. main.ts calls it once, when the App is made.
import type { App } from '../app';
import { dispatchKeys } from '../actions/keys';
import { listenPaste } from '../actions/clipboard';
import { mountChips } from './chips';
import { mountCoach } from './coach';
import { mountContext } from './context';
import { mountDescription } from './describe';
import { mountDock, type PanelMakers } from './dock';
import { mountEmpty } from './empty';
import type { Frame } from './frame';
import { mountHint } from './hint';
import { mountInspector } from './inspector/index';
import { makeRecord } from './plots/record';
import { makePulse } from './pulse';
import { mountSight } from './sight';
import { mountStatus } from './status';
import { mountText } from './text/index';
import { mountTheme } from './theme';
import { mountToolbar } from './toolbar';
import { mountTopbar } from './topbar';
import { mountTransport } from './transport';

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
