// sight.ts: whether anything that moves can still be seen in the picture.
import type { SketchFacts } from '../core/facts';
import { toScreen, type Camera, type Size } from './geometry/camera';
import { lookup } from './geometry/lookup';

/** False where nothing moves: then there is nothing to look for. */
export function isOutOfSight(facts: SketchFacts, poses: Float64Array, camera: Camera, size: Size): boolean {
  const { order, reaches } = lookup(facts);
  const moving = order.filter((body) => !facts.bodies[body]!.fixed && poses.length >= 4 * body + 4);
  return (
    moving.length > 0 &&
    moving.every((body) => {
      const at = toScreen(camera, size, { x: poses[4 * body]!, y: poses[4 * body + 1]! });
      const reach = reaches[body]! * camera.scale;
      return at.x + reach < 0 || at.x - reach > size.width || at.y + reach < 0 || at.y - reach > size.height;
    })
  );
}
