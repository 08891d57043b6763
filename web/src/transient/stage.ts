// stage.ts: what is derived from the text: the last good sketch, where its bodies are, what it is.
// Nothing here is undone or saved.
import { Signal, type ReadSignal } from '../base/signal';
import type { Stage } from '../app';
import type { Core, Sketch } from '../core/core';
import type { Diagnosis, SketchFacts } from '../core/facts';
import { samePoses } from '../document/edits';
import { FINE, sampledCurves } from '../core/sampling';
import { NO_FACTS } from '../view/input';

/** Of so many texts it is known where their bodies were when they were left. */
const LEFT_MOST = 50;

/** Calls back when there is nothing better to do; returns what takes that back. */
export type Later = (task: () => void) => () => void;

export const whenIdle: Later = (task) => {
  const handle = setTimeout(task, 60);
  return () => clearTimeout(handle);
};

export class DocStage implements Stage {
  readonly sketch = new Signal<Sketch | null>(null);
  readonly facts = new Signal<SketchFacts>(NO_FACTS);
  readonly shown = new Signal<SketchFacts>(NO_FACTS);
  readonly fresh = new Signal(true);
  readonly poses = new Signal<Float64Array>(new Float64Array(0));
  readonly diagnosis = new Signal<Diagnosis | null>(null);
  readonly curves = new Signal<readonly Float64Array[]>([]);
  readonly #core: Core;
  readonly #later: Later;
  #poses: Float64Array | null = null;
  /** Where the text places everything. */
  #rest: Float64Array = new Float64Array(0);
  /** The text that this is of. */
  #source = '';
  /** Where the bodies of earlier texts were when they were left, unless as the text places them. */
  readonly #left = new Map<string, Float64Array>();
  #forget: () => void = () => undefined;

  constructor(core: Core, text: ReadSignal<string>, later: Later = whenIdle) {
    this.#core = core;
    this.#later = later;
    text.subscribe((source) => this.#rebuild(source));
    this.#rebuild(text.value);
  }

  pull(): void {
    if (!this.#poses && this.sketch.value) {
      this.poses.value = this.sketch.value.poses();
    }
  }

  show(poses: Float64Array | null, facts?: SketchFacts): void {
    this.#poses = poses;
    this.shown.value = facts ?? this.sketch.value?.facts ?? NO_FACTS;
    this.poses.value = poses ?? this.sketch.value?.poses() ?? new Float64Array(0);
  }

  /** The same text once more: a file that it includes has arrived. */
  refresh(source: string): void {
    this.#rebuild(source);
  }

  #rebuild(source: string): void {
    const made = this.#core.sketch(source);
    this.facts.value = made.facts;
    this.fresh.value = made.facts.good;
    if (!made.facts.good) {
      made.dispose();
      return;
    }
    const old = this.sketch.value;
    const rest = made.poses();
    this.#keepPoses(old, made, rest, source);
    if (old?.facts.world?.name !== made.facts.world?.name || made.facts.bodies.length < 2) {
      this.curves.value = []; // of another document
      this.#left.clear();
    }
    this.#rest = rest;
    this.#source = source;
    if (!this.#poses) {
      this.shown.value = made.facts;
    }
    this.sketch.value = made;
    old?.dispose();
    this.pull();
    this.#study(made);
  }

  /** Where only colours or the like have changed, what was dragged or driven stays where it is. What undo
   * and redo come back to is where it was when it was left. */
  #keepPoses(old: Sketch | null, made: Sketch, rest: Float64Array, source: string): void {
    const names = (sketch: Sketch) => sketch.facts.bodies.map((body) => body.name).join();
    const poses = old?.poses() ?? rest;
    this.#leave(old?.posesBefore() ?? rest);
    const isAlike = old !== null && names(old) === names(made) && samePoses(rest, this.#rest);
    const wanted = isAlike ? poses : this.#left.get(source);
    if (wanted && !samePoses(wanted, rest)) {
      made.setPoses(wanted, true);
    }
  }

  #leave(poses: Float64Array): void {
    this.#left.delete(this.#source);
    if (!samePoses(poses, this.#rest)) {
      this.#left.set(this.#source, poses);
      if (this.#left.size > LEFT_MOST) {
        this.#left.delete(this.#left.keys().next().value ?? '');
      }
    }
  }

  /** What takes longer than a frame may, of the pose that the text has; not in the midst of a drag. */
  #study(sketch: Sketch): void {
    this.#forget();
    this.#forget = this.#later(() => {
      if (sketch.isHeld) {
        this.#study(sketch);
      } else if (this.sketch.value === sketch) {
        this.diagnosis.value = sketch.diagnosis();
        this.curves.value = sampledCurves(sketch, FINE);
      }
    });
  }
}
