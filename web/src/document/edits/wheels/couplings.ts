// couplings.ts: springs, rods and dampers between two spots; gears and belts between two wheels.
import type { BodyFact, JointFact } from '../../../core/facts';
import type { Draft, Outcome, Spot } from '../../draft';
import { bodyAt } from '../writing/bodies';
import { endsOf } from '../writing/ends';
import type { End } from '../writing/ends';
import { distance } from '../writing/frames';
import { gearPlan, meshes, meshWheels } from './gears';
import { anchorOf, makeJoin } from '../writing/joins';
import type { Anchor } from '../writing/joins';
import { decimal } from '../writing/numbers';
import { attempt, refuse } from '../writing/pen';
import type { Pen } from '../writing/pen';

/** Between what the spots name; the ground where they are free. */
function addSpan(draft: Draft, a: Spot, b: Spot, hinge: string, values: (pen: Pen) => string): Outcome {
  return attempt(draft, (pen) => {
    const from = pointAnchor(pen, a);
    const to = pointAnchor(pen, b);
    if (from.part === to.part) {
      refuse(`A ${hinge} connects two bodies, or a body and the ground: choose another end.`);
    }
    if (distance(a, b) < 2 * pen.numbers.step) {
      refuse(`The ends of a ${hinge} must be apart.`);
    }
    // The world comes second in a join.
    const [first, second] = from.part === 'world' ? [to, from] : [from, to];
    makeJoin(pen, first.part, second.part, `${hinge}(${values(pen)})`, `${first.feature} ${second.feature}`);
  });
}

/** Ends are points: one in a slot holds on to the body there. */
function pointAnchor(pen: Pen, spot: Spot): Anchor {
  const anchor = anchorOf(pen, heldBy(spot));
  return anchor?.hinge === 'pin' ? anchor : refuse('This end is a line: choose a point.');
}

function heldBy(spot: Spot): Spot {
  const { x, y } = spot;
  switch (spot.kind) {
    case 'free':
      return { kind: 'ground', x, y };
    case 'slot':
      return { kind: 'body', body: spot.body, x, y };
    default:
      return spot;
  }
}

/** Slack as it is drawn. */
export function addSpring(draft: Draft, a: Spot, b: Spot): Outcome {
  return addSpan(draft, a, b, 'spring', (pen) => {
    const length = pen.numbers.length(distance(a, b));
    return `stiffness: 100N/m, length: ${length}, damping: 0.2N*s/m`;
  });
}

/** A distance that stays. */
export function addRod(draft: Draft, a: Spot, b: Spot): Outcome {
  return addSpan(draft, a, b, 'rod', (pen) => `length: ${pen.numbers.length(distance(a, b))}`);
}

export function addDamper(draft: Draft, a: Spot, b: Spot): Outcome {
  return addSpan(draft, a, b, 'damper', () => 'damping: 2N*s/m');
}

/** A body that turns about a pin, and how large it is. */
interface Wheel {
  readonly name: string;
  readonly feature: string;
  readonly radius: number;
}

/** The wheel that a body is, about its first pin. */
export function wheelOf(pen: Pen, body: number): Wheel {
  const fact = body === 0 ? refuse('The ground is not a wheel: choose a body that turns.') : bodyAt(pen.draft, body);
  const pins = endsOf(pen).filter((end) => end.body === body && end.joint.kind === 'pin');
  const pin = pins.find((end) => end.feature === 'center') ?? pins[0];
  if (pin === undefined) {
    return refuse(`'${fact.name}' has no axle: pin it to the ground or to a link first.`);
  }
  const feature = pin.feature === '' ? pen.numbers.point(pin.x, pin.y) : pin.feature;
  return { name: fact.name, feature, radius: radiusOf(fact, pin) };
}

/** By its teeth, else by how far its outline goes. */
function radiusOf({ gear, outline }: BodyFact, pin: End): number {
  if (gear !== null) {
    return (gear.teeth * gear.module) / 2;
  }
  const corners = outline.flatMap((loop) =>
    loop.flatMap((x, k) => (k % 3 === 0 ? [Math.hypot(x - pin.x, (loop[k + 1] ?? 0) - pin.y)] : [])),
  );
  return Math.max(0, ...corners);
}

/** Two wheels turn each other: by their teeth, so that these mesh, or by their sizes. */
export function addGear(draft: Draft, a: number, b: number): Outcome {
  return attempt(draft, (pen) => {
    const plan = gearPlan(draft, a, b);
    const [first, second] = wheelPair(pen, a, b, plan?.joint && !meshes(draft, plan.joint) ? plan.joint : undefined);
    if (plan && first.feature === 'center' && second.feature === 'center') {
      meshWheels(pen, plan);
    } else {
      couple(pen, first, second, `gear(ratio: ${decimal(-second.radius / first.radius, 6)})`);
    }
  });
}

/** Two wheels share a belt; their radii give the ratio. */
export function addBelt(draft: Draft, a: number, b: number): Outcome {
  return attempt(draft, (pen) => {
    const [first, second] = wheelPair(pen, a, b);
    couple(pen, first, second, `belt(${pen.numbers.length(first.radius)}, ${pen.numbers.length(second.radius)})`);
  });
}

/** Wheels that nothing couples yet, but for a joint that is to be mended. */
function wheelPair(pen: Pen, a: number, b: number, mended?: JointFact): readonly [Wheel, Wheel] {
  if (a === b) {
    refuse('A wheel cannot drive itself: choose two.');
  }
  const wheels = [wheelOf(pen, a), wheelOf(pen, b)] as const;
  const coupled = pen.draft.facts.joints.find(
    (joint) => joint !== mended && ['gear', 'belt'].includes(joint.kind) && joint.bodies.includes(a) && joint.bodies.includes(b),
  );
  if (coupled !== undefined) {
    refuse(`'${wheels[0].name}' and '${wheels[1].name}' are already coupled by '${coupled.name}'.`);
  }
  if (wheels.some((wheel) => !(wheel.radius > 0))) {
    refuse('A wheel needs a shape: its size gives the ratio.');
  }
  return wheels;
}

function couple(pen: Pen, a: Wheel, b: Wheel, hinge: string): void {
  makeJoin(pen, a.name, b.name, hinge, `${a.feature} ${b.feature}`);
}
