// closing.ts: what is drawn may close a linkage. One that so comes to have one freedom, where there is
// no motor yet, gets one at its first ground pin, for a whole turn; where it cannot go round, for as
// far as it goes, to and fro. It can be played at once, and dragged: the tool is 'select' then, unless
// what is drawn is mostly followed by more.
import { isTouched } from '../base/media';
import type { Draft, Outcome } from '../document/draft';
import { addMotor, removeMotor, setMotor } from '../document/edits';
import { edit, factsOf } from './common';
import { linkageOf } from './linkage';
import type { Sight } from './machine';

const STEPS = 72;
/** Kept from the end of the motion, so that the motor does not run into it [rad]. */
const SHY = Math.PI / 90;

/** One step of the document: `work` draws and returns the number of a body that it drew; -1: none. */
export function closing(bench: Sight, label: string, work: () => number, then: 'select' | 'stay' = 'select'): boolean {
  const { app } = bench;
  app.doc.begin(label);
  const body = work();
  const driven = body > 0 && drive(bench, body);
  app.doc.commit();
  if (driven && then === 'select') {
    app.ui.tool.value = 'select';
  }
  return driven;
}

function drive(bench: Sight, body: number): boolean {
  const { app } = bench;
  const sketch = app.stage.sketch.value;
  const pin = loopPin(bench, body);
  if (!sketch || pin < 0 || sketch.facts.drives.length > 0 || sketch.diagnosis()?.mobility !== 1) {
    return false;
  }
  const made = edit(bench, 'Add a motor', (draft) => wholeTurn(draft, pin));
  if (made === null) {
    return false;
  }
  app.say({
    text: `It moves, driven at ${made[0] ?? 'its first pin'}: press ${isTouched() ? 'Play' : 'Space'}.`,
    kind: 'info',
    action: { label: 'Remove motor', perform: () => edit(bench, 'Remove motor', (draft) => removeMotor(draft, 0)) },
  });
  return true;
}

/** The first pin in the ground of a linkage that has a loop: more joints than bodies. Else -1. */
function loopPin(bench: Sight, body: number): number {
  const facts = factsOf(bench);
  const linkage = linkageOf(facts, body);
  const joints = facts.joints.filter((joint) => joint.bodies.some((one) => linkage.has(one)));
  const pin = joints.find((joint) => joint.kind === 'pin' && joint.bodies.includes(0));
  return pin && joints.length > linkage.size ? facts.joints.indexOf(pin) : -1;
}

function wholeTurn(draft: Draft, pin: number): Outcome {
  const turning = addMotor(draft, pin);
  if ('refused' in turning) {
    return turning;
  }
  const forth = reach(draft, turning.text, 2 * Math.PI);
  if (forth.whole) {
    return turning;
  }
  const back = reach(draft, turning.text, -2 * Math.PI);
  const range = { from: forth.start - Math.max(back.way - SHY, 0), to: forth.start + Math.max(forth.way - SHY, 0) };
  const outcome = setMotor(forth.draft, 0, range);
  return 'refused' in outcome ? turning : { text: outcome.text, made: turning.made };
}

interface Reach {
  readonly draft: Draft;
  readonly start: number;
  /** How far the motor turned [rad], and whether that is all. */
  readonly way: number;
  readonly whole: boolean;
}

/** How far the motor of this text turns from where it begins. */
function reach(before: Draft, text: string, turn: number): Reach {
  const first = before.core.sketch(text);
  const draft: Draft = { ...before, text, facts: first.facts, poses: first.poses() };
  const start = first.facts.drives[0]?.from ?? 0;
  first.dispose();
  const turned = setMotor(draft, 0, { from: start, to: start + turn });
  const sketch = before.core.sketch('text' in turned ? turned.text : text);
  let step = 0;
  let part = 0;
  while (step < STEPS && part === step / STEPS) {
    step++;
    const move = sketch.play(step / STEPS);
    part = move.outcome === 'done' ? step / STEPS : (step - 1 + move.reached) / STEPS;
  }
  sketch.dispose();
  return { draft, start, way: part * Math.abs(turn), whole: part === 1 };
}
