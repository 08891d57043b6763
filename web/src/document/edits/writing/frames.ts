// frames.ts: from the axes of a body to the world's and back, by the poses as shown.
import type { Draft } from '../../draft';

export interface Vec {
  readonly x: number;
  readonly y: number;
}

export interface Pose extends Vec {
  readonly cos: number;
  readonly sin: number;
}

export function poseOf(draft: Draft, body: number): Pose {
  const at = 4 * body;
  const { poses } = draft;
  return { x: poses[at] ?? 0, y: poses[at + 1] ?? 0, cos: poses[at + 2] ?? 1, sin: poses[at + 3] ?? 0 };
}

export function poseAt(x: number, y: number, angle: number): Pose {
  return { x, y, cos: Math.cos(angle), sin: Math.sin(angle) };
}

export function angleOf(pose: Pose): number {
  return Math.atan2(pose.sin, pose.cos);
}

/** A direction of the body in the axes of the world. */
export function turn(pose: Pose, v: Vec): Vec {
  return { x: pose.cos * v.x - pose.sin * v.y, y: pose.sin * v.x + pose.cos * v.y };
}

export function turnBack(pose: Pose, v: Vec): Vec {
  return { x: pose.cos * v.x + pose.sin * v.y, y: pose.cos * v.y - pose.sin * v.x };
}

/** A point of the body in the world. */
export function toWorld(pose: Pose, p: Vec): Vec {
  const v = turn(pose, p);
  return { x: pose.x + v.x, y: pose.y + v.y };
}

export function toBody(pose: Pose, p: Vec): Vec {
  return turnBack(pose, { x: p.x - pose.x, y: p.y - pose.y });
}

export function distance(a: Vec, b: Vec): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** How far p lies beside the line through `at` along `along`. */
export function beside(p: Vec, at: Vec, along: Vec): number {
  const length = Math.hypot(along.x, along.y);
  return Math.abs((p.x - at.x) * along.y - (p.y - at.y) * along.x) / length;
}
