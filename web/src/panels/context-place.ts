// context-place.ts: what the menu of a right click offers because of its place, beside what is done with
// the selection.
import type { App } from '../app';
import { below } from '../tools/stack';
import type { Point } from '../view/camera';
import type { MenuItem } from './menu';

/** For a place of the picture, in pixels from its upper left corner. */
export function placeItems(app: App, px: Point): readonly MenuItem[] {
  const { clientWidth: width, clientHeight: height } = app.stageElement;
  const sight = { app, size: () => ({ width, height }) };
  const next = below(sight, px, false);
  return next
    ? [{ label: `Select ${next.name}`, help: 'As a second click there, or one with Alt', perform: () => (app.ui.selection.value = [next.pick]) }]
    : [];
}
