// gestures.ts: random gestures on whatever a document has, by a seed: the same seed draws the same.
import type { Pick } from '../../../../src/app';
import type { Core } from '../../../../src/core/core';
import type { Draft, Outcome, Spot } from '../../../../src/document/draft';
import * as edits from '../../../../src/document/edits';

export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 … 1 (mulberry32). */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  below(count: number): number {
    return Math.floor(this.roll() * count);
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.roll();
  }

  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

/** A draft with dice, and words for random parts of it. */
class Hand {
  readonly draft: Draft;
  readonly dice: Dice;

  constructor(draft: Draft, dice: Dice) {
    this.draft = draft;
    this.dice = dice;
  }

  get size(): number {
    return this.draft.facts.bodies.length > 1 ? Math.min(this.draft.facts.world?.size ?? 0.1, 0.5) : 0.1;
  }

  body(): number {
    return this.dice.below(this.draft.facts.bodies.length);
  }

  /** A body with teeth, where there is one. */
  wheel(): number {
    const wheels = this.draft.facts.bodies.flatMap(({ gear }, body) => (gear ? [body] : []));
    return wheels.length > 0 ? this.dice.one(wheels) : this.body();
  }

  joint(): number {
    return this.dice.below(Math.max(this.draft.facts.joints.length, 1));
  }

  point(body: number): string {
    const points = this.draft.facts.bodies[body]?.points ?? [];
    return points.length === 0 ? 'center' : this.dice.one(points).name;
  }

  at(body: number, point: string): { x: number; y: number } {
    const local = this.draft.facts.bodies[body]?.points.find((p) => p.name === point) ?? { x: 0, y: 0 };
    const [x = 0, y = 0, c = 1, s = 0] = this.draft.poses.subarray(4 * body, 4 * body + 4);
    return { x: x + c * local.x - s * local.y, y: y + s * local.x + c * local.y };
  }

  place(): { x: number; y: number } {
    return { x: this.dice.between(-0.5, 0.5) * this.size, y: this.dice.between(-0.5, 0.5) * this.size };
  }

  spot(): Spot {
    const kind = this.dice.one(['free', 'free', 'ground', 'point', 'point', 'body', 'slot'] as const);
    const body = this.body();
    const point = this.point(body);
    const here = this.at(body, point);
    switch (kind) {
      case 'free':
      case 'ground':
        return { kind, ...this.place() };
      case 'point':
        return { kind, body, point, ...here };
      case 'body':
        return { kind, body, x: here.x + this.dice.between(-0.01, 0.01), y: here.y };
      case 'slot':
        return { kind, body, ...here, dx: this.dice.between(-1, 1), dy: this.dice.between(-1, 1) };
    }
  }

  pick(): Pick {
    const body = this.draft.facts.bodies[this.body()]?.name ?? '';
    const joint = this.draft.facts.joints[this.joint()]?.name ?? '';
    return this.dice.one<Pick>([
      { kind: 'body', body },
      { kind: 'body', body },
      { kind: 'joint', joint },
      { kind: 'point', body, point: this.point(this.draft.facts.bodies.findIndex((b) => b.name === body)) },
    ]);
  }

  picks(): readonly Pick[] {
    return [...Array(1 + this.dice.below(3)).keys()].map(() => this.pick());
  }

  flag(): boolean {
    return this.dice.roll() < 0.5;
  }
}

type Gesture = (hand: Hand) => Outcome;
let clip = '';

/** Turns a mechanism by its freedoms and writes where it came to. */
function drag(hand: Hand): Outcome {
  const { draft, dice } = hand;
  const body = hand.body();
  const from = hand.at(body, hand.point(body));
  const sketch = draft.core.sketch(draft.text);
  sketch.reset();
  if (!sketch.grab(body, from.x, from.y)) {
    return { refused: 'This body cannot be dragged.' };
  }
  sketch.drag(from.x + dice.between(-0.02, 0.02), from.y + dice.between(-0.02, 0.02));
  const poses = sketch.poses();
  sketch.release();
  sketch.reset();
  return edits.writePoses({ ...draft, poses }, { force: dice.roll() < 0.2 });
}

/** What adds parts. */
const ADDING: readonly Gesture[] = [
  (h) => edits.addLink(h.draft, [...Array(1 + h.dice.below(3)).keys()].map(() => h.spot())),
  (h) => edits.addLink(h.draft, [h.spot(), h.spot()]),
  (h) => edits.addSlider(h.draft, h.spot(), h.dice.between(-3, 3)),
  (h) => edits.addRail(h.draft, h.place().x, h.place().y, h.place().x, h.place().y),
  (h) => edits.addBody(h.draft, h.dice.one(['ball', 'box', 'floor'] as const), h.place().x, h.place().y, 0.02),
  (h) => edits.addWheel(h.draft, h.spot(), { teeth: 8 + h.dice.below(20) }),
  (h) => edits.addWheel(h.draft, h.spot(), { teeth: 8 + h.dice.below(20), mate: h.wheel() }),
  (h) => edits.addCam(h.draft, h.spot()),
  (h) => edits.addRack(h.draft, h.body(), h.dice.between(-3, 3)),
  (h) => edits.paste(h.draft, clip, h.place().x, h.place().y),
];

const CHANGING: readonly Gesture[] = [
  drag,
  drag,
  (h) => edits.addPoint(h.draft, h.body(), h.place().x, h.place().y),
  (h) => {
    const body = h.body();
    return edits.joinPoint(h.draft, { body, point: h.point(body) }, h.spot());
  },
  (h) => edits.pinBodies(h.draft, h.body(), h.body(), h.place()),
  (h) => {
    const body = h.body();
    return edits.groundPoint(h.draft, body, h.flag() ? h.point(body) : h.place());
  },
  (h) => edits.toggleJoint(h.draft, h.joint()),
  (h) => {
    const body = h.body();
    return edits.movePoints(h.draft, [{ body, point: h.point(body), ...h.place() }]);
  },
  (h) => edits.moveBodies(h.draft, [...new Set([h.body(), h.body(), h.body()])], 0.01, h.dice.between(-0.01, 0.01)),
  (h) => {
    const body = h.body();
    return edits.setDimension(h.draft, body, h.point(body), h.point(body), h.dice.between(0, 0.1));
  },
  (h) => edits.align(h.draft, h.picks(), h.dice.one(['left', 'right', 'top', 'bottom', 'horizontal', 'vertical'] as const)),
  (h) => edits.rename(h.draft, h.pick(), `${h.dice.one(['crank', 'rod', 'knee', 'tip', 'link'])}${h.dice.below(30)}`),
  (h) => edits.setColor(h.draft, [h.body()], h.dice.one(['red', '#123456', 'seagreen'])),
  (h) => edits.setLocked(h.draft, [h.body()], h.dice.roll() < 0.1),
  (h) => edits.setHidden(h.draft, [h.body()], h.flag()),
  (h) => edits.setGround(h.draft, [h.body()], h.dice.roll() < 0.2),
  (h) => edits.setDensity(h.draft, [h.body()], h.dice.between(-100, 8000)),
  (h) => edits.setProperty(h.draft, [h.body()], h.dice.one(['friction', 'restitution', 'colour']), h.flag() ? '0.5' : null),
  (h) => edits.setGravity(h.draft, h.flag()),
  (h) => edits.addMotor(h.draft, h.joint()),
  (h) => edits.setMotor(h.draft, 0, { to: h.dice.between(0, 3) }),
  (h) => edits.removeMotor(h.draft, 0),
  (h) => edits.setOnBreak(h.draft, h.dice.one(['limit', 'search', 'stretch'] as const)),
  (h) => {
    const body = h.body();
    return edits.setTrace(h.draft, body, h.point(body), h.flag());
  },
  (h) => edits.addMonitor(h.draft, `${h.draft.facts.joints[h.joint()]?.name ?? 'x'}.angle`),
  (h) => edits.removeMonitor(h.draft, 0),
  (h) => edits.addSpring(h.draft, h.spot(), h.spot()),
  (h) => edits.addRod(h.draft, h.spot(), h.spot()),
  (h) => edits.addDamper(h.draft, h.spot(), h.spot()),
  (h) => edits.addGear(h.draft, h.body(), h.body()),
  (h) => edits.setTeeth(h.draft, h.wheel(), 4 + h.dice.below(30)),
  (h) => edits.setModule(h.draft, h.wheel(), h.dice.between(0.0005, 0.004)),
  (h) => edits.addBelt(h.draft, h.body(), h.body()),
  (h) => {
    clip = edits.copy(h.draft, h.picks()) || clip;
    return { text: h.draft.text, made: [] };
  },
];

/** One gesture; beyond `max` bodies they are removed rather than added. */
export function gesture(core: Core, text: string, dice: Dice, max: number): Outcome {
  const sketch = core.sketch(text);
  const draft: Draft = { core, text, facts: sketch.facts, poses: sketch.poses() };
  sketch.dispose();
  const hand = new Hand(draft, dice);
  const crowded = draft.facts.bodies.length > max || draft.facts.joints.length > 2 * max;
  const roll = dice.roll();
  if (roll < (crowded ? 0.5 : 0.1)) {
    return edits.remove(draft, hand.picks());
  }
  return dice.one(!crowded && roll < 0.45 ? ADDING : CHANGING)(hand);
}
