// spot.ts: where a wheel, ball … would be, and how large one is that is only clicked.
import type { Spot } from '../../document/draft';
import { niceStep, PER_METRE } from '../../view/units';
import { snapAt } from '../common';
import type { Bench, Pointer } from '../machine';
import type { Snap } from '../snap/snap';
import type { Sized } from './index';

export function spotFor(bench: Bench, sized: Sized, pointer: Pointer): Snap {
  const found = snapAt(bench, pointer, { linesOnly: !sized.joins });
  const name = `${sized.name[0]?.toUpperCase() ?? ''}${sized.name.slice(1)}`;
  if (!sized.joins) {
    return { ...found, hint: `${name}: click, or drag its size` };
  }
  if (found.spot.kind === 'free') {
    const spot: Spot = { kind: 'ground', x: found.x, y: found.y };
    return { ...found, spot, hint: `${name} on a ground pin: click, or drag its size` };
  }
  // An axle does not slide.
  const { x, y } = found;
  const spot: Spot = found.spot.kind === 'slot' ? { kind: 'body', body: found.spot.body, x, y } : found.spot;
  return { ...found, spot, hint: `${name}: ${found.hint}` };
}

export function usualSize({ app }: Bench, sized: Sized): number {
  const per = PER_METRE[app.ui.units.value];
  return niceStep((sized.usual / 2 / app.ui.camera.value.scale) * per) / per;
}
