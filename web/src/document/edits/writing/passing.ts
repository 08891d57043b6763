// passing.ts: the world's list of parts that pass by each other: drawn links, blocks and wheels are
// all on it, so that they touch floors and balls but not one another. A list of one is none.
import { isOwn } from './bodies';
import type { Pen } from './pen';
import { clausesOf } from './runs';

/** Puts a new part on the list; the list begins with the second. */
export function passOthers(pen: Pen, name: string): void {
  pen.flush();
  const list = pen.find(`${pen.world}.interference.off`);
  if (list !== 0) {
    if (!clausesOf(pen, `${pen.world}.interference.off`).some((entry) => entry.text === name)) {
      pen.insert(pen.element(list), 'last', name);
      pen.flush();
    }
    return;
  }
  const others = partsWithPoints(pen).filter((other) => other !== name);
  if (others.length > 0) {
    const block = pen.find(`${pen.world}.interference`);
    const entry = `off: ${[...others, name].join(', ')}`;
    if (block === 0) {
      pen.insert(pen.find(pen.world), 'last', `interference: begin\n  ${entry};\nend`);
    } else {
      pen.insert(block, 'last', entry);
    }
    pen.flush();
  }
}

/** Parts of linkages: they move, touch and have points to be joined by. */
function partsWithPoints(pen: Pen): readonly string[] {
  const bodies = pen.renew().facts.bodies.filter((body, index) => index > 0 && isOwn(body));
  return bodies.filter((body) => body.touches && !body.fixed && body.points.length > 0).map((body) => body.name);
}
