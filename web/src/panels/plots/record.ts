// record.ts: what a simulation has monitored so far: also between the frames that were shown, and thinned
// so that it stays small and keeps what stands out.
import { Signal, type ReadSignal } from '../../base/signal';
import type { App } from '../../app';
import type { Values } from '../../live/protocol';

export interface Record {
  readonly times: readonly number[];
  readonly frames: readonly Float64Array[];
  readonly changed: ReadSignal<number>;
}

/** More than a screen has pixels, twice: the least and the greatest of each. */
const MAX_TIMES = 8000;

export function makeRecord(app: App): Record {
  const times: number[] = [];
  const frames: Float64Array[] = [];
  const changed = new Signal(0);
  const forgetFrom = (time: number) => {
    while (times.length > 0 && (times.at(-1) as number) >= time) {
      times.pop();
      frames.pop();
    }
  };
  const add = ({ time, monitors }: Values) => {
    times.push(time);
    frames.push(monitors.slice());
    if (times.length > MAX_TIMES) {
      thin(times, frames, MAX_TIMES / 4);
    }
  };
  app.live.state.subscribe((state) => {
    if (state === 'off' || state === 'starting') {
      forgetFrom(-Infinity);
      changed.value += 1;
    }
  });
  app.live.frame.subscribe((frame) => {
    // Scrubbing shows frames again that were seen; a run that goes on from an earlier time is new.
    const last = times.at(-1) ?? -1;
    if (!frame || (frame.time <= last && app.live.state.value !== 'running')) {
      return;
    }
    forgetFrom(frame.between[0]?.time ?? frame.time);
    [...frame.between, frame].forEach(add);
    changed.value += 1;
  });
  return { times, frames, changed };
}

/** Cuts the time into so many equal parts and keeps two rows of each: the least and the greatest value of each monitor,
 * in their order, at the times of the part's first and last. So a peak stays, however often this is done, and what is old
 * is no coarser than what is new. */
export function thin(times: number[], frames: Float64Array[], parts: number): void {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const partOf = (row: number) => Math.floor((((times[row] ?? 0) - first) / (last - first || 1)) * parts);
  const kept: { readonly time: number; readonly values: Float64Array }[] = [];
  for (let from = 0, to = 0; from < times.length; from = to) {
    for (to = from + 1; to < times.length && partOf(to) === partOf(from); ) {
      to++;
    }
    const rows = frames.slice(from, to);
    const ends = [times[from] as number, times[to - 1] as number];
    (rows.length > 2 ? extremes(rows) : rows).forEach((values, k) => kept.push({ time: ends[k] as number, values }));
  }
  times.splice(0, Infinity, ...kept.map(({ time }) => time));
  frames.splice(0, Infinity, ...kept.map(({ values }) => values));
}

/** The two rows that have of each column its least and greatest value, that first that came first. */
function extremes(rows: readonly Float64Array[]): readonly [Float64Array, Float64Array] {
  const size = Math.max(...rows.map((row) => row.length));
  const made = [new Float64Array(size), new Float64Array(size)] as const;
  for (let at = 0; at < size; at++) {
    const values = rows.map((row) => row[at] ?? NaN).filter((value) => !Number.isNaN(value));
    const [min, max] = [Math.min(...values), Math.max(...values)];
    const isRising = values.indexOf(min) <= values.indexOf(max);
    made[0][at] = values.length === 0 ? NaN : isRising ? min : max;
    made[1][at] = values.length === 0 ? NaN : isRising ? max : min;
  }
  return made;
}
