// toggles.ts: what the picture shows, on or off, and settings that go round through their values.
import type { Action, App, LengthUnit, Theme, Ui } from '../app';
import { prefersDark } from '../base/media';
import type { Signal } from '../base/signal';
import { arrowKinds, lengthUnits } from '../transient/ui';

type Flag = 'grid' | 'snap' | 'dimensions' | 'names' | 'curves' | 'forces';

function toggle(flag: Flag, label: string, key: string | null, help: string): Action {
  return {
    id: `view.${flag}`,
    label,
    ...(key ? { keys: [key] } : {}),
    group: 'view',
    help,
    checked: (app) => app.ui[flag].value,
    perform: (app) => {
      app.ui[flag].value = !app.ui[flag].value;
    },
  };
}

export const toggles: readonly Action[] = [
  toggle('grid', 'Grid', '#', 'Shows the grid'),
  toggle('snap', 'Snap', 'Shift+S', 'Snaps to points, bars, angles and the grid; Alt turns it off'),
  toggle('dimensions', 'Dimensions', 'D', 'Shows lengths; double-click one to edit it'),
  toggle('names', 'Names', 'N', 'Shows the names of links and points'),
  toggle('curves', 'Coupler curves', 'K', 'Shows the paths of tracer points'),
  toggle('forces', 'Forces', null, 'Shows contact forces during a simulation'),
];

function next<T>(signal: Signal<T>, all: readonly T[]): void {
  signal.value = all[(all.indexOf(signal.value) + 1) % all.length] as T;
}

const arrowWords: Readonly<Record<Ui['arrows']['value'], string>> = {
  none: 'Arrows are off',
  velocity: 'Arrows show velocity',
  acceleration: 'Arrows show acceleration',
  both: 'Arrows show velocity and acceleration',
};

/** Rates are those of the motor's motion, and drawn of that alone. */
function arrowsMissing({ live, stage, ui }: App): string {
  if (ui.arrows.value === 'none') {
    return '';
  }
  if (live.state.value !== 'off') {
    return ' of the motor’s motion only, not of a simulation';
  }
  return stage.sketch.value?.facts.drives.length ? '' : ' once something is driven: add a motor';
}

export const arrows: Action = {
  id: 'view.arrows',
  label: 'Velocity and acceleration arrows',
  keys: ['A'],
  group: 'view',
  help: 'Cycles through none, velocity, acceleration, both',
  checked: (app) => app.ui.arrows.value !== 'none',
  perform: (app) => {
    next(app.ui.arrows, arrowKinds);
    app.say(`${arrowWords[app.ui.arrows.value]}${arrowsMissing(app)}`);
  },
};

export const units: Action = {
  id: 'view.units',
  label: 'Next length unit',
  keys: ['U'],
  group: 'view',
  help: 'Cycles through mm, cm, m, in',
  perform: (app) => {
    next<LengthUnit>(app.ui.units, lengthUnits);
    app.say(`Lengths are in ${app.ui.units.value}`);
  },
};

/** The other of dark and light; where that is the system's own, it goes on to follow the system. */
function otherTheme(now: Theme): Theme {
  const system = prefersDark() ? 'dark' : 'light';
  const other = (now === 'auto' ? system : now) === 'dark' ? 'light' : 'dark';
  return other === system ? 'auto' : other;
}

export const theme: Action = {
  id: 'view.theme',
  label: 'Theme',
  group: 'view',
  help: 'Switches between light and dark',
  perform: (app: App) => {
    app.ui.theme.value = otherTheme(app.ui.theme.value);
    app.say(app.ui.theme.value === 'auto' ? 'Theme: system' : `Theme: ${app.ui.theme.value}`);
  },
};
