// key_drag.ts: an arrow key as a short drag by the freedoms: what is selected is taken hold of, pulled by
// a step, and let go, as the mouse does it.
import { toScreen, type Point } from '../../view/geometry/camera';
import { bodyPoint, toBody } from '../../view/geometry/geometry';
import { isAxis, lookup } from '../../view/geometry/lookup';
import { bodyNamed, factsOf, placeOf } from '../common';
import type { Bench, Pointer } from '../machine';
import { dragging } from './dragging';
import { grabOf, hasFreedoms, type Grab } from './grab';

/** A part of the step; who comes less far is at the end of a way. */
const SLIGHT = 0.01;

/** Returns whether one thing is selected that has freedoms to follow. */
export function keyDrag(bench: Bench, step: Point): boolean {
  const grab = selectedGrab(bench);
  if (!grab || !hasFreedoms(bench, grab)) {
    return false;
  }
  const { app } = bench;
  const { poses } = app.stage;
  app.ui.playing.value = false;
  const local = toBody(poses.value, grab.body, grab.at);
  const to = pointerAt(bench, { x: grab.at.x + step.x, y: grab.at.y + step.y });
  const state = dragging(bench, grab);
  bench.go(state);
  state.move?.(to);
  const came = bodyPoint(poses.value, grab.body, local.x, local.y);
  state.up?.(to);
  const far = Math.hypot(came.x - grab.at.x, came.y - grab.at.y);
  if (far < SLIGHT * Math.hypot(step.x, step.y) && !factsOf(bench).bodies[grab.body]?.locked) {
    app.say({ text: 'Its joints do not let it move that way. Ctrl+arrows change the geometry.', kind: 'info' });
  }
  return true;
}

function selectedGrab(bench: Bench): Grab | null {
  const [pick, ...more] = bench.app.ui.selection.value;
  if (!pick || more.length > 0) {
    return null;
  }
  const offset = { x: 0, y: 0 };
  if (pick.kind === 'joint') {
    const joint = lookup(factsOf(bench)).joints.get(pick.joint) ?? -1;
    const grab = grabOf(bench, pointerAt(bench, offset), { kind: 'joint', joint });
    return grab && { ...grab, offset };
  }
  const body = bodyNamed(bench, pick.body);
  const point = pick.kind === 'point' ? pick.point : '';
  const at = body < 1 ? null : point ? placeOf(bench, body, point) : handleOf(bench, body);
  return at && { body, point, at, offset };
}

/** Amid its points, so that a link in the ground turns; where there is but one, as of wheels, at the top of the rim. */
function handleOf(bench: Bench, body: number): Point {
  const facts = factsOf(bench);
  const poses = bench.app.stage.poses.value;
  const points = facts.bodies[body]?.points.filter((point) => !isAxis(point)) ?? [];
  if (points.length < 2) {
    const { x, y } = bodyPoint(poses, body, 0, 0);
    return { x, y: y + (lookup(facts).reaches[body] ?? 0) };
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return bodyPoint(poses, body, mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y)));
}

/** With Alt: keys do not snap, and join nothing that they pass by. */
function pointerAt(bench: Bench, at: Point): Pointer {
  const px = toScreen(bench.app.ui.camera.value, bench.size(), at);
  return { at, px, touch: false, shift: false, alt: true, ctrl: false, clicks: 1, again: false };
}
