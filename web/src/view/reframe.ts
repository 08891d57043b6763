// reframe.ts: the camera when the size of the picture changes. The first picture fits; where a sheet or
// a panel then takes a part of it at once, what was in sight stays so, and when it closes the camera
// is as it was. Small steps, of a window that is dragged, keep what is in the middle.
import type { App } from '../app';
import { fitBounds, fitted } from '../actions/camera';
import { selectedBodies } from '../actions/edit';
import { bodyBounds, bounds, union, type Bounds } from './bounds';
import { toScreen, type Camera, type Size } from './geometry/camera';
import type { Picture } from './picture';

/** A change by less than this part of the size is a small step. */
const STEP = 0.12;
/** Pixels from the edge that count as out of sight. */
const EDGE = 12;

export function keepInSight(app: App, picture: Picture): void {
  const { camera } = app.ui;
  let last: Size | null = null;
  /** How it was before it was changed here, and what it was changed to. */
  let before: { readonly size: Size; readonly camera: Camera; readonly now: Camera } | null = null;
  picture.onResize = (size) => {
    if (size.width <= 1) {
      return;
    }
    const old = last;
    last = size;
    if (!old) {
      camera.value = fitted(app, size, []);
    } else if (before && camera.value === before.now && !isSmaller(size, before.size)) {
      camera.value = before.camera;
      before = null;
    } else if (isSmaller(size, old)) {
      const now = camera.value;
      const subject = [selectionBounds(app), wholeBounds(app)].find((one) => one && isSeen(one, now, old));
      if (subject && !isSeen(subject, now, size)) {
        camera.value = fitBounds(app, size, subject, now.scale);
        before = { size: old, camera: now, now: camera.value };
      }
    }
  };
}

function isSmaller(size: Size, than: Size): boolean {
  return size.width < (1 - STEP) * than.width || size.height < (1 - STEP) * than.height;
}

function wholeBounds({ stage }: App): Bounds | null {
  const facts = stage.sketch.value?.facts;
  return facts ? bounds(facts, stage.poses.value) : null;
}

function selectionBounds(app: App): Bounds | null {
  const facts = app.stage.sketch.value?.facts;
  const boxes = facts ? selectedBodies(app).map((body) => bodyBounds(facts, app.stage.poses.value, body)) : [];
  return boxes.reduce((all, box) => (all && box ? union(all, box) : (all ?? box)), null);
}

function isSeen({ left, right, bottom, top }: Bounds, camera: Camera, size: Size): boolean {
  const a = toScreen(camera, size, { x: left, y: top });
  const b = toScreen(camera, size, { x: right, y: bottom });
  return a.x >= EDGE && a.y >= EDGE && b.x <= size.width - EDGE && b.y <= size.height - EDGE;
}
