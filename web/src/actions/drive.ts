// drive.ts: moves the drives of the mechanism by hand and tells what keeps them. The clock that moves
// them while they play is not here.
import type { App } from '../app';
import type { DriveFact, Move } from '../core/facts';

export function hasDrive(app: App): boolean {
  return (app.stage.sketch.value?.facts.drives.length ?? 0) > 0;
}

/** To a part of the way, 0 … 1, as the text's break policy has it. Null where nothing is driven. */
export function moveToPart(app: App, part: number): Move | null {
  const sketch = app.stage.sketch.value;
  if (!sketch || !hasDrive(app)) {
    return null;
  }
  const move = sketch.play(Math.min(1, Math.max(0, part)));
  const blocking = move.outcome === 'done' ? [] : sketch.blocking();
  app.ui.blocked.value = blocking.flatMap((blocks, joint) => (blocks ? [joint] : []));
  app.stage.pull();
  return move;
}

/** The value of a drive at a part of its way [rad or m]. */
export function driveValue(drive: DriveFact, part: number): number {
  return drive.from + (drive.to - drive.from) * part;
}

/** One frame of the text's animation. */
export function framePart(app: App): number {
  return 1 / Math.max(1, app.stage.sketch.value?.facts.frames ?? 100);
}
