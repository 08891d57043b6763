// context_place.ts: what the menu of a right click offers because of its place, beside what is done with
// the selection.
import type { App } from '../../app';
import { canEdit } from '../../actions/edit';
import { pinBodies } from '../../document/edits';
import { closing } from '../../tools/closing';
import { edit } from '../../tools/common';
import { crossingAt } from '../../tools/crossing';
import type { Sight } from '../../tools/machine';
import { below } from '../../tools/stack';
import type { Point } from '../../view/geometry/camera';
import type { MenuItem } from '../widgets/menu';

/** For a place of the picture, in pixels from its upper left corner. */
export function placeItems(app: App, px: Point): readonly MenuItem[] {
  const { clientWidth: width, clientHeight: height } = app.stageElement;
  const sight = { app, size: () => ({ width, height }) };
  return [...pinItems(sight, px), ...belowItems(sight, px)];
}

function belowItems(sight: Sight, px: Point): readonly MenuItem[] {
  const { selection } = sight.app.ui;
  const next = below(sight, px, false);
  return next
    ? [{ label: `Select ${next.name}`, help: 'Like a second click here, or Alt+click', perform: () => (selection.value = [next.pick]) }]
    : [];
}

function pinItems(sight: Sight, px: Point): readonly MenuItem[] {
  const { app } = sight;
  const crossing = canEdit(app) && app.live.state.value === 'off' ? crossingAt(sight, px) : null;
  if (!crossing) {
    return [];
  }
  const [first, second] = crossing.bodies;
  const names = crossing.bodies.map((body) => app.stage.sketch.value?.facts.bodies[body]?.name ?? '').join(' and ');
  const pin = (): number => (edit(sight, 'Pin', (draft) => pinBodies(draft, first, second, crossing.at)) ? first : -1);
  return [{ label: `Pin ${names} here`, help: 'They turn about each other here', perform: () => void closing(sight, 'Pin', pin) }];
}
