// stage.ts: what is derived from the text: the last good sketch, where its bodies are, what it is.
// Nothing here is undone or saved.
import { Signal, type ReadSignal } from '../base/signal';
import type { Stage } from '../app';
import type { Core, Sketch } from '../core/core';
import type { Diagnosis, SketchFacts } from '../core/facts';
import { samePoses } from '../document/edits';
import { FINE, sampledCurves } from '../core/sampling';
import { NO_FACTS } from '../view/input';

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
    this.#keepPoses(old, made, rest);
    if (old?.facts.world?.name !== made.facts.world?.name || made.facts.bodies.length < 2) {
      this.curves.value = []; // of another document
    }
    this.#rest = rest;
    if (!this.#poses) {
      this.shown.value = made.facts;
    }
    this.sketch.value = made;
    old?.dispose();
    this.pull();
    this.#study(made);
  }

  /** Where only colours or the like have changed, what was dragged or driven stays where it is. */
  #keepPoses(old: Sketch | null, made: Sketch, rest: Float64Array): void {
    const names = (sketch: Sketch) => sketch.facts.bodies.map((body) => body.name).join();
    if (old && names(old) === names(made) && samePoses(rest, this.#rest)) {
      const poses = old.poses();
      if (!samePoses(poses, rest)) {
        made.setPoses(poses);
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
