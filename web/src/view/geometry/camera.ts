// camera.ts: from the world (metres, y up) to the picture (CSS pixels, y down) and back.

export interface Camera {
  /** World point in the middle of the picture [m]. */
  readonly x: number;
  readonly y: number;
  /** CSS pixels a metre. */
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function toScreen(camera: Camera, size: Size, p: Point): Point {
  return {
    x: size.width / 2 + (p.x - camera.x) * camera.scale,
    y: size.height / 2 - (p.y - camera.y) * camera.scale,
  };
}

export function toWorld(camera: Camera, size: Size, p: Point): Point {
  return {
    x: camera.x + (p.x - size.width / 2) / camera.scale,
    y: camera.y - (p.y - size.height / 2) / camera.scale,
  };
}

/** The camera after a zoom by `factor` that keeps the world point under `at` (pixels) in place. */
export function zoomAt(camera: Camera, size: Size, at: Point, factor: number): Camera {
  const scale = Math.min(Math.max(camera.scale * factor, 1e-6), 1e9);
  const before = toWorld(camera, size, at);
  const after = toWorld({ ...camera, scale }, size, at);
  return { x: camera.x + before.x - after.x, y: camera.y + before.y - after.y, scale };
}
