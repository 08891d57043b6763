// links.ts: the empty page, links, sliders and rails.
import type { Draft, LinkOptions, Outcome, Spot } from '../draft';
import { distance, poseAt, toBody, toWorld } from './writing/frames';
import type { Vec } from './writing/frames';
import { addComponent, addJoin, addStatement, addType, anchorOf, angleText, makeJoin, makeRail } from './writing/joins';
import { freshName, freshPoint } from './writing/names';
import { lengthOf, nice } from './writing/numbers';
import { attempt, refuse } from './writing/pen';
import type { Pen } from './writing/pen';
import { passOthers } from './writing/passing';

const PALETTE = ['steelblue', 'goldenrod', 'seagreen', 'indianred', 'slateblue', 'darkcyan', 'peru', 'palevioletred'];
/** Of aluminium, as light as most things that people build. */
export const DENSITY = '2700';

/** The text of an empty page. What is drawn there rubs, so that it can walk and come to rest. */
export function emptyText(): string {
  return `world sketch begin
  components
  structure begin
  end
  properties: (planar, friction: 0.5, gravity);
end
`;
}

/** Colours in turn. */
export function nextColor(pen: Pen): string {
  return PALETTE[(pen.draft.facts.bodies.length - 1) % PALETTE.length] ?? 'steelblue';
}

/** A colour as the language writes it. */
export function colorText(color: string): string {
  return /^[a-z]+$/.test(color) ? color : `"${color}"`;
}

/** The arguments of the last link that moves; '' where there is none. */
function lastLink(pen: Pen): string {
  const sizes = pen.draft.text
    .split(/^primitive /m)
    .filter((definition) => !definition.startsWith('rail'))
    .map((definition) => /^\s*geometry: link\(([^()]+)\)/m.exec(definition)?.[1] ?? '');
  return sizes.filter((size) => size !== '').pop() ?? '';
}

/** Width and thickness: as the last link has them, or by the length. */
function linkSize(pen: Pen, length: number, options: LinkOptions): string {
  const last = lastLink(pen);
  if (options.width === undefined && last !== '') {
    return last;
  }
  const width = options.width ?? nice(length / 5);
  return `${pen.numbers.length(width)}, ${pen.numbers.length(nice(width / 2))}`;
}

/** A link through the spots, joined to what is there. */
export function addLink(draft: Draft, spots: readonly Spot[], options: LinkOptions = {}): Outcome {
  return attempt(draft, (pen) => {
    const [first, second] = spots;
    if (first === undefined) {
      return refuse('A link needs a point.');
    }
    checkApart(pen, spots);
    const angle = second === undefined ? 0 : Math.atan2(second.y - first.y, second.x - first.x);
    const pose = poseAt(first.x, first.y, angle);
    const anchors = spots.map((spot) => anchorOf(pen, spot));
    const names: string[] = [];
    spots.forEach(() => names.push(freshPoint(names)));
    const name = freshName(pen.taken, 'link');
    const points = spots.map((spot, k) => {
      const p = toBody(pose, spot);
      return `${names[k] ?? ''}: ${pen.numbers.point(p.x, k === 1 ? 0 : p.y)};`;
    });
    const longest = Math.max(...spots.map((spot) => distance(spot, first)));
    const size = linkSize(pen, longest > 0 ? longest : 4e4 * pen.numbers.step, options);
    addMovingType(pen, name, `link(${size}) where begin ${points.join(' ')} end`, options.color);
    addComponent(pen, name, name);
    pen.made.push(name);
    anchors.forEach((anchor, k) => anchor !== null && addJoin(pen, name, names[k] ?? '', anchor));
    placeNear(pen, name, 'a', first, angle);
    passOthers(pen, name);
  });
}

function checkApart(pen: Pen, spots: readonly Spot[]): void {
  spots.forEach((spot, k) => {
    if (spots.slice(0, k).some((other) => distance(spot, other) < 2 * pen.numbers.step)) {
      refuse('Two points of the link are in the same place: put them further apart.');
    }
  });
}

/** A type with mass that touches others. */
export function addMovingType(pen: Pen, name: string, geometry: string, color?: string): void {
  addType(pen, `primitive ${name} begin
  properties: (density: ${DENSITY}, color: ${colorText(color ?? nextColor(pen))});
  geometry: ${geometry};
  interference: ;
  dynamics: ;
end`);
}

/** Writes roughly where a new body is. */
export function placeNear(pen: Pen, name: string, by: string, at: Vec, angle: number): void {
  addStatement(pen, `place ${name} by ${by} near ${pen.numbers.point(at.x, at.y)}${angleText(pen, angle)}`);
}

/** Joins a part to a line of the ground along its x axis, through its point. */
export function addGroundSlider(pen: Pen, name: string, point: string, at: Vec, angle: number): string {
  const { numbers } = pen;
  const reach = nice(1e5 * numbers.step);
  const far = toWorld(poseAt(at.x, at.y, angle), { x: reach, y: 0 });
  const pairs = `${point} ${numbers.point(at.x, at.y)}, ${numbers.point(reach, 0)} ${numbers.point(far.x, far.y)}`;
  return makeJoin(pen, name, 'world', 'slider', pairs);
}

/** A block on a line of the ground through the spot, pinned to what the spot names. */
export function addSlider(draft: Draft, spot: Spot, angle: number, options: LinkOptions = {}): Outcome {
  return attempt(draft, (pen) => {
    const anchor = anchorOf(pen, spot.kind === 'ground' ? { ...spot, kind: 'free' } : spot);
    const name = freshName(pen.taken, 'block');
    const width = options.width ?? 2 * linkWidth(pen);
    const size = `${pen.numbers.length(1.6 * width)}, ${pen.numbers.length(width)}, ${pen.numbers.length(width / 2)}`;
    addMovingType(pen, name, `cuboid(${size}) where begin a: (0, 0); end`, options.color);
    addComponent(pen, name, name);
    pen.made.push(name);
    addGroundSlider(pen, name, 'a', spot, angle);
    if (anchor !== null) {
      addJoin(pen, name, 'a', anchor);
    }
    placeNear(pen, name, 'a', spot, angle);
    passOthers(pen, name);
  });
}

/** Width of the links that are there [m], or one that fits to the world. */
export function linkWidth(pen: Pen): number {
  const [width = ''] = lastLink(pen).split(',');
  const size = pen.draft.facts.world?.size ?? 0;
  return lengthOf(width) ?? nice(Math.max(size / 15, 1e3 * pen.numbers.step));
}

/** A fixed rail between two points of the ground; pins can slide along it. */
export function addRail(draft: Draft, x1: number, y1: number, x2: number, y2: number): Outcome {
  return attempt(draft, (pen) => {
    pen.made.push(makeRail(pen, { x: x1, y: y1 }, { x: x2, y: y2 }));
  });
}
