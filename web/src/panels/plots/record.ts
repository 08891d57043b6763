// record.ts: what a simulation showed of the monitors so far, thinned so that it stays small.
import { Signal, type ReadSignal } from '../../base/signal';
import type { App } from '../../app';

export interface Record {
  readonly times: readonly number[];
  readonly frames: readonly Float64Array[];
  readonly changed: ReadSignal<number>;
}

const most = 4000;

export function makeRecord(app: App): Record {
  const times: number[] = [];
  const frames: Float64Array[] = [];
  const changed = new Signal(0);
  app.live.state.subscribe((state) => {
    if (state === 'off' || state === 'starting') {
      times.length = 0;
      frames.length = 0;
      changed.value += 1;
    }
  });
  app.live.frame.subscribe((frame) => {
    // Scrubbing shows frames again that were seen; a run that goes on from an earlier time is new.
    const last = times.at(-1) ?? -1;
    if (!frame || (frame.time <= last && app.live.state.value !== 'running')) {
      return;
    }
    while (times.length > 0 && (times.at(-1) as number) >= frame.time) {
      times.pop();
      frames.pop();
    }
    times.push(frame.time);
    frames.push(frame.monitors.slice());
    if (times.length > most) {
      thin(times);
      thin(frames);
    }
    changed.value += 1;
  });
  return { times, frames, changed };
}

/** Keeps every other one. */
function thin(list: unknown[]): void {
  for (let k = 0; 2 * k < list.length; k++) {
    list[k] = list[2 * k];
  }
  list.length = Math.ceil(list.length / 2);
}
