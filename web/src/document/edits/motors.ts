// motors.ts: what an `animate` drives, traces and monitors.
import type { JointEnd, JointFact } from '../../core/facts';
import type { Draft, MotorOptions, Outcome } from '../draft';
import { bodyAt, isAxis, plainPoints, pointOf } from './writing/bodies';
import { endsOf } from './writing/ends';
import { angleOf, poseOf, toWorld, turn } from './writing/frames';
import { jointName, needOwnJoint } from './writing/joins';
import { nameJoin } from './rename';
import { nice } from './writing/numbers';
import { attempt, refuse } from './writing/pen';
import type { Pen } from './writing/pen';
import { addClause, animation, clausesOf, removeClauses } from './writing/runs';

/** Both ends of a range are frames: a degree a step. */
const FRAMES = 361;
const TURNS = new Set(['pin']);
const SLIDES = new Set(['slider', 'point_on_line']);

function jointAt(draft: Draft, index: number): JointFact {
  return draft.facts.joints[index] ?? refuse('This joint no longer exists.');
}

/** Drives a joint: a full turn from where it is, or some travel. */
export function addMotor(draft: Draft, joint: number, options: MotorOptions = {}): Outcome {
  return attempt(draft, (pen) => {
    const fact = jointAt(draft, joint);
    if (!TURNS.has(fact.kind) && !SLIDES.has(fact.kind)) {
      refuse(`A ${fact.kind} cannot have a motor: choose a pin or a slider.`);
    }
    if (draft.facts.drives.some((drive) => drive.joint === joint)) {
      refuse(`'${fact.name}' already has a motor.`);
    }
    const name = nameOf(pen, fact);
    drive(pen, name, fact, options);
    pen.made.push(name);
  });
}

/** The name of a joint; it gets one where it has none. */
function nameOf(pen: Pen, joint: JointFact): string {
  if (!joint.name.startsWith('#')) {
    return joint.name;
  }
  needOwnJoint(pen, joint);
  const name = jointName(pen, joint.kind);
  nameJoin(pen, joint.span?.start ?? 0, name);
  pen.flush();
  return name;
}

/** A joint that was turned into another kind is driven as one of that kind. */
export function redrive(pen: Pen, drive: number, joint: JointFact): void {
  pen.replace(driveClause(pen, drive).node, clauseOf(pen, joint.name, joint, {}));
  pen.flush();
}

/** Writes a drive of a joint, and the `animate` where there is none. */
function drive(pen: Pen, name: string, joint: JointFact, options: MotorOptions): void {
  const clause = clauseOf(pen, name, joint, options);
  const run = animation(pen);
  if (run !== '') {
    addClause(pen, run, 'drive', clause);
    return;
  }
  const traces = looseEnds(pen);
  const trace = traces.length === 0 ? '' : `\n  trace: ${traces.join(', ')};`;
  pen.add(pen.world, 'after', `animate ${pen.world} begin\n  drive: ${clause};${trace}\nend`);
}

/** Not above an angle but for roundings, so that what was there is still in the range. */
function wholeDegrees(angle: number): number {
  return (Math.floor((angle * 180) / Math.PI + 1e-3) * Math.PI) / 180;
}

/** From about where it is, so that the drive begins with the picture as it is. */
function clauseOf(pen: Pen, name: string, joint: JointFact, options: MotorOptions): string {
  const turns = TURNS.has(joint.kind);
  const from = options.from ?? (turns ? wholeDegrees(angleNow(pen.draft, joint)) : positionNow(pen.draft, joint));
  const size = Math.max(pen.draft.facts.world?.size ?? 0, 1e3 * pen.numbers.step);
  const to = options.to ?? from + (turns ? 2 * Math.PI : nice(size / 4));
  const range = rangeText(pen, turns, from, to);
  return `${name}.${turns ? 'angle' : 'position'} = ${range} in ${options.frames ?? FRAMES} frames`;
}

function rangeText(pen: Pen, turns: boolean, from: number, to: number): string {
  const text = (value: number): string => (turns ? pen.numbers.angle(value) : unitLength(pen, value));
  return `${text(from)} .. ${text(to)}`;
}

/** Ends of a range keep their unit: 0mm, not 0. */
function unitLength(pen: Pen, metres: number): string {
  const text = pen.numbers.length(metres);
  return text === '0' ? `0${pen.numbers.unit}` : text;
}

function angleNow(draft: Draft, joint: JointFact): number {
  const [a = 0, b = 0] = joint.bodies;
  const angle = angleOf(poseOf(draft, a)) - angleOf(poseOf(draft, b));
  return Math.abs(angle) > Math.PI ? angle - Math.sign(angle) * 2 * Math.PI : angle;
}

/** How far the first part is along the axis of the second. */
function positionNow(draft: Draft, joint: JointFact): number {
  const [first, second] = joint.pairs;
  if (first === undefined) {
    return 0;
  }
  const line = isAxis(first[1]) || second !== undefined ? first[1] : first[0];
  const point = line === first[1] ? first[0] : first[1];
  const along =
    second === undefined ? { x: line.dx, y: line.dy } : { x: second[1].x - line.x, y: second[1].y - line.y };
  const from = worldOf(draft, line);
  const to = worldOf(draft, point);
  const way = turn(poseOf(draft, line.body), along);
  const length = Math.hypot(way.x, way.y);
  return length === 0 ? 0 : ((to.x - from.x) * way.x + (to.y - from.y) * way.y) / length;
}

function worldOf(draft: Draft, end: JointEnd): { x: number; y: number } {
  return toWorld(poseOf(draft, end.body), end);
}

/** Whether it is a wheel on an axle in the ground: all of its points go in circles. */
function circles({ draft }: Pen, body: number): boolean {
  const pinned = (joint: JointFact): boolean => joint.kind === 'pin' && joint.bodies.includes(0) && joint.bodies.includes(body);
  return bodyAt(draft, body).gear !== null && draft.facts.joints.some(pinned);
}

/** Points of links that no joint uses: what a motion is drawn of. */
function looseEnds(pen: Pen): readonly string[] {
  const used = new Set(endsOf(pen).map((end) => `${end.body}.${end.feature}`));
  return pen.draft.facts.bodies.flatMap((body, index) =>
    index === 0 || body.fixed || circles(pen, index)
      ? []
      : plainPoints(body)
          .filter((point) => !used.has(`${index}.${point.name}`))
          .map((point) => `${body.name}.${point.name}`),
  );
}

/** The clause of a drive of the `animate` that is shown. */
function driveClause(pen: Pen, drive: number): { node: number; text: string } {
  const run = animation(pen);
  const clause = run === '' ? undefined : clausesOf(pen, `${run}.drive`)[drive];
  return clause ?? refuse('This motor no longer exists.');
}

export function setMotor(draft: Draft, drive: number, options: MotorOptions): Outcome {
  return attempt(draft, (pen) => {
    const fact = draft.facts.drives[drive] ?? refuse('This motor no longer exists.');
    const { node, text } = driveClause(pen, drive);
    const range = rangeText(pen, fact.isAngle, options.from ?? fact.from, options.to ?? fact.to);
    const target = text.slice(0, text.indexOf('=')).trim();
    pen.replace(node, `${target} = ${range} in ${options.frames ?? draft.facts.frames} frames`);
  });
}

/** The last drive takes its `animate` along. */
export function removeMotor(draft: Draft, drive: number): Outcome {
  return attempt(draft, (pen) => {
    const { text } = driveClause(pen, drive);
    removeClauses(pen, (clause, field) => field === 'drive' && clause === text);
  });
}

export function setOnBreak(draft: Draft, policy: 'limit' | 'search' | 'stretch'): Outcome {
  return attempt(draft, (pen) => {
    const run = needAnimation(pen);
    const node = pen.find(`${run}.on_break`);
    if (node === 0) {
      pen.add(run, 'last', `on_break: ${policy}`);
    } else {
      pen.replace(node, policy);
    }
  });
}

function needAnimation(pen: Pen): string {
  const run = animation(pen);
  return run === '' ? refuse('There is no motor yet: add one to a joint first.') : run;
}

export function setTrace(draft: Draft, body: number, point: string, on: boolean): Outcome {
  return attempt(draft, (pen) => {
    const fact = bodyAt(draft, body);
    pointOf(fact, point);
    const run = needAnimation(pen);
    const path = `${fact.name}.${point}`;
    const traced = clausesOf(pen, `${run}.trace`).some((clause) => clause.text === path);
    if (on && !traced) {
      addClause(pen, run, 'trace', path);
    } else if (!on && traced) {
      removeClauses(pen, (clause, field) => field === 'trace' && clause === path);
    }
  });
}

/** Joints without a name ('#3.angle') get one. */
export function addMonitor(draft: Draft, expression: string): Outcome {
  return attempt(draft, (pen) => {
    const run = needAnimation(pen);
    const text = expression.trim().replace(/#\d+(?=\.)/g, (unnamed) => {
      const joint = pen.renew().facts.joints.find((candidate) => candidate.name === unnamed);
      return joint === undefined ? unnamed : nameOf(pen, joint);
    });
    if (!clausesOf(pen, `${run}.monitor`).some((clause) => clause.text === text)) {
      addClause(pen, run, 'monitor', text);
    }
  });
}

export function removeMonitor(draft: Draft, monitor: number): Outcome {
  return attempt(draft, (pen) => {
    const found = clausesOf(pen, `${needAnimation(pen)}.monitor`)[monitor];
    const text = found?.text ?? refuse('This measure no longer exists.');
    removeClauses(pen, (clause, field) => field === 'monitor' && clause === text);
  });
}
