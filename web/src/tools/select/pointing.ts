// pointing.ts: the button is down and has not moved: a click, a double click, or the beginning of a drag.
import { selectedBodies } from '../../actions/edit';
import type { App, Pick } from '../../app';
import { openLength, openPanel } from '../../panels/open';
import { pickOf, type Hit } from '../../view/geometry/hit';
import { factsOf, isFar } from '../common';
import type { Bench, Pointer, State } from '../machine';
import { below } from '../stack';
import { banding } from './banding';
import { dragging } from './dragging';
import { grabOf, hasFreedoms } from './grab';
import { pulling } from './pulling';
import { reshaping } from './reshaping';
import { shifting } from './shifting';

export function pointing(bench: Bench, start: Pointer, hit: Hit): State {
  return {
    name: 'pointing',
    move: (pointer) => {
      if (isFar(start, pointer)) {
        const state = dragState(bench, start, hit);
        bench.go(state);
        state.move?.(pointer);
      }
    },
    up: (pointer) => {
      bench.home();
      // Only now: a click and then a drag at once mean a drag.
      if (start.clicks === 2 && hit.kind !== 'none') {
        openValue(bench, hit);
      } else {
        click(bench, pointer, hit);
      }
    },
    cancel: () => bench.home(),
  };
}

function click(bench: Bench, pointer: Pointer, hit: Hit): void {
  const { selection } = bench.app.ui;
  const pick = pickOf(factsOf(bench), hit);
  if (!pointer.shift) {
    const next = pointer.again || pointer.alt ? below(bench, pointer.px, pointer.touch) : null;
    selection.value = next ? [next.pick] : pick ? [pick] : [];
    if (next) {
      bench.app.say(next.name);
    }
  } else if (pick) {
    selection.value = toggled(selection.value, pick);
  }
}

/** A double click leads to the numbers of what was hit. */
function openValue(bench: Bench, hit: Hit): void {
  const pick = pickOf(factsOf(bench), hit);
  if (pick) {
    bench.app.ui.selection.value = [pick];
    if (hit.kind === 'dimension') {
      const points = factsOf(bench).bodies[hit.body]?.points;
      openLength(bench.app, points?.[hit.a]?.name ?? '', points?.[hit.b]?.name ?? '');
    } else {
      openPanel(bench.app, 'inspector');
    }
  }
}

function toggled(picks: readonly Pick[], pick: Pick): readonly Pick[] {
  const rest = picks.filter((one) => JSON.stringify(one) !== JSON.stringify(pick));
  return rest.length < picks.length ? rest : [...picks, pick];
}

/** Several things together are moved as they are, as arrow keys do it. */
function isOneOfSeveral(app: App, body: number): boolean {
  const bodies = selectedBodies(app);
  return bodies.length > 1 && bodies.includes(body);
}

/** What a drag from here is: of nothing, of a running world, of the geometry, by the freedoms. */
function dragState(bench: Bench, start: Pointer, hit: Hit): State {
  const { app } = bench;
  const grab = grabOf(bench, start, hit);
  if (!grab) {
    return banding(bench, start);
  }
  if (app.live.state.value !== 'off') {
    return pulling(bench, grab);
  }
  app.ui.playing.value = false;
  if (start.ctrl || app.ui.mode.value === 'shape') {
    return grab.point === '' ? shifting(bench, grab) : reshaping(bench, grab);
  }
  return hasFreedoms(bench, grab) && !isOneOfSeveral(app, grab.body) ? dragging(bench, grab) : shifting(bench, grab);
}
