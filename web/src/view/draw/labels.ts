// labels.ts: names of bodies beside their middles, of points beside the points, away from the link.
import { dimensionBoxes } from './dimensions';
import type { Drawing } from './drawing';
import { bodyPoint } from '../geometry/geometry';
import { isAxis } from '../geometry/lookup';
import { plateOf } from '../geometry/plates';

const POINT_OFF = 16;
/** Beside a body its names may begin [px]. */
const MARGIN = 200;

/** Texts in lines nearer than this overlap [px]. */
const LINE = 15;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Boxes of texts that are placed already, so that the next one can move out of their way. */
class Places {
  /** By y in lines: only those of three need be looked at. */
  readonly #taken = new Map<number, Box[]>();

  constructor(boxes: readonly Box[]) {
    boxes.forEach((box) => this.#take(box));
  }

  #take(box: Box): void {
    const line = Math.floor(box.y / LINE);
    const boxes = this.#taken.get(line);
    if (boxes) {
      boxes.push(box);
    } else {
      this.#taken.set(line, [box]);
    }
  }

  #isFree({ x, y, width }: Box): boolean {
    const line = Math.floor(y / LINE);
    const near = [-1, 0, 1].flatMap((by) => this.#taken.get(line + by) ?? []);
    return !near.some((box) => Math.abs(box.x - x) < (box.width + width) / 2 && Math.abs(box.y - y) < LINE);
  }

  /** The first of some heights at which a text of this width is free. */
  free(x: number, y: number, width: number): number {
    for (const dy of [0, 16, -16, 32, -32]) {
      const box = { x, y: y + dy, width };
      if (this.#isFree(box)) {
        this.#take(box);
        return box.y;
      }
    }
    return y;
  }
}

/** All bodies with names on; points only of the bodies that are selected or pointed at. */
export function drawNames(d: Drawing): void {
  const { facts, options, selection, hover } = d.input;
  const places = new Places(dimensionBoxes(d.input));
  const told = new Set([...selection, hover].flatMap((p) => (p && p.kind !== 'joint' ? [p.body] : [])));
  for (const body of d.known.order) {
    const { name } = facts.bodies[body]!;
    if (!isInSight(d, body)) {
      continue;
    }
    if (options.names) {
      drawBodyName(d, body, places);
    }
    if (told.has(name)) {
      drawPointNames(d, body, places);
    }
  }
}

/** Whether some of the body is within the picture: what is not needs no names. */
function isInSight(d: Drawing, body: number): boolean {
  const { poses, size } = d.input;
  const reach = d.pixels(d.known.reaches[body]!) + MARGIN;
  const [x, y] = [d.px(poses[4 * body]!), d.py(poses[4 * body + 1]!)];
  return x > -reach && x < size.width + reach && y > -reach && y < size.height + reach;
}

function drawBodyName(d: Drawing, body: number, places: Places): void {
  const fact = d.input.facts.bodies[body]!;
  const plate = plateOf(fact);
  const at = bodyPoint(d.input.poses, body, plate.x, plate.y);
  const width = 7 * fact.name.length;
  const y = places.free(d.px(at.x), d.py(at.y), width);
  d.text('name', fact.name, d.px(at.x), y, { size: 12, bold: true });
}

function drawPointNames(d: Drawing, body: number, places: Places): void {
  const fact = d.input.facts.bodies[body]!;
  const plate = plateOf(fact);
  const middle = bodyPoint(d.input.poses, body, plate.x, plate.y);
  const off = Math.max(POINT_OFF, d.pixels(plate.half) + 10);
  for (const point of fact.points) {
    if (!isAxis(point)) {
      const at = bodyPoint(d.input.poses, body, point.x, point.y);
      const way = Math.hypot(at.x - middle.x, at.y - middle.y);
      const [ux, uy] = way > 0 ? [(at.x - middle.x) / way, (at.y - middle.y) / way] : [0, 1];
      const x = d.px(at.x) + off * ux;
      const y = places.free(x, d.py(at.y) - off * uy, 7 * point.name.length);
      d.text('name', point.name, x, y, { size: 11.5 });
    }
  }
}
