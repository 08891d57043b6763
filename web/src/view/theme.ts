// theme.ts: the colours of a picture, read from the custom properties of view.css once for each
// theme, and what is made of them.
import { lineTone, readHex, tones, type Rgb, type Tones } from './colour';

const PROPERTIES = {
  background: '--canvas-bg',
  gridMinor: '--grid-minor',
  gridMajor: '--grid-major',
  gridAxis: '--grid-axis',
  ruler: '--ruler-text',
  fixed: '--link-fixed',
  shadow: '--link-shadow',
  pinFace: '--pin-face',
  pinEdge: '--pin-edge',
  pinHole: '--pin-hole',
  ground: '--ground',
  groundFace: '--ground-face',
  rope: '--rope',
  ropeLight: '--rope-light',
  belt: '--belt',
  spring: '--spring',
  springBack: '--spring-back',
  velocity: '--velocity',
  acceleration: '--acceleration',
  force: '--force',
  motor: '--motor',
  accent: '--selected',
  warning: '--warning',
  redundant: '--redundant',
  conflict: '--conflict',
  dimension: '--dimension',
  label: '--label',
  box: '--box',
  snap: '--snap',
  guide: '--guide',
} as const;

const LINKS = 6;
const TRACES = 5;

export type Role = keyof typeof PROPERTIES;

export interface Colours extends Readonly<Record<Role, string>> {
  readonly dark: boolean;
  /** Calm colours for links whose text names none. */
  readonly links: readonly string[];
  readonly traces: readonly string[];
  /** What a colour's name of CSS means; null where it means nothing. */
  readonly named: (name: string) => Rgb | null;
}

/** Makes the colours from properties by name: of an element, or of a table in a test. */
export function makeColours(
  property: (name: string) => string,
  named: (name: string) => Rgb | null,
): Colours {
  const roles = Object.entries(PROPERTIES).map(([role, name]) => [role, property(name)]);
  const series = (name: string, count: number): string[] =>
    Array.from({ length: count }, (_, i) => property(`${name}-${i + 1}`));
  const background = readHex(property(PROPERTIES.background)) ?? [1, 1, 1];
  return {
    ...(Object.fromEntries(roles) as Record<Role, string>),
    dark: background[1] < 0.5,
    links: series('--link', LINKS),
    traces: series('--trace', TRACES),
    named,
  };
}

/** The colours that an element has now. Reads its style: call it once for each theme. */
export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  return makeColours((name) => style.getPropertyValue(name).trim(), namedColour);
}

let probe: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null = null;

/** The browser knows the names: a canvas gives a colour as #rrggbb, and keeps it where it is none. */
export function namedColour(name: string): Rgb | null {
  probe ??= typeof document === 'undefined' ? new OffscreenCanvas(1, 1).getContext('2d') : document.createElement('canvas').getContext('2d');
  if (!probe || !/^[a-z]+$/i.test(name)) {
    return null;
  }
  probe.fillStyle = '#010203';
  probe.fillStyle = name;
  const found = String(probe.fillStyle);
  return found === '#010203' ? null : readHex(found);
}

const GREY: Rgb = [0.5, 0.5, 0.5];
const kept = new WeakMap<Colours, Map<string, Tones>>();

/** Faces and edges of a body: of its own colour, or where it has none, one by its number. */
export function bodyTones(colours: Colours, color: string, body: number, fixed: boolean): Tones {
  let known = kept.get(colours);
  if (!known) {
    known = new Map();
    kept.set(colours, known);
  }
  const own = color || (fixed ? colours.fixed : colours.links[body % colours.links.length]!);
  let found = known.get(own);
  if (!found) {
    found = tones(readHex(own) ?? colours.named(own) ?? GREY, colours.dark);
    known.set(own, found);
  }
  return found;
}

export function traceColour(colours: Colours, trace: number): string {
  const own = colours.traces[trace % colours.traces.length]!;
  return lineTone(readHex(own) ?? GREY, colours.dark);
}
