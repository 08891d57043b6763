// csv.ts: numbers over the way of the drives, or over the time of a simulation, as a table: a head with
// names and units, commas, lines that end as RFC 4180 says.
import type { LengthUnit } from '../../app';
import { driveValue } from '../../actions/drive';
import type { Sketch } from '../../core/core';
import type { MonitorFact, TraceFact } from '../../core/facts';
import type { LiveFrame } from '../../live/live';
import { columns, driveName, shownIn } from '../../panels/plots/series';
import { bodyPoint } from '../../view/geometry/geometry';
import { lookup } from '../../view/geometry/lookup';

export interface Column {
  readonly name: string;
  readonly unit: string;
  readonly values: ArrayLike<number>;
}

/** Where a number cannot be had, the cell is empty. */
export function toCsv(table: readonly Column[]): string {
  const rows = Math.max(0, ...table.map(({ values }) => values.length));
  const head = table.map(({ name, unit }) => cell(unit ? `${name} [${unit}]` : name)).join(',');
  const lines = Array.from({ length: rows }, (_, row) => table.map(({ values }) => number(values[row] ?? NaN)).join(','));
  return [head, ...lines].map((line) => `${line}\r\n`).join('');
}

/** Names are from a file: one that a spreadsheet would take for a formula is marked as text. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

function number(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : '';
}

function inUnits(name: string, unit: string, values: ArrayLike<number>, length: LengthUnit): Column {
  const [factor, shown] = shownIn(unit, length);
  return { name, unit: shown === '°' ? 'deg' : shown, values: Array.from(values, (value) => factor * value) };
}

/** Drives, traces and monitors, or else all poses, at `count` places of the drives' way. */
export function kinematicTable(sketch: Sketch, count: number, length: LengthUnit): readonly Column[] {
  const { facts } = sketch;
  const parts = Array.from({ length: count }, (_, k) => k / Math.max(1, count - 1));
  const drives = facts.drives.map((drive) => inUnits(driveName(facts, drive), drive.isAngle ? 'rad' : 'm', parts.map((part) => driveValue(drive, part)), length));
  const curves = facts.traces.length > 0 ? sketch.curves(count) : [];
  const traces = facts.traces.flatMap(({ name }, k) => placeColumns(name, curves[k] ?? [], length));
  const rows = facts.monitors.length > 0 ? sketch.monitors(count) : [];
  const monitors = columns(facts.monitors).map(({ label, unit, at }) => inUnits(label, unit, rows[at] ?? [], length));
  return once([...drives, ...(curves.length + rows.length > 0 ? [...traces, ...monitors] : poseColumns(posesAt(sketch, parts), length))]);
}

/** Poses at parts of the drives' way; none where it is blocked. */
function posesAt(sketch: Sketch, parts: readonly number[]): readonly Pick<LiveFrame, 'facts' | 'poses'>[] {
  return parts.map((part) => ({ facts: sketch.facts, poses: sketch.play(part).outcome === 'done' ? sketch.poses() : new Float64Array(0) }));
}

/** A trace, and the name of the body that its point is of. */
export interface NamedTrace extends TraceFact {
  readonly of: string;
}

/** Time, traces and monitors, or else all poses, of the frames of a simulation; `monitors` are those that it runs with. */
export function liveTable(traced: readonly NamedTrace[], watched: readonly MonitorFact[], frames: readonly LiveFrame[], length: LengthUnit): readonly Column[] {
  const time = inUnits('time', 's', frames.map((frame) => frame.time), length);
  const traces = traced.flatMap(({ name, of, x, y }) => {
    // The worlds of a run need not have the same bodies.
    const places = frames.map((frame) => bodyPoint(frame.poses, lookup(frame.facts).bodies.get(of) ?? -1, x, y));
    return placeColumns(name, places.flatMap((place) => [place.x, place.y]), length);
  });
  const monitors = columns(watched).map(({ label, unit, at }) => inUnits(label, unit, frames.map((frame) => frame.monitors[at] ?? NaN), length));
  return once([time, ...(traced.length + watched.length > 0 ? [...traces, ...monitors] : poseColumns(frames, length))]);
}

/** Where what moves is, for texts that ask for nothing: the place of each body's origin, and its angle within a turn. */
function poseColumns(frames: readonly Pick<LiveFrame, 'facts' | 'poses'>[], length: LengthUnit): readonly Column[] {
  const worlds = new Set(frames.map(({ facts }) => facts));
  const names = new Set([...worlds].flatMap(({ bodies }) => bodies.slice(1).flatMap(({ name, fixed }) => (fixed ? [] : name))));
  return [...names].flatMap((name) => {
    const at = frames.map(({ facts }) => 4 * (lookup(facts).bodies.get(name) ?? NaN));
    const along = (k: number) => frames.map(({ poses }, row) => poses[at[row]! + k] ?? NaN);
    const [c, s] = [along(2), along(3)];
    return [inUnits(`${name}.x`, 'm', along(0), length), inUnits(`${name}.y`, 'm', along(1), length), inUnits(`${name}.angle`, 'rad', s.map((y, row) => Math.atan2(y, c[row]!)), length)];
  });
}

/** A place that is traced and monitored is one column. */
function once(table: readonly Column[]): readonly Column[] {
  return table.filter(({ name }, k) => table.findIndex((other) => other.name === name) === k);
}

/** `places` is x, y, x, y …. */
function placeColumns(name: string, places: ArrayLike<number>, length: LengthUnit): readonly Column[] {
  const along = (axis: number) => Array.from({ length: places.length / 2 }, (_, k) => places[2 * k + axis] ?? NaN);
  return [inUnits(`${name}.x`, 'm', along(0), length), inUnits(`${name}.y`, 'm', along(1), length)];
}
