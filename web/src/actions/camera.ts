// camera.ts: zoom and fit.
import type { Action, App } from '../app';
import { bodyBounds, bounds, fit as fitCamera, union, type Bounds, type Margins } from '../view/bounds';
import { zoomAt, type Camera, type Size } from '../view/geometry/camera';
import { SYMBOL_MORE } from '../view/draw/pins';
import { isOutOfSight } from '../view/sight';

function zoom(app: App, factor: number): void {
  const { clientWidth: width, clientHeight: height } = app.stageElement;
  app.ui.camera.value = zoomAt(app.ui.camera.value, { width, height }, { x: width / 2, y: height / 2 }, factor);
}

/** Pixels for what floats above and below the picture (styles/stage.css), and at the sides. */
const ABOVE = 72;
const BELOW = 56;
const BESIDE = 56;
/** Of a line of the legend of arrows. */
const LEGEND = 20;

function margins(app: App, { width }: Size): Margins {
  const legend = app.ui.arrows.value === 'none' ? 0 : LEGEND;
  const side = Math.min(BESIDE, 0.1 * width);
  return { left: side, right: side, top: ABOVE, bottom: BELOW + legend + 2 * SYMBOL_MORE };
}

/** The camera that shows the whole mechanism and these curves, clear of what floats over the picture. */
export function fitted(app: App, size: Size, curves: readonly Float64Array[]): Camera {
  return fitBounds(app, size, bounds(app.stage.shown.value, app.stage.poses.value, curves));
}

/** What moves, once it has left the view: what stands may be far away by then. */
function fittedToMotion(app: App, size: Size): Camera | null {
  const { shown, poses } = app.stage;
  const facts = shown.value;
  if (app.live.state.value === 'off' || !isOutOfSight(facts, poses.value, app.ui.camera.value, size)) {
    return null;
  }
  const moving = facts.bodies.flatMap((body, i) => (body.fixed || i === 0 ? [] : (bodyBounds(facts, poses.value, i) ?? [])));
  return moving.length > 0 ? fitBounds(app, size, moving.reduce(union)) : null;
}

/** The same for a part of it, no nearer than `max` pixels a metre. */
export function fitBounds(app: App, size: Size, shown: Bounds | null, max = Infinity): Camera {
  return fitCamera(shown, size, margins(app, size), max);
}

export const zoomIn: Action = {
  id: 'view.zoomIn',
  label: 'Zoom in',
  keys: ['Plus', '='],
  group: 'view',
  help: 'Zooms in; the mouse wheel zooms at the pointer',
  perform: (app) => zoom(app, 1.25),
};

export const zoomOut: Action = {
  id: 'view.zoomOut',
  label: 'Zoom out',
  keys: ['-'],
  group: 'view',
  help: 'Zooms out; the mouse wheel zooms at the pointer',
  perform: (app) => zoom(app, 1 / 1.25),
};

export const fit: Action = {
  id: 'view.fit',
  label: 'Zoom to fit',
  keys: ['F'],
  group: 'view',
  help: 'Shows the whole mechanism',
  perform: (app) => {
    const { clientWidth: width, clientHeight: height } = app.stageElement;
    const size = { width, height };
    const curves = app.ui.curves.value && app.live.state.value === 'off' ? app.stage.curves.value : [];
    app.ui.camera.value = fittedToMotion(app, size) ?? fitted(app, size, curves);
  },
};
