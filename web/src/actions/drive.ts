// drive.ts: moves the drives of the mechanism by hand and says what holds them back. The clock that moves
// them while they play is not here.
import type { App } from '../app';
import type { Sketch } from '../core/core';
import type { DriveFact, Move } from '../core/facts';

/** Poses that differ by less are the same [m, 1]. */
const SAME = 1e-9;

export function hasDrive(app: App): boolean {
  return (app.stage.sketch.value?.facts.drives.length ?? 0) > 0;
}

/** To a part of the way, 0 … 1, as the text's break policy has it. Null where nothing is driven, or
 * where what is locked would move: then nothing does, and it is said. */
export function moveToPart(app: App, part: number): Move | null {
  const sketch = app.stage.sketch.value;
  if (!sketch || !hasDrive(app)) {
    return null;
  }
  const before = sketch.facts.bodies.some((body) => body.locked) ? sketch.poses() : null;
  const move = sketch.play(Math.min(1, Math.max(0, part)));
  const locked = before && movedLocked(sketch, before);
  if (locked) {
    sketch.setPoses(before);
    app.say({ kind: 'warning', text: `${locked} is locked: unlock it to let the motor move it.` });
    return null;
  }
  const blocking = move.outcome === 'done' ? [] : sketch.blocking();
  app.ui.blocked.value = blocking.flatMap((blocks, joint) => (blocks ? [joint] : []));
  app.ui.doubt.value = move.doubt;
  app.stage.pull();
  if (!app.ui.playing.value) {
    app.stage.studyAgain();
  }
  return move;
}

/** A locked body that is no longer where it was before; '' where there is none. */
function movedLocked(sketch: Sketch, before: Float64Array): string {
  const now = sketch.poses();
  const stays = (body: number) =>
    [0, 1, 2, 3].every((i) => Math.abs((now[4 * body + i] ?? 0) - (before[4 * body + i] ?? 0)) < SAME);
  return sketch.facts.bodies.find((body, number) => body.locked && !stays(number))?.name ?? '';
}

/** The value of a drive at a part of its way [rad or m]. */
export function driveValue(drive: DriveFact, part: number): number {
  return drive.from + (drive.to - drive.from) * part;
}

/** From one frame of the text's animation to the next; both ends of its range are frames. */
export function framePart(app: App): number {
  return 1 / Math.max(1, (app.stage.sketch.value?.facts.frames ?? 100) - 1);
}
