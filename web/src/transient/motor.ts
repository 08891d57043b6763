// motor.ts: the clock of the motor: while ui.playing is on it moves the drives on, round and round
// where they close, to and fro where they do not, and stops where the linkage blocks. Where the text
// lets joints stretch it goes on, and says which are open.
import type { App } from '../app';
import { framePart, moveToPart } from '../actions/drive';
import type { Sketch } from '../core/core';
import type { DriveFact, Move } from '../core/facts';

/** Longest time that one frame may count for [s]: after a pause of the tab the motor does not leap. */
const MAX_FRAME = 0.1;
/** How often the way to where it blocks is halved: to the limit, as far as can be seen. */
const HALVINGS = 14;

/** Whether the end of every drive's range is its beginning: whole turns. */
export function closes(drives: readonly DriveFact[]): boolean {
  return drives.every((drive) => {
    const turns = (drive.to - drive.from) / (2 * Math.PI);
    return drive.isAngle && turns !== 0 && Math.abs(turns - Math.round(turns)) < 1e-9;
  });
}

export function runMotor(app: App): void {
  let last = 0;
  let direction = 1;
  let part = 0;
  /** Whose `direction` and `hasBlocked` these are: another sketch begins forwards. */
  let driven: Sketch | null = null;
  let hasBlocked = false;
  let isStretched = false;
  app.stage.sketch.subscribe(() => {
    app.ui.blocked.value = []; // of another text
    app.ui.doubt.value = '';
  });
  const tick = (now: number): void => {
    if (!app.ui.playing.value || app.live.state.value !== 'off') {
      return;
    }
    // The first frame may have begun before the press.
    const passed = Math.min(Math.max(now - last, 0) / 1000, MAX_FRAME);
    last = now;
    const before = part;
    part += direction * app.ui.speed.value * passed;
    if (part > 1 || part < 0) {
      if (!hasBlocked && closes(app.stage.sketch.value?.facts.drives ?? [])) {
        part -= Math.floor(part);
      } else {
        direction = (part > 1 ? -1 : 1) * Math.sign(app.ui.speed.value);
        part = Math.min(1, Math.max(0, part));
      }
    }
    const move = moveToPart(app, part);
    if (!move) {
      app.ui.playing.value = false; // nothing is driven any more, or it was said what keeps it
      return;
    }
    if (!isMoved(move)) {
      const limit = creep(app, before, part);
      part = limit.part;
      hasBlocked = true;
      direction = -direction;
      stop(app, limit.turnsBack);
      return;
    }
    if (move.outcome === 'stretched' && !isStretched) {
      const names = markedNames(app);
      app.say({ kind: 'warning', text: `The linkage cannot follow, so joints open${names ? `: ${names}` : ''}.` });
    }
    isStretched = move.outcome === 'stretched';
    requestAnimationFrame(tick);
  };
  app.ui.playing.subscribe((playing) => {
    if (!playing) {
      app.stage.studyAgain();
    } else {
      if (app.ui.blocked.value.length > 0) {
        app.ui.blocked.value = [];
        app.say(''); // that it is blocked
      }
      last = performance.now();
      isStretched = false;
      if (driven !== app.stage.sketch.value) {
        driven = app.stage.sketch.value;
        hasBlocked = false;
        direction = 1;
      }
      part = Math.min(1, Math.max(0, app.stage.sketch.value?.part() ?? 0));
      requestAnimationFrame(tick);
    }
  });
}

function isMoved(move: Move | null): move is Move {
  return move !== null && (move.outcome === 'done' || move.outcome === 'stretched');
}

/** Goes on from where it still moves to the limit before `blocked`, and is blocked there. Tells also
 * whether it moves from there the other way. */
function creep(app: App, moves: number, blocked: number): { part: number; turnsBack: boolean } {
  const back = Math.min(1, Math.max(0, moves - Math.sign(blocked - moves) * framePart(app)));
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (moves + blocked) / 2;
    if (isMoved(moveToPart(app, middle))) {
      moves = middle;
    } else {
      blocked = middle;
    }
  }
  const turnsBack = back !== moves && isMoved(moveToPart(app, back));
  moveToPart(app, moves); // where a move that is blocked ends at its beginning
  moveToPart(app, blocked);
  return { part: moves, turnsBack };
}

function stop(app: App, turns: boolean): void {
  const names = markedNames(app);
  const loop = names ? ` by the loop through ${names}` : '';
  app.ui.playing.value = false;
  app.say({ kind: 'warning', text: `The motor is blocked${loop}.${turns ? ' Press Play again to turn it back.' : ''}` });
}

function markedNames(app: App): string {
  const joints = app.stage.sketch.value?.facts.joints;
  return app.ui.blocked.value.map((joint) => joints?.[joint]?.name ?? '').join(', ');
}
