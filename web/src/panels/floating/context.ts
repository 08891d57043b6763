// context.ts: the menu of what is under the pointer, or of the selection by the keyboard.
import type { App, Pick } from '../../app';
import { placeItems } from './context_place';
import { closeMenu, openMenu } from '../widgets/menu';
import { menuItem } from '../bars/menus';
import { jointPoint } from '../../view/geometry/places';
import { bodyPoint } from '../../view/geometry/geometry';
import { toScreen, type Point } from '../../view/geometry/camera';
import { hitTest, pickOf } from '../../view/geometry/hit';
import { hitInput } from '../../tools/common';
import { pickName } from '../words';

const forBody = [['edit.lock', 'edit.hide', 'edit.ground'], ['edit.copy', 'edit.cut', 'edit.duplicate', 'edit.delete'], ['view.inspector']];
const forPoint = [['draw.toggleJoint', 'draw.motor'], ['draw.pinPoint', 'draw.trace'], ...forBody];
const forJoint = [['draw.toggleJoint', 'draw.motor'], ['edit.delete'], ['view.inspector']];
const forSeveral = [
  ['edit.align.left', 'edit.align.vertical', 'edit.align.right', 'edit.align.top', 'edit.align.horizontal', 'edit.align.bottom'],
  ...forBody,
];
const forNothing = [['edit.paste', 'edit.selectAll', 'edit.showAll'], ['view.fit', 'view.grid', 'view.dimensions'], ['motion.play', 'live.run', 'live.stop']];

export function contextActions(picks: readonly Pick[]): readonly (readonly string[])[] {
  const [pick] = picks;
  if (!pick) {
    return forNothing;
  }
  if (picks.length > 1) {
    return forSeveral;
  }
  return pick.kind === 'joint' ? forJoint : pick.kind === 'point' ? forPoint : forBody;
}

export function openContextMenu(app: App, x: number, y: number, byPointer: boolean): void {
  const { selection } = app.ui;
  const sections = contextActions(selection.value).map((ids) => ids.flatMap((id) => app.actions.get(id) ?? []));
  // In a menu of one thing what cannot be done with it would only be in the way.
  const useful = sections.map((section) => section.filter((action) => action.enabled?.(app) ?? true).map((action) => menuItem(app, action)));
  const [pick] = selection.value;
  const box = app.stageElement.getBoundingClientRect();
  const here = placeItems(app, { x: x - box.left, y: y - box.top });
  openMenu([here, ...useful], { label: pick ? pickName(pick) : 'Picture', x, y, byPointer, returnTo: app.stageElement });
}

const samePick = (a: Pick, b: Pick) => a.kind === b.kind && pickName(a) === pickName(b);
const longPress = 550;
const jitter = 10;

export function mountContext(app: App): void {
  const stage = app.stageElement;
  const openAt = (x: number, y: number, touch: boolean) => {
    const { selection } = app.ui;
    const under = pickAt(app, x, y, touch);
    if (!under) {
      selection.value = [];
    } else if (!selection.value.some((pick) => samePick(pick, under))) {
      selection.value = [under];
    }
    openContextMenu(app, x, y, true);
  };
  const openAtKeyboard = () => {
    const box = stage.getBoundingClientRect();
    const [pick] = app.ui.selection.value;
    const place = pick ? placeOf(app, pick) : null;
    const at = place ? toScreen(app.ui.camera.value, box, place) : { x: box.width / 2, y: box.height / 3 };
    openContextMenu(app, box.left + at.x, box.top + at.y, false);
  };
  stage.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    const { pointerType } = event as PointerEvent;
    if (event.button === 2) {
      openAt(event.clientX, event.clientY, false);
    } else if (pointerType !== 'touch' && pointerType !== 'pen') {
      // The keyboard's key has no place of its own. Fingers come by their long press.
      openAtKeyboard();
    }
  });
  stage.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.defaultPrevented && !event.ctrlKey) {
      event.preventDefault();
      openAtKeyboard();
    }
  });
  listenLongPress(app, (x, y) => openAt(x, y, true));
}

/** Not what the tool says is under the pointer: a finger hovers over nothing, and tools that draw do not look. */
function pickAt(app: App, x: number, y: number, touch: boolean): Pick | null {
  const { left, top, width, height } = app.stageElement.getBoundingClientRect();
  const input = hitInput({ app, size: () => ({ width, height }) }, touch);
  return pickOf(input.facts, hitTest(input, x - left, y - top));
}

/** Where in the world something is shown now. */
function placeOf(app: App, pick: Pick): Point | null {
  const facts = app.stage.shown.value;
  const poses = app.stage.poses.value;
  if (pick.kind === 'joint') {
    const joint = facts.joints.find((one) => one.name === pick.joint);
    return joint ? jointPoint(poses, joint) : null;
  }
  const body = facts.bodies.findIndex((one) => one.name === pick.body);
  const point = pick.kind === 'point' ? facts.bodies[body]?.points.find((one) => one.name === pick.point) : null;
  return body < 0 ? null : bodyPoint(poses, body, point?.x ?? 0, point?.y ?? 0);
}

/** Fingers have no right button. A finger that moves is a drag. */
function listenLongPress(app: App, openAt: (x: number, y: number) => void): void {
  const stage = app.stageElement;
  let timer = 0;
  let start = { x: 0, y: 0 };
  const end = () => clearTimeout(timer);
  stage.addEventListener('pointerdown', (event) => {
    end();
    closeMenu();
    if (event.pointerType !== 'mouse' && event.isPrimary) {
      start = { x: event.clientX, y: event.clientY };
      timer = window.setTimeout(() => openAt(start.x, start.y), longPress);
    } else {
      end();
    }
  });
  stage.addEventListener('pointermove', (event) => {
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > jitter) {
      end();
    }
  });
  stage.addEventListener('pointerup', end);
  stage.addEventListener('pointercancel', end);
}
