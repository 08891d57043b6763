// drawing.ts: the link has some pins; each click adds one, until the link is closed.
import type { Spot } from '../../document/draft';
import { addLink } from '../../document/edits';
import { anchorOf, living, spotOf, type Chain } from '../anchors';
import { closing } from '../closing';
import { bodyNamed, edit, ghostJoint, ghostWidth, newLink, snapAt } from '../common';
import type { Bench, Pointer, State } from '../machine';
import { reachOf, type Snap } from '../snap/snap';

/** `isPressed`: the button that put the last pin is still down. */
export function drawing(bench: Bench, chain: Chain, isPressed: boolean): State {
  let wasPut = isPressed;
  return {
    name: 'drawing',
    move: (pointer) => {
      const spots = spotsOf(bench, chain);
      if (spots) {
        show(bench, spots, nextSpot(bench, spots, pointer));
      }
    },
    up: (pointer) => {
      const spots = spotsOf(bench, chain);
      const next = spots && nextSpot(bench, spots, pointer);
      if (wasPut && next === null) {
        wasPut = false;
      } else if (spots && next) {
        bench.go(drawing(bench, [...chain, anchorOf(bench, next.spot)], false));
      } else if (spots) {
        close(bench, spots);
      }
    },
    cancel: () => bench.home(),
    key: (key) => {
      const spots = key.key === 'Enter' ? spotsOf(bench, chain) : null;
      if (spots) {
        close(bench, spots);
      }
      return key.key === 'Enter';
    },
  };
}

/** Null where one of them was undone: the drawing goes on with the others. */
function spotsOf(bench: Bench, chain: Chain): readonly Spot[] | null {
  const rest = living(bench, chain);
  if (rest.length === chain.length) {
    return rest.flatMap((anchor) => spotOf(bench, anchor) ?? []);
  }
  if (rest.length > 0) {
    bench.go(drawing(bench, rest, false));
  } else {
    bench.home();
  }
  return null;
}

/** Null: on a pin that the link has already, which closes it. */
function nextSpot(bench: Bench, spots: readonly Spot[], pointer: Pointer): Snap | null {
  const reach = reachOf({ scale: bench.app.ui.camera.value.scale, touch: pointer.touch });
  const near = (at: { readonly x: number; readonly y: number }) => spots.some((spot) => Math.hypot(at.x - spot.x, at.y - spot.y) < reach);
  const found = snapAt(bench, pointer, { from: spots[spots.length - 1] ?? null });
  return near(pointer.at) || near(found) ? null : found;
}

function show(bench: Bench, spots: readonly Spot[], next: Snap | null): void {
  const { hint } = bench.app.ui;
  const all = next ? [...spots, next.spot] : spots;
  bench.preview([{ kind: 'link', points: all, width: ghostWidth(bench) }, ...all.map(ghostJoint), ...(next?.guides ?? [])]);
  const close = spots.length > 1 ? ' · click a pin of the link again: done' : '';
  hint.value = next ? `${next.hint || 'New pin'}${close}` : spots.length > 1 ? `Link of ${spots.length} pins, done` : '';
}

function close(bench: Bench, spots: readonly Spot[]): void {
  if (spots.length < 2) {
    return;
  }
  bench.home();
  closing(bench, 'Draw a link', () => {
    const made = edit(bench, 'Draw a link', (draft) => addLink(draft, spots, newLink(bench)));
    return bodyNamed(bench, made?.[0] ?? '');
  });
}
