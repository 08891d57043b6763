// sliders.ts: rails with hatching on the ground, slots in moving bodies, arms with a slot and a block
// between two of them, blocks for sliders that are drawn as discs. Rails are as long as the travel that was seen, slots reach to the next points.
import type { JointFact } from '../../core/facts';
import type { Drawing } from './drawing';
import { toWorld } from '../geometry/camera';
import { bodyPoint, directionInBody, isInside, toBody, wayOut } from '../geometry/geometry';
import { bodyStyles } from './bodies';
import { isAxis } from '../geometry/lookup';
import { bossRadius, isGround } from './pins';
import { endPoint, guidingEnd, jointPoint, slideDirection, slidingEnd } from '../geometry/places';
import { plateOf } from '../geometry/plates';
import { capsule, roundedBox, segment, type Frame, type Lines, type Loop } from '../geometry/shapes';
import { slidePosition, slides, type Range } from '../geometry/travel';

/** Rails reach this far beyond the travel, and slots beyond their pin [px]. */
const BEYOND = 36;
const HATCH_STEP = 7;

/** Where a joint's guide runs: a frame in pixels along it, and the range of the slider there. */
interface Guide {
  readonly frame: Frame;
  readonly low: number;
  readonly high: number;
}

function guideOf(d: Drawing, joint: JointFact): Guide | null {
  const { poses, travel } = d.input;
  const pair = joint.pairs[0];
  const along = slideDirection(poses, joint);
  const now = slidePosition(poses, joint);
  if (!pair || !along || now === null) {
    return null;
  }
  const seen: Range = travel.of(joint) ?? { low: now, high: now };
  const angle = Math.atan2(along.y, along.x);
  return {
    frame: d.frame(endPoint(poses, guidingEnd(pair)), angle),
    low: d.pixels(joint.values['low'] ?? Math.min(seen.low, now)),
    high: d.pixels(joint.values['high'] ?? Math.max(seen.high, now)),
  };
}

/** Behind the bodies: rails of sliders on the ground. */
export function drawRails(d: Drawing): void {
  for (const joint of d.input.facts.joints) {
    const pair = joint.pairs[0];
    if (pair && slides(joint) && joint.kind !== 'rack' && isGround(d, guidingEnd(pair).body)) {
      const guide = guideOf(d, joint);
      if (guide) {
        drawRail(d, guide, railsAt(d, joint), blockHalf(d, joint));
      }
    }
  }
}

/** How far beside the guide's line the rails are, left ones above 0 [px]. A slider beside its line has one rail, at its far side. */
function railsAt(d: Drawing, joint: JointFact): readonly number[] {
  const sides = [1, -1].map((side) => farSide(d, joint, side));
  const [left, right] = sides.map((far) => far > 1e-9);
  const isBeside = joint.kind === 'slider' && left !== right;
  const gap = railGap(d, joint);
  return isBeside ? [left ? d.pixels(sides[0]!) + 1.5 : -d.pixels(sides[1]!) - 1.5] : [gap, -gap];
}

/** How far the outline of what slides reaches to one side of its way; 0 where it does not [m]. */
function farSide(d: Drawing, joint: JointFact, side: number): number {
  const { poses } = d.input;
  const end = slidingEnd(joint.pairs[0]!);
  const u = directionInBody(poses, end.body, slideDirection(poses, joint) ?? { x: 1, y: 0 });
  const [dx, dy] = [-side * u.y, side * u.x];
  // Back from where nothing is.
  const off = 100 * plateOf(d.input.facts.bodies[end.body]!).half;
  return Math.max(0, off - wayOut(d.known.chords[end.body]!, end.x + off * dx, end.y + off * dy, -dx, -dy));
}

/** Half the distance of two rails [px]: they touch the slider. */
function railGap(d: Drawing, joint: JointFact): number {
  const number = slidingEnd(joint.pairs[0]!).body;
  const body = d.input.facts.bodies[number];
  if (joint.kind === 'point_on_line' || !body || body.outline.length === 0) {
    return bossRadius(d, joint.bodies) + 2;
  }
  const plate = plateOf(body);
  return d.pixels(plate.isDisc ? 2 * plate.half : reach(d, joint, 'across', MAX_ACROSS)) + 1.5;
}

/** A slider is as wide and long as it is seen, unless it is a plate that only hangs on its guide. */
const MAX_ACROSS = 2.5;
const MAX_ALONG = 5;

/** How far a sliding body reaches from where it slides, across its way or along it, at most so many of its half widths [m]. */
function reach(d: Drawing, joint: JointFact, way: 'across' | 'along', max: number): number {
  const { poses } = d.input;
  const end = slidingEnd(joint.pairs[0]!);
  const { half } = plateOf(d.input.facts.bodies[end.body]!);
  const u = directionInBody(poses, end.body, slideDirection(poses, joint) ?? { x: 1, y: 0 });
  const [dx, dy] = way === 'along' ? [u.x, u.y] : [-u.y, u.x];
  const loops = d.known.chords[end.body]!;
  const found = Math.max(wayOut(loops, end.x, end.y, dx, dy), wayOut(loops, end.x, end.y, -dx, -dy));
  return found <= max * half ? found : half;
}

/** A disc that slides is shown as a block of this many radii of length. */
const BLOCK = 3;

/** Whether a slider is a block: a disc on the ground or on a bar, not one between other parts. */
function isBlock(d: Drawing, joint: JointFact): boolean {
  const pair = joint.pairs[0]!;
  const body = d.input.facts.bodies[slidingEnd(pair).body];
  const guide = d.input.facts.bodies[guidingEnd(pair).body];
  if (joint.kind !== 'slider' || !body || !guide || !plateOf(body).isDisc) {
    return false;
  }
  return isGround(d, guidingEnd(pair).body) || (guide.outline.length === 1 && !plateOf(guide).isDisc);
}

/** Half the length of what slides [px], so that its rails are seen beyond it. */
function blockHalf(d: Drawing, joint: JointFact): number {
  const body = d.input.facts.bodies[slidingEnd(joint.pairs[0]!).body];
  if (!body || joint.kind === 'point_on_line' || body.outline.length === 0) {
    return 0;
  }
  return d.pixels(isBlock(d, joint) ? BLOCK * plateOf(body).half : reach(d, joint, 'along', MAX_ALONG));
}

function drawRail(d: Drawing, guide: Guide, rails: readonly number[], more: number): void {
  const rail = d.style('rail', (c) => ({ stroke: c.ground, width: 1.8, cap: 'round' }));
  const hatch = d.style('ground hatch', (c) => ({ stroke: c.ground, width: 1.1, cap: 'round' }));
  const axis = d.style('rail axis', (c) => ({ stroke: c.ground, width: 1, dash: [9, 3, 2, 3], opacity: 0.55 }));
  const from = guide.low - more - BEYOND;
  const to = guide.high + more + BEYOND;
  const ticks: Loop[] = [];
  for (let x = from + 3; x < to; x += HATCH_STEP) {
    ticks.push(...rails.map((y) => segment(x, y, x + 5 * Math.sign(y), y + 6 * Math.sign(y))));
  }
  d.path('ground', [segment(from - 10, 0, to + 10, 0)], guide.frame, axis);
  d.path('ground', ticks, guide.frame, hatch);
  d.path('ground', rails.map((y) => segment(from, y, to, y)), guide.frame, rail);
}

/** Before the bodies: slots in bodies that move or have a shape, and blocks of sliding discs. */
export function drawSlots(d: Drawing): void {
  for (const joint of d.input.facts.joints) {
    const pair = joint.pairs[0];
    if (!pair || (joint.kind !== 'point_on_line' && joint.kind !== 'slider')) {
      continue;
    }
    const guide = guideOf(d, joint);
    const guiding = guidingEnd(pair).body;
    if (guide && joint.kind === 'point_on_line' && !isGround(d, guiding)) {
      drawGroove(d, joint, guide);
    }
    if (guide && isBlock(d, joint)) {
      drawBlock(d, joint, guide.frame);
    } else if (guide && isSleeve(d, joint)) {
      drawSleeve(d, joint, guide);
    }
  }
}

/** A groove where the guide has room for it; else only the line along which the pin runs. */
function drawGroove(d: Drawing, joint: JointFact, guide: Guide): void {
  const [low, high] = slotRange(d, joint, guide);
  const body = guidingEnd(joint.pairs[0]!).body;
  const covers = [low, high].every((along) => {
    const at = toWorld(d.input.camera, d.input.size, {
      x: guide.frame.x + along * guide.frame.c,
      y: guide.frame.y - along * guide.frame.s,
    });
    const local = toBody(d.input.poses, body, at);
    return isInside(d.known.chords[body]!, local.x, local.y);
  });
  if (covers) {
    const lines = [capsule(low, 0, high, 0, bossRadius(d, joint.bodies) + 1.5)];
    d.path('joint', lines, guide.frame, d.style('groove', (c) => ({ fill: c.shadow, opacity: 0.3 })));
    d.path('joint', lines, guide.frame, d.style('groove edge', (c) => ({ stroke: c.pinEdge, width: 1.3 })));
  } else {
    const axis = d.style('rail axis', (c) => ({ stroke: c.ground, width: 1, dash: [9, 3, 2, 3], opacity: 0.55 }));
    d.path('ground', [segment(low - BEYOND, 0, high + BEYOND, 0)], guide.frame, axis);
  }
}

/** From the last point of the guide before the travel to the first one behind it. */
function slotRange(d: Drawing, joint: JointFact, guide: Guide): [number, number] {
  const end = guidingEnd(joint.pairs[0]!);
  const margin = bossRadius(d, joint.bodies) + 4;
  let [low, high] = [-Infinity, Infinity];
  for (const point of d.input.facts.bodies[end.body]?.points ?? []) {
    const at = bodyPoint(d.input.poses, end.body, point.x, point.y);
    const [x, y] = [d.px(at.x) - guide.frame.x, guide.frame.y - d.py(at.y)];
    const along = x * guide.frame.c + y * guide.frame.s;
    const off = Math.abs(y * guide.frame.c - x * guide.frame.s);
    if (!isAxis(point) && off < 1) {
      low = along <= guide.low + 1 ? Math.max(low, along) : low;
      high = along >= guide.high - 1 ? Math.min(high, along) : high;
    }
  }
  return [
    Number.isFinite(low) ? low : guide.low - margin,
    Number.isFinite(high) ? high : guide.high + margin,
  ];
}

/** A slider of two points of bodies that move: what slides along axes has shapes of its own for it. */
function isSleeve(d: Drawing, joint: JointFact): boolean {
  const [a, b] = joint.pairs[0]!;
  const seen = joint.bodies.some((body) => !d.input.facts.bodies[body]?.hidden);
  return joint.kind === 'slider' && seen && !isGround(d, guidingEnd([a, b]).body) && !isAxis(a) && !isAxis(b);
}

/** An arm of the guiding body, from its point along the travel, with a slot and a block in it. */
function drawSleeve(d: Drawing, joint: JointFact, guide: Guide): void {
  const number = guidingEnd(joint.pairs[0]!).body;
  const r = bossRadius(d, joint.bodies);
  const [low, high] = [Math.min(guide.low, 0) - 2.4 * r, Math.max(guide.high, 0) + 2.4 * r];
  const [middle, length] = [(low + high) / 2, high - low];
  const slot = [roundedBox(middle, 0, length, 2 * r, 1)];
  const at = d.pixels(slidePosition(d.input.poses, joint) ?? 0);
  const boss = d.style('boss', (c) => ({ fill: c.pinFace, stroke: c.pinEdge, width: 1.4 }));
  const line = d.style('block line', (c) => ({ stroke: c.pinHole, width: 1.6, cap: 'round' }));
  const { face } = bodyStyles(d, d.input.facts.bodies[number]!, number);
  d.path('joint', [roundedBox(middle, 0, length + 8, 2 * r + 8, 4)], guide.frame, face);
  d.path('joint', slot, guide.frame, d.style('groove', (c) => ({ fill: c.shadow, opacity: 0.3 })));
  d.path('joint', slot, guide.frame, d.style('groove edge', (c) => ({ stroke: c.pinEdge, width: 1.3 })));
  d.path('joint', [roundedBox(at, 0, 3 * r, 2 * r, 0.3 * r)], guide.frame, boss);
  d.path('joint', [segment(at - 0.9 * r, 0, at + 0.9 * r, 0)], guide.frame, line);
}

const blocks = new WeakMap<object, { face: Lines; bevel: Lines }>();

/** A slider whose body is a disc about its pin is shown as a block on its rails. */
function drawBlock(d: Drawing, joint: JointFact, guide: Frame): void {
  const end = slidingEnd(joint.pairs[0]!);
  const body = d.input.facts.bodies[end.body];
  const at = jointPoint(d.input.poses, joint);
  if (!body || !at || body.hidden) {
    return;
  }
  let lines = blocks.get(body);
  if (!lines) {
    const r = 2 * plateOf(body).half;
    lines = {
      face: [roundedBox(0, 0, BLOCK * r, 2 * r, 0.3 * r)],
      bevel: [roundedBox(0, 0, BLOCK * r - 0.3 * r, 1.7 * r, 0.2 * r)],
    };
    blocks.set(body, lines);
  }
  const frame = { ...d.frame(at, 0, d.input.camera.scale), c: guide.c, s: guide.s };
  const styles = bodyStyles(d, body, end.body);
  d.path('body', lines.face, frame, styles.face);
  d.path('body', lines.bevel, frame, styles.bevel);
}
