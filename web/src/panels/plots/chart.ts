// chart.ts: one chart of uPlot, which is fetched only when the first is made.
import type uPlot from 'uplot';
import { el } from '../widgets/dom';
import { tickLabels, wideRange } from './scale';
import { isEmpty, type PlotData } from './series';

export interface Chart {
  show(data: PlotData): void;
  /** A line at the present x; null: none. */
  mark(x: number | null): void;
  resize(width: number, height: number): void;
  destroy(): void;
}

type Library = typeof uPlot;
let library: Promise<Library> | null = null;

export function loadChart(): Promise<Library> {
  library ??= Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]).then(([module]) => module.default);
  return library;
}

/** Colours of the curves, by custom properties of the theme (view.css has those of traces). */
export function curveColour(element: Element, index: number): string {
  const style = getComputedStyle(element);
  return style.getPropertyValue(`--trace-${(index % 5) + 1}`).trim() || style.getPropertyValue('--accent').trim();
}

/** `onMove` gets the x where the pointer is pressed. */
export function makeChart(Library: Library, host: HTMLElement, onMove: (x: number) => void): Chart {
  let plot: uPlot | null = null;
  let shape = '';
  let size = { width: 300, height: 160 };
  const now = el('div', { class: 'plot-now', hidden: true });
  return {
    show(data) {
      const next = JSON.stringify([data.xLabel, data.xUnit, data.curves.map((curve) => [curve.label, curve.unit, isEmpty(curve)]), document.documentElement.dataset['theme']]);
      const aligned = rising(data) as uPlot.AlignedData;
      if (plot && next === shape) {
        plot.setData(aligned);
        return;
      }
      plot?.destroy();
      shape = next;
      plot = new Library({ ...options(Library, host, data), ...size }, aligned, host);
      plot.over.append(now);
      listenPress(plot, onMove);
    },
    mark(x) {
      // A run is ahead of its curves for a moment.
      const left = x === null || !plot ? NaN : Math.min(plot.valToPos(x, 'x'), plot.over.clientWidth);
      now.hidden = !(left > -1);
      now.style.transform = `translateX(${Math.round(left)}px)`;
    },
    resize(width, height) {
      size = { width, height };
      plot?.setSize(size);
    },
    destroy() {
      plot?.destroy();
      plot = null;
    },
  };
}

/** x and the values over it, from the smallest x on, as uPlot wants them: a motor may run backwards. */
function rising({ x, curves }: PlotData): readonly (readonly (number | null)[])[] {
  const rows = [x, ...curves.map((curve) => curve.values)];
  return (x[0] ?? 0) > (x.at(-1) ?? 0) ? rows.map((row) => [...row].reverse()) : rows;
}

/** A little more than the values need, and the whole of it where they hardly change. */
function heightRange(Library: Library): uPlot.Range.Function {
  return (_, min: number | null, max: number | null) => {
    const [low, high] = wideRange(min ?? 0, max ?? 1);
    return Library.rangeNum(low, high, 0.1, true);
  };
}

const labels: uPlot.Axis.DynamicValues = (_, splits, __, ___, step) => [...tickLabels(splits, step)];
/** Pixels: of an axis whose labels are short, and of a letter. */
const AXIS = 46;
const LETTER = 6.5;
const axisSize = (_: uPlot, values: readonly string[] | null): number => Math.max(AXIS, 14 + LETTER * Math.max(0, ...(values ?? []).map((value) => value.length)));

function options(Library: Library, host: HTMLElement, data: PlotData): Omit<uPlot.Options, 'width' | 'height'> {
  const style = getComputedStyle(host);
  const ink = style.getPropertyValue('--ink-soft').trim();
  const rule = style.getPropertyValue('--line').trim();
  const font = `11px ${style.getPropertyValue('--font').trim()}`;
  const units = [...new Set(data.curves.filter((curve) => !isEmpty(curve)).map((curve) => curve.unit))];
  const plain = { stroke: ink, font, labelFont: font, labelSize: 16, gap: 3, grid: { stroke: rule, width: 1 }, ticks: { stroke: rule, width: 1, size: 4 }, values: labels };
  // Every unit has an axis; that of a single curve has its colour.
  const inkOf = (unit: string): string => {
    const own = data.curves.flatMap((curve, index) => (curve.unit === unit ? [index] : []));
    return units.length > 1 && own.length === 1 ? curveColour(host, own[0] ?? 0) : ink;
  };
  const side = (unit: string, index: number): uPlot.Axis => ({
    ...plain,
    stroke: inkOf(unit),
    scale: unit,
    side: index === 0 ? 3 : 1,
    size: axisSize,
    label: unit || '–',
    grid: { show: index === 0, stroke: rule, width: 1 },
  });
  return {
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    scales: { x: { time: false }, ...Object.fromEntries(units.map((unit) => [unit, { range: heightRange(Library) }])) },
    axes: [{ ...plain, size: 30, label: `${data.xLabel} [${data.xUnit}]` }, ...units.map(side)],
    series: [
      {},
      ...data.curves.map((curve, index): uPlot.Series => ({ label: curve.label, scale: curve.unit, stroke: curveColour(host, index), width: 1.75, pxAlign: 0, points: { show: false } })),
    ],
  };
}

function listenPress(plot: uPlot, onMove: (x: number) => void): void {
  const { over } = plot;
  const move = (event: PointerEvent) => {
    const box = over.getBoundingClientRect();
    onMove(plot.posToVal(Math.min(box.width, Math.max(0, event.clientX - box.left)), 'x'));
  };
  over.addEventListener('pointerdown', (event) => {
    over.setPointerCapture(event.pointerId);
    move(event);
    over.addEventListener('pointermove', move);
    over.addEventListener('lostpointercapture', () => over.removeEventListener('pointermove', move), { once: true });
  });
}
