// splitter.ts: a line between two places that can be dragged or moved by keys (ARIA window splitter).
// It sets a CSS custom property of the frame and keeps it in the browser.
import { browserStore } from '../../transient/ui';
import { el } from './dom';

export interface SplitterOptions {
  readonly label: string;
  readonly controls: string;
  /** The custom property that it sets, in pixels. */
  readonly property: string;
  readonly direction: 'row' | 'column';
  readonly min: number;
  /** The most that is left for the place: of the window's size. */
  readonly max: number;
  /** Until the person has chosen. */
  readonly standard: () => number;
  /** Double click or Enter. */
  readonly onCollapse: () => void;
}

export function makeSplitter(root: HTMLElement, options: SplitterOptions): HTMLElement {
  const across = options.direction === 'row';
  const key = `trammel.split.${options.property}`;
  const bar = el('div', {
    class: `splitter splitter-${options.direction}`,
    role: 'separator',
    tabindex: 0,
    'aria-label': options.label,
    'aria-controls': options.controls,
    'aria-orientation': across ? 'vertical' : 'horizontal',
  });
  let size = 0;
  let chosen = Number(browserStore()?.getItem(key)) || 0;
  const set = (wanted: number, keep = true) => {
    const room = (across ? window.innerWidth : window.innerHeight) * options.max;
    size = Math.round(Math.max(options.min, Math.min(room, wanted)));
    root.style.setProperty(options.property, `${size}px`);
    bar.setAttribute('aria-valuenow', String(size));
    bar.setAttribute('aria-valuemin', String(options.min));
    bar.setAttribute('aria-valuemax', String(Math.round(room)));
    if (keep) {
      chosen = size;
      browserStore()?.setItem(key, String(size));
    }
  };
  const fit = () => set(chosen || options.standard(), false);
  fit();
  bar.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    bar.setPointerCapture(event.pointerId);
    const from = across ? event.clientX : event.clientY;
    const before = size;
    const move = (to: PointerEvent) => set(before + from - (across ? to.clientX : to.clientY));
    bar.addEventListener('pointermove', move);
    bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', move), { once: true });
  });
  bar.addEventListener('keydown', (event) => {
    const step = event.shiftKey ? 64 : 16;
    const grow = { ArrowLeft: across ? step : 0, ArrowRight: across ? -step : 0, ArrowUp: across ? 0 : step, ArrowDown: across ? 0 : -step }[event.key] ?? 0;
    if (grow !== 0) {
      set(size + grow);
    } else if (event.key === 'Home' || event.key === 'End') {
      set(event.key === 'Home' ? options.min : Infinity);
    } else if (event.key === 'Enter') {
      options.onCollapse();
    } else {
      return;
    }
    event.preventDefault();
  });
  bar.addEventListener('dblclick', () => options.onCollapse());
  window.addEventListener('resize', fit);
  return bar;
}
