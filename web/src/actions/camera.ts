// camera.ts: zoom and fit.
import type { Action, App } from '../app';
import { bounds, fit as fitCamera } from '../view/bounds';
import { zoomAt } from '../view/camera';

function zoom(app: App, factor: number): void {
  const { clientWidth: width, clientHeight: height } = app.stageElement;
  app.ui.camera.value = zoomAt(app.ui.camera.value, { width, height }, { x: width / 2, y: height / 2 }, factor);
}

export const zoomIn: Action = {
  id: 'view.zoomIn',
  label: 'Zoom in',
  keys: ['Plus', '='],
  group: 'view',
  help: 'Makes the picture larger; the wheel does so at the pointer',
  perform: (app) => zoom(app, 1.25),
};

export const zoomOut: Action = {
  id: 'view.zoomOut',
  label: 'Zoom out',
  keys: ['-'],
  group: 'view',
  help: 'Makes the picture smaller; the wheel does so at the pointer',
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
    const facts = app.stage.sketch.value?.facts;
    const shown = facts ? bounds(facts, app.stage.poses.value, app.ui.curves.value ? app.stage.curves.value : []) : null;
    app.ui.camera.value = fitCamera(shown, { width, height });
  },
};
