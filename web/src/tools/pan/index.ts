// index.ts: the tool that moves the picture under the pointer, and how the camera is moved so.
import type { Camera, Point } from '../../view/geometry/camera';
import type { Bench, Pointer, State, Tool } from '../machine';

/** The camera that shows under `to` what the first showed under `from` [px]. */
export function panned(camera: Camera, from: Point, to: Point): Camera {
  return { ...camera, x: camera.x - (to.x - from.x) / camera.scale, y: camera.y + (to.y - from.y) / camera.scale };
}

function idle(bench: Bench): State {
  return { name: 'idle', down: (pointer) => bench.go(panning(bench, pointer)) };
}

function panning(bench: Bench, start: Pointer): State {
  const { camera } = bench.app.ui;
  const before = camera.value;
  return {
    name: 'panning',
    move: (pointer) => {
      camera.value = panned(before, start.px, pointer.px);
    },
    up: () => bench.home(),
    cancel: () => {
      camera.value = before;
      bench.home();
    },
  };
}

export const panTool: Tool = { id: 'pan', live: true, start: idle };
