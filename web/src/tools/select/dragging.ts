// dragging.ts: a point follows the pointer by the freedoms of its linkage ([ME] 1.1); the core moves
// everything that is joined to it. A loose pin that meets another linkage is joined on release.
import { draftOf } from '../../actions/edit';
import type { Sketch } from '../../core/core';
import type { SketchFacts } from '../../core/facts';
import type { Spot } from '../../document/draft';
import { joinPoint, writePoses } from '../../document/edits';
import type { Point } from '../../view/geometry/camera';
import { closing } from '../closing';
import { edit, factsOf, ghostJoint, snapAt } from '../common';
import type { Bench, Key, Pointer, State } from '../machine';
import { held, type Grab } from './grab';
import { isLoose, linkageOf, neighbours } from '../linkage';

/** Pixels that a point may stay behind the pointer before a line shows it. */
const BEHIND = 8;
/** Pixels that may be left between a pin and what it is joined to: the core closes them. */
const JOIN = 8;

export function dragging(bench: Bench, grab: Grab): State {
  return new Dragging(bench, grab);
}

class Dragging implements State {
  readonly name = 'dragging';
  readonly #bench: Bench;
  readonly #grab: Grab;
  readonly #sketch: Sketch | null;
  readonly #before: Float64Array;
  readonly #locked: string;
  #isHeld = false;
  #join: Spot | null = null;

  constructor(bench: Bench, grab: Grab) {
    this.#bench = bench;
    this.#grab = grab;
    this.#sketch = bench.app.stage.sketch.value;
    this.#before = this.#sketch?.poses() ?? new Float64Array(0);
    this.#locked = lockedIn(factsOf(bench), grab.body);
  }

  enter(): void {
    const { body, at } = this.#grab;
    this.#isHeld = this.#sketch?.grab(body, at.x, at.y) ?? false;
    if (!this.#isHeld) {
      this.#bench.app.say({ text: `'${nameOf(this.#bench, body)}' is locked: it does not move.`, kind: 'info' });
    }
  }

  move(pointer: Pointer): void {
    const { app } = this.#bench;
    if (!this.#isHeld || !this.#sketch) {
      return;
    }
    if (!this.#isPresent()) {
      this.#bench.home();
      return;
    }
    const wanted = held(this.#grab, pointer);
    const target = joinTarget(this.#bench, this.#grab, wanted);
    const to = target ?? wanted.at;
    const { miss } = this.#sketch.drag(to.x, to.y);
    app.stage.pull();
    this.#join = miss * app.ui.camera.value.scale < JOIN ? target : null;
    show(this.#bench, { join: this.#join, to, miss, end: endOf(this.#locked, pointer.touch) });
  }

  up(): void {
    const moved = this.#isHeld && this.#isPresent() && !same(this.#before, this.#sketch?.poses());
    this.#bench.home();
    if (moved) {
      finish(this.#bench, this.#grab, this.#join);
    }
  }

  cancel(): void {
    this.#bench.home();
    if (this.#isHeld && this.#isPresent()) {
      this.#sketch?.setPoses(this.#before);
      this.#bench.app.stage.pull();
    }
  }

  /** Undo takes back the drag alone: it is not yet a step of the document, and the one before it stays. */
  key(key: Key): boolean {
    const undoes = key.ctrl && !key.shift && !key.alt && key.key === 'z';
    if (undoes) {
      this.cancel();
    }
    return undoes;
  }

  exit(): void {
    if (this.#isHeld && this.#isPresent()) {
      this.#sketch?.release();
    }
  }

  /** A new text has a new sketch, of which nothing is held; the old one is gone. */
  #isPresent(): boolean {
    return this.#bench.app.stage.sketch.value === this.#sketch;
  }
}

function same(a: Float64Array, b: Float64Array | undefined): boolean {
  return b !== undefined && a.every((value, i) => value === b[i]);
}

/** Where the pin would be joined: a pin of another body, or a bar of another linkage. */
function joinTarget(bench: Bench, grab: Grab, pointer: Pointer): Spot | null {
  const facts = factsOf(bench);
  if (pointer.alt || !isLoose(facts, grab.body, grab.point)) {
    return null;
  }
  const { spot } = snapAt(bench, pointer, { exclude: neighbours(facts, grab.body), grid: false, noMiddles: true });
  if (spot.kind === 'point') {
    return spot;
  }
  return spot.kind === 'slot' && !linkageOf(facts, grab.body).has(spot.body) ? spot : null;
}

interface Shown {
  readonly join: Spot | null;
  readonly to: Point;
  readonly miss: number;
  /** Why it gets no further, if it does not. */
  readonly end: string;
}

/** A locked link of the linkage, which may hold a drag back; '': there is none. */
function lockedIn(facts: SketchFacts, body: number): string {
  const locked = facts.bodies.some((one) => one.locked) ? [...linkageOf(facts, body)].find((one) => facts.bodies[one]?.locked) : undefined;
  return locked === undefined ? '' : (facts.bodies[locked]?.name ?? '');
}

function endOf(locked: string, touch: boolean): string {
  return locked ? `'${locked}' is locked: it may hold this back` : `It cannot reach further (${touch ? 'Shape' : 'Ctrl'}: change its lengths)`;
}

function show(bench: Bench, { join, to, miss, end }: Shown): void {
  const { ui } = bench.app;
  const way = join?.kind === 'slot' ? `a pin in a slot of ${nameOf(bench, join.body)}` : 'a pin';
  const far = miss * ui.camera.value.scale > BEHIND;
  ui.hint.value = join ? `Release to join with ${way} (Alt: do not)` : far ? end : '';
  bench.preview(join ? [ghostJoint(join)] : far ? [{ kind: 'snap', snap: 'grid', at: to }] : []);
}

function nameOf(bench: Bench, body: number): string {
  return factsOf(bench).bodies[body]?.name ?? '';
}

function finish(bench: Bench, grab: Grab, spot: Spot | null): void {
  closing(bench, spot ? 'Join' : 'Move', () => {
    keepPoses(bench);
    const made = spot && edit(bench, 'Join', (draft) => joinPoint(draft, { body: grab.body, point: grab.point }, spot));
    return made ? grab.body : -1;
  });
}

/** Where the text computes places the motion stays in the picture; that is said once. */
function keepPoses(bench: Bench): void {
  const { app } = bench;
  const draft = draftOf(app);
  const outcome = draft ? writePoses(draft) : null;
  if (outcome && 'text' in outcome) {
    app.doc.change('Move', outcome.text);
  } else if (outcome && !bench.told.has('computed')) {
    bench.told.add('computed');
    app.say({
      text: 'The text computes these positions: the motion is only in the picture.',
      kind: 'info',
      action: { label: 'Write numbers', perform: () => edit(bench, 'Move', (now) => writePoses(now, { force: true })) },
    });
  }
}
