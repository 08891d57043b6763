// machines.ts: wheels, racks and cams; balls, boxes and floors.
import type { BodyKind, Draft, Outcome, Spot, WheelOptions } from '../../draft';
import { bodyAt } from '../writing/bodies';
import { wheelOf } from './couplings';
import { poseAt, poseOf, toWorld } from '../writing/frames';
import type { Vec } from '../writing/frames';
import { gearText, needGear } from './gears';
import { addComponent, addJoin, addStatement, addType, anchorOf, angleText, makeJoin } from '../writing/joins';
import { addGroundSlider, addMovingType, linkWidth, placeNear } from '../links';
import { freshName } from '../writing/names';
import { nice } from '../writing/numbers';
import { passOthers } from '../writing/passing';
import { attempt, refuse } from '../writing/pen';
import type { Pen } from '../writing/pen';
import { ratioText, standBeside, wheelsOf } from './trains';

const TEETH = 20;
/** From 0 to 1 and back within a right angle on either side of the cam's x axis. */
const NOSE = 'smooth(1 - abs(mod(phi + 180deg, 360deg) - 180deg) / 90deg)';

/** What needs an axle gets one in the ground where nothing else is. */
function axleOf(spot: Spot): Spot {
  return spot.kind === 'free' ? { kind: 'ground', x: spot.x, y: spot.y } : spot;
}

/** A wheel with teeth, pinned at the spot and meshing with its mate; a point near its rim shows how it turns. */
export function addWheel(draft: Draft, spot: Spot, options: WheelOptions = {}): Outcome {
  return attempt(draft, (pen) => {
    const teeth = Math.round(options.teeth ?? TEETH);
    const module = options.module ?? nice(linkWidth(pen) / 4);
    needGear({ teeth, module });
    const mate = options.mate === undefined ? undefined : wheelsOf(draft).get(options.mate);
    const angle = mate ? standBeside(draft, mate, spot, teeth).angle : 0;
    const anchor = anchorOf(pen, axleOf(spot));
    const name = freshName(pen.taken, 'wheel');
    const mark = `where begin a: ${pen.numbers.point((teeth * module) / 3, 0)}; end`;
    addMovingType(pen, name, `${gearText({ teeth, module }, (length) => pen.numbers.length(length))} ${mark}`, options.color);
    addComponent(pen, name, name);
    pen.made.push(name);
    if (anchor !== null) {
      addJoin(pen, name, 'center', anchor);
    }
    if (mate) {
      makeJoin(pen, mate.name, name, ratioText(mate.gear, { teeth, module }), 'center center');
    }
    placeNear(pen, name, 'center', spot, angle);
    passOthers(pen, name);
  });
}

/** A rack on a slider of the ground: on the right of its direction, so that the radius counts as positive. */
export function addRack(draft: Draft, wheel: number, angle = 0): Outcome {
  return attempt(draft, (pen) => {
    const { numbers } = pen;
    const { name: wheelName, feature, radius } = wheelOf(pen, wheel);
    const fact = bodyAt(draft, wheel);
    const local = fact.points.find((point) => point.name === feature) ?? { x: 0, y: 0 };
    const axle = toWorld(poseOf(draft, wheel), local);
    const at = toWorld(poseAt(axle.x, axle.y, angle), { x: 0, y: -radius });
    const name = freshName(pen.taken, 'rack');
    // Its teeth, which the view draws, stand on the bar: their roots are below the pitch line.
    const top = -1.25 * (fact.gear?.module ?? 0);
    const corners: readonly Vec[] = [
      { x: -3 * radius, y: top - 0.4 * radius },
      { x: 3 * radius, y: top - 0.4 * radius },
      { x: 3 * radius, y: top },
      { x: -3 * radius, y: top },
    ];
    const outline = corners.map((corner) => numbers.point(corner.x, corner.y)).join(', ');
    const shape = `prism((${outline}), ${numbers.length(0.4 * radius)})`;
    addMovingType(pen, name, `${shape} where begin a: (0, 0); along: axis((1, 0)); end`);
    addComponent(pen, name, name);
    pen.made.push(name);
    addGroundSlider(pen, name, 'a', at, angle);
    makeJoin(pen, wheelName, name, `rack(${numbers.length(radius)})`, `${feature} along`);
    placeNear(pen, name, 'a', at, angle);
    passOthers(pen, name);
  });
}

/** A cam at the spot; a follower on a slider of the ground stands above it and keeps to its outline. */
export function addCam(draft: Draft, spot: Spot, radius?: number): Outcome {
  return attempt(draft, (pen) => {
    const { numbers } = pen;
    const r = radius ?? nice(2 * linkWidth(pen));
    const anchor = anchorOf(pen, axleOf(spot));
    const rise = freshName(pen.taken, 'rise');
    const outline = freshName(pen.taken, 'outline');
    const cam = freshName(pen.taken, 'cam');
    const follower = freshName(pen.taken, 'follower');
    addType(pen, `function ${rise}(phi) = ${numbers.length(0.6 * r)} * ${NOSE};`);
    addType(pen, `function ${outline}(phi) = ${numbers.length(r)} + ${rise}(phi);`);
    const shape = `cam(${numbers.length(r)}, ${rise}, ${numbers.length(r / 3)})`;
    addMovingType(pen, cam, `${shape} where begin a: ${numbers.point(r / 2, 0)}; end`);
    addMovingType(pen, follower, followerShape(pen, r));
    [cam, follower].forEach((name) => addComponent(pen, name, name));
    pen.made.push(cam, follower);
    if (anchor !== null) {
      addJoin(pen, cam, 'center', anchor);
    }
    const tip = { x: spot.x, y: spot.y + r };
    addGroundSlider(pen, follower, 'a', tip, Math.PI / 2);
    makeJoin(pen, cam, follower, `cam(${outline})`, 'center a');
    placeNear(pen, cam, 'center', spot, -Math.PI / 2);
    placeNear(pen, follower, 'a', tip, Math.PI / 2);
    [cam, follower].forEach((name) => passOthers(pen, name));
  });
}

/** A stem along x that ends in a point. */
function followerShape(pen: Pen, r: number): string {
  const w = r / 4;
  const corners = [[0, 0], [2 * w, -w], [3 * r, -w], [3 * r, w], [2 * w, w]];
  const outline = corners.map(([x = 0, y = 0]) => pen.numbers.point(x, y)).join(', ');
  return `prism((${outline}), ${pen.numbers.length(r / 3)}) where begin a: (0, 0); end`;
}

const SHAPES: Readonly<Record<BodyKind, (size: string, thin: string) => string>> = {
  ball: (size) => `sphere(${size})`,
  box: (size) => `cuboid(${size}, ${size}, ${size})`,
  floor: (size, thin) => `cuboid(${size}, ${thin}, ${thin})`,
};

/** Size: the radius of a ball, the side of a box, the width of a floor, the middle of whose top is at the point; it may be slanted. */
export function addBody(draft: Draft, kind: BodyKind, x: number, y: number, size: number, angle = 0): Outcome {
  return attempt(draft, (pen) => {
    if (!(size > 2 * pen.numbers.step)) {
      refuse('Drag further to give it a size.');
    }
    const name = freshName(pen.taken, kind);
    const thin = nice(size / 20);
    const shape = SHAPES[kind](pen.numbers.length(size), pen.numbers.length(thin));
    if (kind === 'floor') {
      addType(pen, `primitive ${name} begin
  properties: (fixed, color: lightslategray);
  geometry: ${shape};
  interference: ;
end`);
    } else {
      addMovingType(pen, name, shape);
    }
    addComponent(pen, name, name);
    pen.made.push(name);
    const centre = toWorld(poseAt(x, y, angle), { x: 0, y: kind === 'floor' ? -thin / 2 : 0 });
    addStatement(pen, `place ${name} by center at ${pen.numbers.point(centre.x, centre.y)}${angleText(pen, angle)}`);
  });
}
