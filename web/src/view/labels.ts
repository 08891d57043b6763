// labels.ts: names of bodies beside their middles, of points beside the points, away from the link.
import { dimensionBoxes } from './dimensions';
import type { Drawing } from './drawing';
import { bodyPoint } from './geometry';
import { isAxis } from './lookup';
import { plateOf } from './plates';

const POINT_OFF = 16;

/** Boxes of texts that are placed already, so that the next one can move out of their way. */
class Places {
  readonly #taken: { x: number; y: number; w: number }[];


  constructor(boxes: readonly { x: number; y: number; width: number }[]) {
    this.#taken = boxes.map(({ x, y, width }) => ({ x, y, w: width }));
  }

  /** The first of some heights at which a text of this width is free. */
  free(x: number, y: number, w: number): number {
    for (const dy of [0, 16, -16, 32, -32]) {
      const hits = this.#taken.some((t) => Math.abs(t.x - x) < (t.w + w) / 2 && Math.abs(t.y - y - dy) < 15);
      if (!hits) {
        this.#taken.push({ x, y: y + dy, w });
        return y + dy;
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
    if (options.names) {
      drawBodyName(d, body, places);
    }
    if (told.has(name)) {
      drawPointNames(d, body, places);
    }
  }
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
