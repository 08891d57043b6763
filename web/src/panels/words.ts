// words.ts: small sentences that several panels say.
import type { App, Pick } from '../app';
import type { SketchFacts } from '../core/facts';

/** 'degree of freedom' or 'degrees of freedom', for after the number. */
export function freedomText(count: number): string {
  return count === 1 ? 'degree of freedom' : 'degrees of freedom';
}

/** Of a simulation that does not keep up with the speed that was chosen, which need not be that of the clock. */
export function slowText(pace: number): string {
  return `Slower than set: ${Number(pace.toPrecision(2))} s per second`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const kinds: Readonly<Record<string, string>> = {
  pin: 'pin',
  slider: 'slider',
  point_on_line: 'pin in slot',
  rigid: 'rigid',
};

/** A hinge as people call it. */
export function jointKind(kind: string): string {
  return kinds[kind] ?? kind.replaceAll('_', ' ');
}

/** Of a joint as the diagnosis numbers them: below 0 it is a body that is fixed. */
export function jointName(facts: SketchFacts, index: number): string {
  const joint = facts.joints[index];
  if (!joint) {
    return `${facts.bodies[-index]?.name ?? '?'} (fixed)`;
  }
  const bodies = joint.bodies.map((body) => facts.bodies[body]?.name ?? '?');
  return joint.name.startsWith('#') ? `${jointKind(joint.kind)} of ${bodies.join(' and ')}` : joint.name;
}

export function pickName(pick: Pick): string {
  return pick.kind === 'joint' ? pick.joint : pick.kind === 'point' ? `${pick.body}.${pick.point}` : pick.body;
}

/** Of which text the picture is where that is not the present one; '' where it is. */
export function pictureOf({ stage }: App): string {
  if (stage.isLate.value) {
    return 'The text is being read: this shows the previous one.';
  }
  if (stage.fresh.value) {
    return '';
  }
  const undrawn = undrawnText(stage.facts.value);
  return undrawn ? `${undrawn}: this shows the previous text.` : 'The text has errors: this shows the last one without.';
}

export function isBusy(app: App): boolean {
  return app.live.state.value !== 'off';
}

/** Why a text without errors has no picture; '' where it has one, or errors. */
export function undrawnText({ good, diags, world }: SketchFacts): string {
  if (good || diags.some(({ severity }) => severity === 'error')) {
    return '';
  }
  return world === null ? 'No world to draw' : world.planar ? 'A joint that cannot be drawn yet' : 'No 3D view yet';
}

/** What to do about that. */
export function undrawnHint({ diags }: SketchFacts): string {
  return diags.findLast(({ severity }) => severity === 'warning')?.hint ?? '';
}
