// ui.ts: what the person set or points at. Settings are kept in the browser between visits; the rest
// (selection, camera, hover, playing) begins anew with each.
import { isSmall } from '../base/media';
import { Signal } from '../base/signal';
import type { LengthUnit, Theme, Ui } from '../app';

const storageKey = 'trammel.settings';

/** The part of Storage that is used here: private windows may refuse it, tests have none. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>;

type Settings = Readonly<Record<string, unknown>>;

const themes: readonly Theme[] = ['auto', 'light', 'dark'];
export const lengthUnits: readonly LengthUnit[] = ['mm', 'cm', 'm', 'in'];
export const arrowKinds: readonly Ui['arrows']['value'][] = ['none', 'velocity', 'acceleration', 'both'];

export function makeUi(store: Store | null = browserStore()): Ui {
  const kept = read(store);
  const flag = (name: string, otherwise: boolean) => new Signal(typeof kept[name] === 'boolean' ? kept[name] : otherwise);
  const settings = {
    theme: new Signal(oneOf(themes, kept['theme'], 'auto')),
    grid: flag('grid', true),
    snap: flag('snap', true),
    units: new Signal(oneOf(lengthUnits, kept['units'], 'mm')),
    dimensions: flag('dimensions', false),
    curves: flag('curves', true),
    arrows: new Signal(oneOf(arrowKinds, kept['arrows'], 'none')),
    names: flag('names', false),
    forces: flag('forces', false),
    panels: new Signal<ReadonlySet<string>>(new Set(strings(kept['panels']) ?? firstPanels())),
    speed: new Signal(typeof kept['speed'] === 'number' && Math.abs(kept['speed']) > 0 ? Math.abs(kept['speed']) : 0.25),
  };
  for (const signal of Object.values(settings)) {
    signal.subscribe(() => write(store, settings));
  }
  return {
    ...settings,
    tool: new Signal('select'),
    mode: new Signal<'move' | 'shape'>('move'),
    selection: new Signal<Ui['selection']['value']>([]),
    hover: new Signal<Ui['hover']['value']>(null),
    camera: new Signal({ x: 0, y: 0, scale: 4000 }),
    hint: new Signal(''),
    keyPointer: new Signal({ x: 0, y: 0 }),
    playing: new Signal(false),
    blocked: new Signal<readonly number[]>([]),
    doubt: new Signal(''),
    backdrop: new Signal<Ui['backdrop']['value']>(null),
  };
}

/** A phone begins with the picture alone. */
function firstPanels(): readonly string[] {
  return isSmall() ? [] : ['text', 'inspector'];
}

function oneOf<T extends string>(all: readonly T[], value: unknown, otherwise: T): T {
  return all.find((one) => one === value) ?? otherwise;
}

function strings(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null;
}

/** Null where the browser forbids it: the page then works without memory. */
export function browserStore(): Store | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

function read(store: Store | null): Settings {
  try {
    const value: unknown = JSON.parse(store?.getItem(storageKey) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Settings) : {};
  } catch {
    return {};
  }
}

function write(store: Store | null, settings: Readonly<Record<string, Signal<never> | { readonly value: unknown }>>): void {
  const plain: Record<string, unknown> = {};
  for (const [name, signal] of Object.entries(settings)) {
    plain[name] = signal.value instanceof Set ? [...signal.value] : signal.value;
  }
  try {
    store?.setItem(storageKey, JSON.stringify(plain));
  } catch {
    // A full or forbidden store: the settings last as long as the page does.
  }
}
