// series.ts: the curves of a plot: numbers of the core in the units that people read. No drawing.
import type { App, LengthUnit } from '../../app';
import type { Sketch } from '../../core/core';
import type { DriveFact, MonitorFact, SketchFacts } from '../../core/facts';
import { showUnit } from '../units';

export interface Curve {
  /** Which monitor it belongs to, and how it is called. */
  readonly monitor: number;
  readonly label: string;
  readonly unit: string;
  readonly values: readonly (number | null)[];
}

export interface PlotData {
  readonly xLabel: string;
  readonly xUnit: string;
  readonly x: readonly number[];
  readonly curves: readonly Curve[];
}

/** Whether it has nothing to show. */
export function isEmpty(curve: Curve): boolean {
  return curve.values.every((value) => value === null);
}

const perMetre: Readonly<Record<LengthUnit, number>> = { mm: 1e3, cm: 1e2, m: 1, in: 1 / 0.0254 };
const degrees = 180 / Math.PI;

/** Factor and unit in which a quantity is shown: degrees for angles, the person's unit for lengths. */
export function shownIn(unit: string, length: LengthUnit): readonly [number, string] {
  if (unit === 'm') {
    return [perMetre[length], length];
  }
  return unit === 'rad' ? [degrees, '°'] : [1, unit];
}

const axes = ['x', 'y', 'z'];

/** The numbers of the monitors in order, with a label for each. */
export function columns(monitors: readonly MonitorFact[]): readonly { readonly monitor: number; readonly label: string; readonly unit: string; readonly at: number }[] {
  return monitors.flatMap((fact, monitor) =>
    Array.from({ length: fact.size }, (_, k) => ({
      monitor,
      label: fact.size > 1 ? `${fact.text}.${axes[k] ?? k}` : fact.text,
      unit: fact.unit,
      at: fact.first + k,
    })),
  );
}

/** Over the way of the drives; null where nothing is driven or monitored. */
export function kinematicData(app: App, sketch: Sketch, count: number): PlotData | null {
  const { drives, monitors } = sketch.facts;
  const [drive] = drives;
  if (!drive || monitors.length === 0) {
    return null;
  }
  const length = app.ui.units.value;
  const rows = sketch.monitors(count);
  const [factor, xUnit] = shownIn(drive.isAngle ? 'rad' : 'm', length);
  const x = Array.from({ length: count }, (_, k) => factor * (drive.from + ((drive.to - drive.from) * k) / (count - 1)));
  return { xLabel: driveName(sketch.facts, drive), xUnit, x, curves: curvesOf(monitors, length, (at) => rows[at] ?? new Float64Array(count)) };
}

/** What a drive moves: a joint, or a body. */
export function driveName(facts: SketchFacts, drive: DriveFact): string {
  return (drive.joint >= 0 ? facts.joints[drive.joint]?.name : facts.bodies[drive.body]?.name) ?? 'motor';
}

/** Of a simulation: `frames` are the numbers of the monitors at each time. Null: none. */
export function liveData(app: App, monitors: readonly MonitorFact[], times: readonly number[], frames: readonly Float64Array[]): PlotData | null {
  if (monitors.length === 0) {
    return null;
  }
  const rowOf = (at: number) => Float64Array.from(frames, (frame) => frame[at] ?? NaN);
  return { xLabel: 'time', xUnit: 's', x: times, curves: curvesOf(monitors, app.ui.units.value, rowOf) };
}

function curvesOf(monitors: readonly MonitorFact[], length: LengthUnit, rowOf: (at: number) => Float64Array): readonly Curve[] {
  return columns(monitors).map(({ monitor, label, unit, at }) => {
    const [factor, shown] = shownIn(unit, length);
    const values = Array.from(rowOf(at), (value) => (Number.isFinite(value) ? factor * value : null));
    return { monitor, label, unit: showUnit(shown), values };
  });
}
