// spot.ts: where a wheel, ball … would be, and how large one is that is only clicked.
import type { Spot } from '../../document/draft';
import { niceStep, PER_METRE } from '../../view/units';
import { snapAt } from '../common';
import type { Bench, Pointer } from '../machine';
import type { Snap } from '../snap/snap';
import type { Sized } from './index';

export function spotFor(bench: Bench, sized: Sized, pointer: Pointer): Snap {
  if (sized.joins) {
    return axleFor(bench, sized.name, pointer);
  }
  return { ...snapAt(bench, pointer, { linesOnly: true }), hint: `${titled(sized.name)}: click, or drag its size` };
}

export function titled(name: string): string {
  return `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
}

/** The axle of what turns: in the ground where nothing else is. */
export function axleFor(bench: Bench, name: string, pointer: Pointer): Snap {
  const found = snapAt(bench, pointer);
  const { x, y } = found;
  if (found.spot.kind === 'free') {
    return { ...found, spot: { kind: 'ground', x, y }, hint: `${titled(name)} on a ground pin: click, or drag its size` };
  }
  // An axle does not slide.
  const spot: Spot = found.spot.kind === 'slot' ? { kind: 'body', body: found.spot.body, x, y } : found.spot;
  return { ...found, spot, hint: `${titled(name)}: ${found.hint}` };
}

export function usualSize(bench: Bench, sized: Sized): number {
  return usualRadius(bench, sized.usual);
}

/** A round length of about half so many pixels. */
export function usualRadius({ app }: Bench, pixels: number): number {
  const per = PER_METRE[app.ui.units.value];
  return niceStep((pixels / 2 / app.ui.camera.value.scale) * per) / per;
}
