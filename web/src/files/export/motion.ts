// motion.ts: the motion of the page for a file: as a film, or as a table. Of the simulation while there
// is one, else of the motor.
import type { App } from '../../app';
import type { SketchFacts } from '../../core/facts';
import type { LiveFrame } from '../../live/live';
import type { Page } from '../../make_app';
import { kinematicTable, liveTable, toCsv, type Column } from './csv';
import { liveFrames, motorPoses, pause, type Progress } from './frames';
import type { Film } from './gif';
import { drawOn, exportInput, type PictureOptions } from './picture';

/** Milliseconds of a frame, seconds of a whole film, pixels of its longer side. */
const DELAY = 40;
const MAX_FILM = 10;
const MAX_SIDE = 720;

/** Rows of a table over the drives' way; of a simulation that are asked for at a time, and at all. */
const MIN_ROWS = 361;
const ROWS_ONCE = 100;
const MAX_ROWS = 200_000;
/** Seconds between two rows where the text records none. */
const ROW_STEP = 0.01;

interface Shot {
  readonly facts: SketchFacts;
  readonly poses: Float64Array;
  readonly contacts: Float64Array | null;
}

export const isSimulating = (app: App): boolean => app.live.state.value !== 'off' && app.live.frame.value !== null;
export const isDriven = (app: App): boolean => (app.stage.sketch.value?.facts.drives.length ?? 0) > 0;

async function shots(app: App, progress: Progress): Promise<readonly Shot[]> {
  if (isSimulating(app)) {
    const { from, to } = app.live.span.value;
    const step = (DELAY / 1000) * app.live.speed.value;
    return liveFrames(app.live, Math.max(from, to - (MAX_FILM * 1000 * step) / DELAY), step, progress);
  }
  const sketch = app.core.sketch(app.doc.text.value);
  try {
    sketch.setPoses(app.stage.sketch.value?.poses() ?? new Float64Array(0));
    const seconds = Math.min(MAX_FILM, 1 / Math.max(Math.abs(app.ui.speed.value), 1 / MAX_FILM));
    const poses = motorPoses(sketch, Math.max(2, Math.round((seconds * 1000) / DELAY)));
    return poses.map((one) => ({ facts: sketch.facts, poses: one, contacts: null }));
  } finally {
    sketch.dispose();
  }
}

export async function filmOf(page: Page, grid: boolean, progress: Progress): Promise<Film> {
  const list = (await shots(page.app, progress)).slice(0, (MAX_FILM * 1000) / DELAY);
  const options: PictureOptions = { grid, background: true };
  const input = { ...exportInput(page, options), rates: null, blocked: [], diagnosis: null };
  const ratio = Math.min(1, MAX_SIDE / Math.max(input.size.width, input.size.height));
  const canvas = document.createElement('canvas');
  const draw = (frame: number): Uint8ClampedArray => {
    const shot = list[frame];
    const context = drawOn(canvas, { ...input, ...shot }, options, ratio);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  draw(0);
  return { width: canvas.width, height: canvas.height, count: list.length, delay: DELAY, draw };
}

/** Seconds between two rows of a simulation's table: those of the text's `record`. */
export function rowStep(app: App): number {
  return app.live.facts.value.record || ROW_STEP;
}

/** A simulation at even times, from the first that is recorded on, whatever frames were shown. */
async function evenFrames(app: App, step: number, progress: Progress): Promise<readonly LiveFrame[]> {
  const { from, to } = app.live.span.value;
  const count = Math.floor((to - from) / step + 1e-6) + 1;
  if (count > MAX_ROWS) {
    throw new Error(`That would be ${count} rows: choose a longer time between them.`);
  }
  const frames: LiveFrame[] = [];
  for (let row = 0; row < count; row += ROWS_ONCE) {
    await pause(progress, row / count);
    frames.push(...(await app.live.sample(Array.from({ length: Math.min(ROWS_ONCE, count - row) }, (_, k) => from + (row + k) * step))));
  }
  return frames;
}

/** `step`: seconds between two rows of a simulation's. */
export async function tableOf(app: App, step: number, progress: Progress): Promise<string> {
  const length = app.ui.units.value;
  const facts = app.stage.sketch.value?.facts;
  let table: readonly Column[] = [];
  if (facts && isSimulating(app)) {
    table = liveTable(facts.traces.map((trace) => ({ ...trace, of: facts.bodies[trace.body]?.name ?? '' })), app.live.facts.value.monitors, await evenFrames(app, step, progress), length);
  } else if (facts) {
    const sketch = app.core.sketch(app.doc.text.value);
    try {
      table = kinematicTable(sketch, Math.max(MIN_ROWS, facts.frames), length);
    } finally {
      sketch.dispose();
    }
  }
  return toCsv(table);
}
