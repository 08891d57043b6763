// index.ts: the tools for what has a place and a size: cams, balls, boxes, floors. A click
// makes one of a usual size, a drag sets the size. Balls, boxes and floors can be dropped into a
// simulation that runs.
import type { Draft, Outcome, Spot } from '../../document/draft';
import { addBody, addCam } from '../../document/edits';
import type { Point } from '../../view/geometry/camera';
import type { PreviewShape } from '../../view/preview';
import type { Tool } from '../machine';
import { idle } from './idle';

export interface Sized {
  readonly name: string;
  /** Whether its size is a radius. */
  readonly round?: boolean;
  /** Whether it is joined to what is under it. */
  readonly joins: boolean;
  /** One is mostly enough: then the tool goes back to select. */
  readonly once?: boolean;
  /** Of one that is only clicked: pixels. */
  readonly usual: number;
  size(from: Point, to: Point): number;
  /** Where it is, of the place pressed and that of the pointer. */
  centre?(from: Point, to: Point): Point;
  /** How it is turned, of the same [rad]; without it level. */
  angle?(from: Point, to: Point): number;
  shape(at: Point, size: number, angle: number): PreviewShape;
  add(draft: Draft, spot: Spot, size: number, angle: number): Outcome;
}

const radius = (from: Point, to: Point): number => Math.hypot(to.x - from.x, to.y - from.y);
const disc = (at: Point, size: number): PreviewShape => ({ kind: 'circle', at, radius: size });

/** A floor that is drawn nearly level is meant to be so [rad]. */
const LEVEL = Math.PI / 60;

/** From left to right, whichever end was drawn first, so that its top is above. */
function slope(from: Point, to: Point): number {
  return isLevel(from, to) ? 0 : to.x < from.x ? Math.atan2(from.y - to.y, from.x - to.x) : Math.atan2(to.y - from.y, to.x - from.x);
}

function isLevel(from: Point, to: Point): boolean {
  return Math.abs(to.y - from.y) <= LEVEL * Math.abs(to.x - from.x);
}

function sizedTool(sized: Sized): Tool {
  return { id: sized.name, live: !sized.joins, start: (bench) => idle(bench, sized) };
}

export const sizedTools = {
  cam: sizedTool({ name: 'cam', round: true, joins: true, usual: 50, size: radius, shape: disc, add: (draft, spot, size) => addCam(draft, spot, size) }),
  ball: sizedTool({ name: 'ball', round: true, joins: false, usual: 24, size: radius, shape: disc, add: (draft, at, size) => addBody(draft, 'ball', at.x, at.y, size) }),
  box: sizedTool({
    name: 'box',
    joins: false,
    usual: 48,
    size: (from, to) => 2 * Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)),
    shape: (at, size) => ({ kind: 'box', at, width: size, height: size, angle: 0 }),
    add: (draft, at, size) => addBody(draft, 'box', at.x, at.y, size),
  }),
  floor: sizedTool({
    name: 'floor',
    joins: false,
    once: true,
    usual: 480,
    size: radius,
    centre: (from, to) => ({ x: (from.x + to.x) / 2, y: isLevel(from, to) ? from.y : (from.y + to.y) / 2 }),
    angle: slope,
    shape: (at, size, angle) => {
      const half = size / 40;
      return { kind: 'box', at: { x: at.x + half * Math.sin(angle), y: at.y - half * Math.cos(angle) }, width: size, height: 2 * half, angle };
    },
    add: (draft, at, size, angle) => addBody(draft, 'floor', at.x, at.y, size, angle),
  }),
};
