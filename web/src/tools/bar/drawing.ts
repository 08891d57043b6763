// drawing.ts: a bar is drawn from the last pin of the chain to the pointer.
import type { Spot } from '../../document/draft';
import { groundPoint } from '../../document/edits';
import { lengthText } from '../../view/units';
import { lastSpot, living, type Chain } from '../anchors';
import { closing } from '../closing';
import { edit, ghostJoint, ghostWidth, inUnits, isFar, makesHint, snapAt } from '../common';
import type { Bench, Pointer, State } from '../machine';
import { reachOf, type Snap } from '../snap/snap';
import { addBar, canGround } from './chain';

/** `pressed`: where the button went down that began the chain; null: it is up. */
export function drawing(bench: Bench, chain: Chain, pressed: Pointer | null): State {
  let down = pressed;
  let grounds: boolean | null = null;
  const mayGround = () => (grounds ??= canGround(bench, chain));
  return {
    name: 'drawing',
    move: (pointer) => {
      const from = current(bench, chain);
      if (from) {
        show(bench, chain, from, endSpot(bench, pointer, from), mayGround);
      }
    },
    down: (pointer) => {
      down = pointer;
    },
    up: (pointer) => {
      const from = current(bench, chain);
      const wasFirst = down === pressed && pressed !== null;
      const isDrag = down !== null && isFar(down, pointer);
      down = null;
      if (from && !(wasFirst && !isDrag)) {
        place(bench, chain, endSpot(bench, pointer, from), isDrag, mayGround);
      }
    },
    cancel: () => bench.home(),
    key: (key) => {
      if (key.key === 'Enter') {
        finish(bench, chain, mayGround());
      }
      return key.key === 'Enter';
    },
  };
}

/** The last pin; where it was undone the drawing goes on from the one before, or ends. */
function current(bench: Bench, chain: Chain): Spot | null {
  const rest = living(bench, chain);
  if (rest.length === chain.length) {
    return lastSpot(bench, chain);
  }
  if (rest.length > 0) {
    bench.go(drawing(bench, rest, null));
  } else {
    bench.home();
  }
  return null;
}

/** Null: the last pin itself, once more. */
function endSpot(bench: Bench, pointer: Pointer, from: Spot): Snap | null {
  const reach = reachOf({ scale: bench.app.ui.camera.value.scale, touch: pointer.touch });
  if (Math.hypot(pointer.at.x - from.x, pointer.at.y - from.y) < reach) {
    return null;
  }
  const exclude = new Set('body' in from && from.kind !== 'point' ? [from.body] : []);
  const found = snapAt(bench, pointer, { from, exclude });
  return found.x === from.x && found.y === from.y ? null : found;
}

function show(bench: Bench, chain: Chain, from: Spot, to: Snap | null, mayGround: () => boolean): void {
  const { ui } = bench.app;
  if (to === null) {
    const again = chain.length < 2 ? '' : mayGround() ? 'Click again: ground pin, done' : 'Click again: done';
    ui.hint.value = again;
    bench.preview([ghostJoint(again && mayGround() ? { ...from, kind: 'ground' } : from)]);
    return;
  }
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  bench.preview([
    { kind: 'link', points: [from, to], width: ghostWidth(bench) },
    ghostJoint(from),
    ghostJoint(to.spot),
    ...to.guides,
    { kind: 'value', at: middle, text: lengthText(length, ui.units.value) },
  ]);
  const twice = to.spot.kind === 'free' && chain.length > 2 ? 'Click twice: ground pin' : '';
  ui.hint.value = [makesHint(`Bar of ${inUnits(bench, length)}`, to.hint), twice].filter(Boolean).join(' · ');
}

/** A drag makes one bar; clicks go on until something that is there is met. */
function place(bench: Bench, chain: Chain, to: Snap | null, isDrag: boolean, mayGround: () => boolean): void {
  if (to === null) {
    if (chain.length > 1) {
      finish(bench, chain, mayGround());
    }
    return;
  }
  let longer: Chain | null = null;
  const closed = to.spot.kind !== 'free';
  const driven = closing(bench, 'Draw a bar', () => {
    longer = addBar(bench, chain, to.spot);
    const last = closed ? lastSpot(bench, longer ?? []) : null;
    return last?.kind === 'point' ? last.body : -1;
  });
  if (longer && !driven) {
    if (closed || isDrag) {
      bench.home();
    } else {
      bench.go(drawing(bench, longer, null));
    }
  }
}

/** Ends the chain, with its last pin in the ground or loose. */
function finish(bench: Bench, chain: Chain, ground: boolean): void {
  const spot = lastSpot(bench, chain);
  bench.home();
  if (ground && spot?.kind === 'point') {
    closing(bench, 'Pin to the ground', () => {
      const made = edit(bench, 'Pin to the ground', (draft) => groundPoint(draft, spot.body, spot.point, spot));
      return made ? spot.body : -1;
    });
  }
}
