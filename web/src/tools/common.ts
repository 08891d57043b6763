// common.ts: what several tools ask of the picture and do with the document.
import type { Pick } from '../app';
import { attempt } from '../actions/edit';
import type { SketchFacts } from '../core/facts';
import type { Draft, LinkOptions, Outcome, Spot } from '../document/draft';
import { bodyPoint } from '../view/geometry/geometry';
import type { Point } from '../view/geometry/camera';
import { dimensionBoxes } from '../view/draw/dimensions';
import { hitTest, pickOf, type Hit, type HitInput } from '../view/geometry/hit';
import { plateOf } from '../view/geometry/plates';
import type { PreviewShape } from '../view/preview';
import { lengthText, niceStep, PER_METRE } from '../view/units';
import type { Bench, Pointer, Sight } from './machine';
import { snap, type Snap, type SnapInput } from './snap/snap';

/** Pixels that a pressed pointer moves before it drags. */
const SLACK = { mouse: 4, touch: 10 } as const;

export function isFar(from: Pointer, to: Pointer): boolean {
  return Math.hypot(to.px.x - from.px.x, to.px.y - from.px.y) > SLACK[to.touch ? 'touch' : 'mouse'];
}

export function factsOf({ app }: Sight): SketchFacts {
  return app.stage.shown.value;
}

export function hitInput(bench: Sight, touch: boolean): HitInput {
  const { ui, stage } = bench.app;
  const input = { facts: factsOf(bench), poses: stage.poses.value, camera: ui.camera.value, size: bench.size() };
  const options = {
    grid: ui.grid.value,
    dimensions: ui.dimensions.value,
    curves: ui.curves.value,
    names: ui.names.value,
    arrows: ui.arrows.value,
    forces: ui.forces.value,
    units: ui.units.value,
  };
  const known = input.poses.length >= 4 * input.facts.bodies.length;
  return { ...input, touch, boxes: known ? dimensionBoxes({ ...input, options }) : [] };
}

export function hitAt(bench: Bench, pointer: Pointer): Hit {
  return hitTest(hitInput(bench, pointer.touch), pointer.px.x, pointer.px.y);
}

/** Shows what is under the pointer; returns it. */
export function hover(bench: Bench, pointer: Pointer): Hit {
  const hit = hitAt(bench, pointer);
  setHover(bench, pickOf(factsOf(bench), hit));
  return hit;
}

/** Listeners hear of it only where it is another one. */
export function setHover({ app }: Bench, pick: Pick | null): void {
  const { hover: now } = app.ui;
  if (JSON.stringify(now.value) !== JSON.stringify(pick)) {
    now.value = pick;
  }
}

export type SnapMore = Partial<Omit<SnapInput, 'at' | 'scale' | 'facts' | 'poses' | 'unit'>>;

export function snapAt(bench: Bench, pointer: Pointer, more: SnapMore = {}): Snap {
  const { ui, stage } = bench.app;
  return snap({
    at: pointer.at,
    scale: ui.camera.value.scale,
    facts: factsOf(bench),
    poses: stage.poses.value,
    unit: ui.units.value,
    touch: pointer.touch,
    off: pointer.alt || !ui.snap.value,
    grid: ui.grid.value,
    constrain: pointer.shift,
    ...more,
  });
}

/** One step of the document. Null: refused. */
export function edit({ app }: Sight, label: string, work: (draft: Draft) => Outcome): readonly string[] | null {
  return attempt(app, label, work);
}

/** Where a named point of a body is shown now; null where it is no more. */
export function placeOf(bench: Bench, body: number, point: string): Point | null {
  const fact = factsOf(bench).bodies[body]?.points.find((one) => one.name === point);
  const { poses } = bench.app.stage;
  return fact && poses.value.length > 4 * body + 3 ? bodyPoint(poses.value, body, fact.x, fact.y) : null;
}

export function bodyNamed(bench: Bench, name: string): number {
  return factsOf(bench).bodies.findIndex((body) => body.name === name);
}

/** A length for people, in the page's unit. */
export function inUnits({ app }: Sight, length: number): string {
  const unit = app.ui.units.value;
  return `${lengthText(length, unit)} ${unit}`;
}

/** What a release makes, with its length, and then what the pointer snaps to. */
export function makesHint(what: string, snapped: string): string {
  const more = snapped.split(', ').filter((piece) => piece !== '' && !piece.startsWith('Length '));
  return [what, ...more.map((piece) => piece.charAt(0).toLowerCase() + piece.slice(1))].join(', ');
}

/** Pixels that the first link of a document is wide at least. */
const FIRST_WIDTH = 12;

/** The first link is as wide as looks well; later ones are as wide as the last. */
export function newLink(bench: Bench): LinkOptions {
  const { scale } = bench.app.ui.camera.value;
  const per = PER_METRE[bench.app.ui.units.value];
  return lastWidth(bench) > 0 ? {} : { width: niceStep((FIRST_WIDTH / scale) * per) / per };
}

/** How wide the ghost of a new link is. */
export function ghostWidth(bench: Bench): number {
  return newLink(bench).width ?? lastWidth(bench);
}

function lastWidth(bench: Bench): number {
  const links = factsOf(bench).bodies.filter((body) => body.shape === 'link' && !body.fixed);
  const last = links[links.length - 1];
  return last ? 2 * plateOf(last).half : 0;
}

/** The joint that a release at this spot would make. */
export function ghostJoint(spot: Spot): PreviewShape {
  const at = { x: spot.x, y: spot.y };
  if (spot.kind === 'slot') {
    return { kind: 'joint', joint: 'slot', at, angle: Math.atan2(spot.dy, spot.dx) };
  }
  return spot.kind === 'free' ? { kind: 'point', at } : { kind: 'joint', joint: spot.kind === 'ground' ? 'ground' : 'pin', at, angle: 0 };
}
