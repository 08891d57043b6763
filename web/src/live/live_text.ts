// live_text.ts: the text that is simulated when the document's own says nothing of it: the same
// world, its motor a prescribed speed with a slider, and a `simulate` of it. The document stays.
import type { Core, Text } from '../core/core';
import type { DriveFact, SketchFacts } from '../core/facts';

/** Step of a world that says none. */
const STEP = '1ms';
/** The motor can be set to so many times its speed, either way. */
const RANGE = 4;
/** A motor slows down before an end of its range as if it had to stop within this time. */
const SLOWS = '50ms';
/** How much of its range a motor goes through: at the very end there may be a dead point. */
const GOES = 0.99;
/** A range that falls short of a turn by less is one: texts round [rad]. */
const ROUNDED = 1e-4;

/** Where the drives are of their way, 0 … 1, and how much of it they go in a second. */
export interface Running {
  readonly part: number;
  readonly parts: number;
}

function unusedName(text: string, name: string): string {
  let made = name;
  for (let i = 2; new RegExp(`\\b${made}\\b`).test(text); i++) {
    made = `${name}${i}`;
  }
  return made;
}

/** Speed of a drive that goes `parts` of its way in a second, as the text writes it. */
function speedOf(drive: DriveFact, parts: number): { value: number; unit: string } {
  const rate = (drive.to - drive.from) * parts;
  return drive.isAngle
    ? { value: Number(((rate * 180) / Math.PI).toPrecision(6)), unit: 'deg/s' }
    : { value: Number(rate.toPrecision(6)), unit: 'm/s' };
}

/** What the motor is to do: turn at its speed, or where it has ends go to and fro between them as a
 * crank would move it, so that its speed is that of the mean. Never past an end, whatever its speed is
 * set to. Angles are within a turn, so only sines of them count. */
function motion(drive: DriveFact, joint: string, speed: string, at: Running): string {
  const half = Math.abs(drive.to - drive.from) / 2;
  if (drive.isAngle && half > Math.PI - ROUNDED) {
    return speed;
  }
  const middle = (drive.from + drive.to) / 2;
  const off = `${joint}.angle - (${middle}rad)`;
  const gone = drive.isAngle ? `atan2(sin(${off}), cos(${off}))` : `(${joint}.position - (${middle}m))`;
  const end = `${GOES * half}${drive.isAngle ? 'rad' : 'm'}`;
  const part = Math.min(1, Math.max(0, at.parts < 0 ? 1 - at.part : at.part));
  const wave = `sin(${180 * Math.abs(at.parts)}deg/s * time + acos(${1 - 2 * part}))`;
  const wish = `${Math.PI / 2} * ${speed} * ${wave}`;
  const low = `(-${end} - ${gone}) / ${SLOWS}`;
  const high = `(${end} - ${gone}) / ${SLOWS}`;
  // Not clamp(…): parts are called that.
  return `if ${wish} < ${low} then ${low} else if ${wish} > ${high} then ${high} else ${wish}`;
}

/** Adds an input and a control for each driven joint that has a name. */
function withMotors(text: Text, facts: SketchFacts, at: Running): string {
  const world = facts.world?.name ?? '';
  const node = text.find(world);
  const control = text.find(`${world}.control`);
  const inputs: string[] = [];
  const controls: string[] = [];
  for (const drive of facts.drives) {
    const joint = facts.joints[drive.joint];
    if (drive.kind === 'coordinate' && joint && !joint.name.startsWith('#')) {
      const name = unusedName(text.source + inputs.join(), 'motor_speed');
      const { value, unit } = speedOf(drive, at.parts);
      const max = Math.max(Math.abs(value) * RANGE, Number.MIN_VALUE);
      inputs.push(`input ${name} = ${value}${unit} in ${-max}${unit} .. ${max}${unit};`);
      const velocity = drive.isAngle ? 'angular_velocity' : 'velocity';
      controls.push(`${velocity} of ${joint.name} = ${motion(drive, joint.name, name, at)};`);
    }
  }
  if (controls.length === 0 || node === 0) {
    return text.source;
  }
  const edits = inputs.map((input) => ({ kind: 'insert', node, where: 'first', text: input }) as const);
  const added =
    control === 0
      ? [{ kind: 'insert', node, where: 'last', text: `control: begin ${controls.join(' ')} end;` } as const]
      : controls.map((line) => ({ kind: 'insert', node: control, where: 'last', text: line }) as const);
  return text.edit([...edits, ...added]);
}

/** The world with the arguments of the run that is shown: chain(4). */
function worldCall(text: Text, facts: SketchFacts): string {
  const world = facts.world?.name ?? '';
  const before = facts.runs.slice(0, facts.run).filter((run) => run.kind === 'animate').length;
  const span = facts.run < 0 ? null : text.span(text.find(`animate#${before + 1}`));
  const header = span && /^animate\s+(.*?)\s+begin\b/s.exec(text.source.slice(span.start, span.end));
  return header?.[1] ?? world;
}

export function liveText(core: Core, source: string, facts: SketchFacts, at: Running): string {
  const world = facts.world?.name ?? '';
  if (facts.runs.some((run) => run.kind === 'simulate' && run.world === world)) {
    return source;
  }
  const text = core.text(source);
  try {
    const monitors = facts.monitors.map((monitor) => monitor.text);
    const lines = [
      `simulate ${worldCall(text, facts)} begin`,
      `  time: (${STEP}, 1000s);`,
      ...(monitors.length > 0 ? [`  monitor: ${monitors.join(', ')};`] : []),
      'end',
    ];
    return `${withMotors(text, facts, at)}\n${lines.join('\n')}\n`;
  } finally {
    text.dispose();
  }
}
