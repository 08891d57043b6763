// plan.ts: the wheel that a release would make: its teeth are whole, and near another wheel it takes
// that one's module and comes to touch its pitch circle. At what distance and turn they mesh the core
// tells.
import type { GearFact } from '../../core/facts';
import type { Spot } from '../../document/draft';
import { LEAST_TEETH } from '../../document/edits';
import type { Point } from '../../view/geometry/camera';
import { lengthText, niceStep, PER_METRE } from '../../view/units';
import { factsOf } from '../common';
import type { Bench, Pointer } from '../machine';
import { usualRadius } from '../sized/spot';
import { reachOf } from '../snap/snap';
import { ratioText } from './words';

export interface WheelPlan {
  readonly spot: Spot;
  readonly gear: GearFact;
  readonly angle: number;
  /** What it meshes with; null: nothing. */
  readonly mate: Mate | null;
  readonly hint: string;
}

/** A wheel of the picture. */
export interface Mate {
  readonly body: number;
  readonly name: string;
  readonly at: Point;
  readonly angle: number;
  readonly gear: GearFact;
}

/** Pixels that the usual radius of a wheel has. */
const USUAL = 60;
/** Part of a module by which the axle of a wheel on a link may be off. */
const EXACT = 1e-3;

/** Radius: null where the wheel is only clicked. */
export function planWheel(bench: Bench, pointer: Pointer, spot: Spot, radius: number | null): WheelPlan {
  const { ui } = bench.app;
  const size = radius ?? usualRadius(bench, USUAL);
  const wheels = wheelsNear(bench, spot);
  const meshing = pointer.alt || !ui.snap.value ? null : nearest(wheels.flatMap((mate) => meshWith(bench, pointer, spot, mate, radius, size)));
  if (meshing) {
    return meshing;
  }
  const per = PER_METRE[ui.units.value];
  const module = wheels[0]?.gear.module ?? niceStep((size / 15) * per) / per;
  const teeth = teethOf(size, module);
  return { spot, gear: { teeth, module }, angle: 0, mate: null, hint: sizeHint(bench, { teeth, module }) };
}

function teethOf(radius: number, module: number): number {
  return Math.max(LEAST_TEETH, Math.round((2 * radius) / module));
}

function sizeHint({ app }: Bench, { teeth, module }: GearFact): string {
  const unit = app.ui.units.value;
  return `Wheel: ${teeth} teeth, module ${lengthText(module, unit)} ${unit}, radius ${lengthText((teeth * module) / 2, unit)} ${unit}`;
}

/** The wheels that are shown, from the one whose rim is nearest. */
function wheelsNear(bench: Bench, at: Point): readonly Mate[] {
  const poses = bench.app.stage.poses.value;
  const wheels = factsOf(bench).bodies.flatMap(({ gear, hidden, name }, body) => {
    const [x = 0, y = 0, cos = 1, sin = 0] = poses.subarray(4 * body, 4 * body + 4);
    return gear && !hidden ? [{ body, name, gear, at: { x, y }, angle: Math.atan2(sin, cos) }] : [];
  });
  const far = (mate: Mate): number => Math.abs(Math.hypot(at.x - mate.at.x, at.y - mate.at.y) - (mate.gear.teeth * mate.gear.module) / 2);
  return wheels.sort((a, b) => far(a) - far(b));
}

type Meshing = WheelPlan & { readonly off: number };

/** What would mesh with this wheel, where that is near: a drag gives it teeth, a click moves it. */
function meshWith(bench: Bench, pointer: Pointer, spot: Spot, mate: Mate, radius: number | null, size: number): readonly Meshing[] {
  const { app } = bench;
  const { teeth: first, module } = mate.gear;
  const way = Math.hypot(spot.x - mate.at.x, spot.y - mate.at.y);
  const teeth = radius === null ? teethOf(size, module) : Math.max(LEAST_TEETH, Math.round((2 * way) / module) - first);
  const direction = Math.atan2(spot.y - mate.at.y, spot.x - mate.at.x);
  const { distance, angle } = app.core.mesh(mate.gear, teeth, mate.angle, direction);
  const moves = spot.kind === 'ground';
  const off = radius === null ? Math.abs(way - distance) : Math.abs((teeth * module) / 2 - radius);
  const held = !moves && Math.abs(way - distance) > EXACT * module;
  const reach = reachOf({ scale: app.ui.camera.value.scale, touch: pointer.touch });
  // Within another wheel none of these has room.
  if (off > reach || held || way <= (first * module) / 2 || Math.abs(way - distance) > reach + module) {
    return [];
  }
  const at = moves ? { x: mate.at.x + distance * Math.cos(direction), y: mate.at.y + distance * Math.sin(direction) } : {};
  const hint = `${teeth} teeth, meshes with ${mate.name} (${ratioText(first, teeth)})`;
  return [{ spot: { ...spot, ...at }, gear: { teeth, module }, angle, mate, hint, off }];
}

function nearest(plans: readonly Meshing[]): WheelPlan | null {
  return plans.reduce<Meshing | null>((best, plan) => (best && best.off <= plan.off ? best : plan), null);
}
