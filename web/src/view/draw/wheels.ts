// wheels.ts: what gears and racks share: pitch circles and lines, fine and dash-dotted, as in
// drawings of machines. Teeth are part of a body's outline, but for those of racks (racks.ts).
import type { JointFact } from '../../core/facts';
import type { Drawing } from './drawing';
import { isAxis } from '../geometry/lookup';
import { endPoint, guidingEnd, jointPoint, slideDirection, slidingEnd } from '../geometry/places';
import { circle, segment, type Loop } from '../geometry/shapes';

export function drawPitch(d: Drawing): void {
  const style = d.style('pitch', (c) => ({ stroke: c.dimension, width: 1, dash: [8, 3, 2, 3], opacity: 0.75 }));
  const touch = d.style('touch', (c) => ({ fill: c.dimension }));
  for (const joint of d.input.facts.joints) {
    const lines = joint.kind === 'gear' ? gearLines(d, joint) : joint.kind === 'rack' ? rackLines(d, joint) : null;
    if (lines) {
      d.path('joint', lines.lines, d.worldFrame(), style);
      d.path('joint', [circle(0, 0, 2.2)], d.frame(lines.touch), touch);
    }
  }
}

interface Pitch {
  readonly lines: Loop[];
  readonly touch: { readonly x: number; readonly y: number };
}

function gearLines(d: Drawing, joint: JointFact): Pitch | null {
  const pair = joint.pairs[0];
  const touch = jointPoint(d.input.poses, joint);
  if (!pair || !touch || isAxis(pair[0]) || isAxis(pair[1])) {
    return null;
  }
  const rounds = pair.map((end) => {
    const at = endPoint(d.input.poses, end);
    return circle(at.x, at.y, Math.hypot(touch.x - at.x, touch.y - at.y));
  });
  return { lines: rounds, touch };
}

function rackLines(d: Drawing, joint: JointFact): Pitch | null {
  const pair = joint.pairs[0];
  const along = slideDirection(d.input.poses, joint);
  const radius = Math.abs(joint.values['radius'] ?? 0);
  if (!pair || !along || radius === 0) {
    return null;
  }
  const wheel = endPoint(d.input.poses, slidingEnd(pair));
  const rack = endPoint(d.input.poses, guidingEnd(pair));
  const side = Math.sign(along.x * (rack.y - wheel.y) - along.y * (rack.x - wheel.x)) || -1;
  const touch = { x: wheel.x - side * along.y * radius, y: wheel.y + side * along.x * radius };
  const reach = 2 * radius;
  const line = segment(
    touch.x - reach * along.x, touch.y - reach * along.y,
    touch.x + reach * along.x, touch.y + reach * along.y,
  );
  return { lines: [circle(wheel.x, wheel.y, radius), line], touch };
}
