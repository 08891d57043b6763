// marks.ts: what is said about parts of the machine: selected, pointed at, locked, blocked,
// redundant, in conflict, open.
import type { Drawing } from './drawing';
import { ORIGIN } from './drawing';
import { bodyPoint } from '../geometry/geometry';
import { bossRadius } from './pins';
import { gapOf, jointSegments, spans } from '../geometry/places';
import { plateOf } from '../geometry/plates';
import type { Point } from '../geometry/camera';
import type { Pick } from '../../app';
import { arc, circle, roundedBox, segment, type Lines } from '../geometry/shapes';

/** Below the bodies: soft rims of what is selected or pointed at. */
export function drawGlows(d: Drawing): void {
  const { hover, selection } = d.input;
  const soft = d.style('glow', (c) => ({ stroke: c.accent, width: 9, opacity: 0.22 }));
  for (const pick of hover ? [...selection, hover] : selection) {
    const body = pick.kind === 'body' ? d.known.bodies.get(pick.body) : undefined;
    if (body !== undefined) {
      d.path('mark', plateOf(d.input.facts.bodies[body]!).outline, d.bodyFrame(body), soft);
    }
  }
}

/** Above the machine. */
export function drawMarks(d: Drawing): void {
  drawBlocked(d);
  drawFaults(d);
  drawGaps(d);
  drawLocks(d);
  d.input.selection.forEach((pick) => drawPick(d, pick, true));
  if (d.input.hover) {
    drawPick(d, d.input.hover, false);
  }
}

function drawPick(d: Drawing, pick: Pick, selected: boolean): void {
  const body = pick.kind === 'joint' ? undefined : d.known.bodies.get(pick.body);
  if (pick.kind === 'body' && body !== undefined && selected) {
    const edge = d.style('selected', (c) => ({ stroke: c.accent, width: 2.2 }));
    d.path('mark', plateOf(d.input.facts.bodies[body]!).outline, d.bodyFrame(body), edge);
    drawHandles(d, body);
  } else if (pick.kind === 'point' && body !== undefined) {
    const point = d.input.facts.bodies[body]!.points.find((p) => p.name === pick.point);
    if (point) {
      ringAt(d, bodyPoint(d.input.poses, body, point.x, point.y), bossRadius(d, [body]) + 4, selected);
    }
  } else if (pick.kind === 'joint') {
    drawJointPick(d, d.known.joints.get(pick.joint) ?? -1, selected);
  }
}

function drawJointPick(d: Drawing, number: number, selected: boolean): void {
  const joint = d.input.facts.joints[number];
  const line = d.style('selected span', (c) => ({ stroke: c.accent, width: 12, opacity: 0.25, cap: 'round' }));
  for (const { a, b } of joint ? jointSegments(d.input.poses, joint) : []) {
    if (spans(joint!)) {
      d.path('mark', [segment(d.px(a.x), -d.py(a.y), d.px(b.x), -d.py(b.y))], ORIGIN, line);
    } else {
      ringAt(d, a, bossRadius(d, joint!.bodies) + 4, selected);
    }
  }
}

function ringAt(d: Drawing, at: Point, radius: number, selected: boolean): void {
  const firm = d.style('ring firm', (c) => ({ stroke: c.accent, width: 2.4 }));
  const soft = d.style('ring soft', (c) => ({ stroke: c.accent, width: 5, opacity: 0.35 }));
  d.path('mark', [circle(0, 0, radius)], d.frame(at), selected ? firm : soft);
}

const HANDLE: Lines = [roundedBox(0, 0, 7, 7, 1.5)];

function drawHandles(d: Drawing, body: number): void {
  const style = d.style('handle', (c) => ({ fill: c.box, stroke: c.accent, width: 1.6 }));
  for (const point of d.input.facts.bodies[body]!.points) {
    if (point.dx === 0 && point.dy === 0) {
      d.path('mark', HANDLE, d.frame(bodyPoint(d.input.poses, body, point.x, point.y)), style);
    }
  }
}

/** Joints of the loop that stops the motion, and the links between two of them. */
function drawBlocked(d: Drawing): void {
  const { blocked, facts, pulse } = d.input;
  const ends = new Map<number, number>();
  const colours = d.input.colours;
  const ring = { stroke: colours.warning, width: 2 + 1.4 * pulse };
  for (const number of blocked) {
    const joint = facts.joints[number];
    joint?.bodies.forEach((body) => ends.set(body, (ends.get(body) ?? 0) + 1));
    const at = joint ? jointSegments(d.input.poses, joint)[0] : undefined;
    if (joint && at) {
      d.path('mark', [circle(0, 0, bossRadius(d, joint.bodies) + 3 + 2 * pulse)], d.frame(at.a), ring);
    }
  }
  const edge = { stroke: colours.warning, width: 2.4, opacity: 0.45 + 0.55 * pulse };
  for (const [body, count] of ends) {
    const fact = facts.bodies[body];
    if (body > 0 && count > 1 && fact && !fact.hidden) {
      d.path('mark', plateOf(fact).outline, d.bodyFrame(body), edge);
    }
  }
}

/** Amber rings for what is redundant or warned of, red ones for what is in conflict. */
function drawFaults(d: Drawing): void {
  const { diagnosis, facts } = d.input;
  const amber = d.style('redundant', (c) => ({ stroke: c.redundant, width: 2.6 }));
  const red = d.style('conflict', (c) => ({ stroke: c.conflict, width: 2.6 }));
  const mark = (number: number, more: number, style: typeof amber): void => {
    const joint = facts.joints[number];
    const at = joint ? jointSegments(d.input.poses, joint)[0] : undefined;
    if (joint && at) {
      const middle = { x: (at.a.x + at.b.x) / 2, y: (at.a.y + at.b.y) / 2 };
      d.path('mark', [circle(0, 0, bossRadius(d, joint.bodies) + more)], d.frame(middle), style);
    }
  };
  diagnosis?.redundant.forEach(({ joint }) => mark(joint, 5, amber));
  facts.diags.forEach(({ severity, parts }) => severity === 'warning' && mark(d.known.joints.get(parts[0] ?? '') ?? -1, 5, amber));
  new Set(diagnosis?.conflicts.flat()).forEach((joint) => mark(joint, 8, red));
}

/** Pixels by which ends must be apart to be seen as open. */
const OPEN = 1.5;

/** A joint that is open: a dashed line from one end to where it should be, and both marked. */
function drawGaps(d: Drawing): void {
  const line = d.style('gap', (c) => ({ stroke: c.conflict, width: 1.8, dash: [5, 4] }));
  const end = d.style('gap end', (c) => ({ stroke: c.conflict, width: 1.6 }));
  for (const joint of d.input.facts.joints) {
    const gap = gapOf(d.input.poses, joint);
    if (gap && d.pixels(Math.hypot(gap.b.x - gap.a.x, gap.b.y - gap.a.y)) > OPEN) {
      const { a, b } = gap;
      d.path('mark', [segment(d.px(a.x), -d.py(a.y), d.px(b.x), -d.py(b.y))], ORIGIN, line);
      d.path('mark', [circle(0, 0, 4)], d.frame(a), end);
      d.path('mark', [circle(0, 0, 4)], d.frame(b), end);
    }
  }
}

const LOCK_BODY: Lines = [roundedBox(0, -2.5, 11, 8.5, 1.6)];
const SHACKLE: Lines = [arc(0, 2, 3.2, 0, Math.PI)];

/** A small padlock at the middle of each locked body. */
function drawLocks(d: Drawing): void {
  const solid = d.style('lock', (c) => ({ fill: c.label, stroke: c.background, width: 1 }));
  const line = d.style('shackle', (c) => ({ stroke: c.label, width: 1.8 }));
  for (const body of d.known.order) {
    const fact = d.input.facts.bodies[body]!;
    if (fact.locked) {
      const plate = plateOf(fact);
      const frame = d.frame(bodyPoint(d.input.poses, body, plate.x, plate.y));
      d.path('mark', SHACKLE, frame, line);
      d.path('mark', LOCK_BODY, frame, solid);
    }
  }
}
