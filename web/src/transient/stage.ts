// stage.ts: what is derived from the text: the last good sketch, where its bodies are, what it is.
// Nothing here is undone or saved. A text is read at once; where the last one took long, one that was
// typed is read in a worker, and what it means comes when it is known.
import { Signal, type ReadSignal } from '../base/signal';
import type { Stage } from '../app';
import type { Core, Sketch, SketchCopy } from '../core/core';
import type { Diagnosis, Mobility, Offer, SketchFacts } from '../core/facts';
import { samePoses } from '../document/edits';
import { FINE, sampledCurves } from '../core/sampling';
import type { Reading, Study } from '../reading/protocol';
import type { Reader } from '../reading/reader';
import { NO_FACTS } from '../view/input';

/** Of so many texts it is known where their bodies were when they were left. */
const MAX_LEFT = 50;

/** What takes longer to read is read elsewhere: half a frame, the picture has the other half [ms]. */
const QUICK = 8;
/** So many bodies are studied again wherever the motor stops: that takes less than a frame. */
const MAX_STUDY = 60;
/** When it is shown that a text is still being read [ms]. */
const PATIENCE = 300;

/** Reads texts that the page need not wait for. */
export interface Elsewhere {
  readonly reader: Reader;
  /** Whether nobody waits for what the present text means. */
  readonly mayWait: () => boolean;
  /** Makes a sketch of what was read. */
  readonly adopt: (copy: SketchCopy) => Sketch;
}

/** Calls back when there is nothing better to do; returns what takes that back. */
export type Later = (task: () => void) => () => void;

export const whenIdle: Later = (task) => {
  const handle = setTimeout(task, 60);
  return () => clearTimeout(handle);
};

/** All but what every pose changes and who shows it asks for itself: panels are not filled anew for that. */
function lasting({ text, fourBars, ...rest }: Diagnosis): string {
  return JSON.stringify([rest, fourBars.map(({ joints }) => joints)]);
}

export class DocStage implements Stage {
  readonly sketch = new Signal<Sketch | null>(null);
  readonly facts = new Signal<SketchFacts>(NO_FACTS);
  readonly shown = new Signal<SketchFacts>(NO_FACTS);
  readonly fresh = new Signal(true);
  readonly reading = new Signal(false);
  readonly isLate = new Signal(false);
  readonly poses = new Signal<Float64Array>(new Float64Array(0));
  readonly diagnosis = new Signal<Diagnosis | null>(null);
  readonly freedoms = new Signal<Mobility | null>(null);
  readonly curves = new Signal<readonly Float64Array[]>([]);
  readonly #core: Core;
  readonly #text: ReadSignal<string>;
  readonly #later: Later;
  #elsewhere: Elsewhere | null;
  /** How long the last text took to be read; one with errors is read sooner than what it will be without [ms]. */
  #took = 0;
  #missing: readonly string[] = [];
  #patience: ReturnType<typeof setTimeout> | undefined;
  #poses: Float64Array | null = null;
  /** Where the text places everything. */
  #rest: Float64Array = new Float64Array(0);
  /** The text that this is of. */
  #source = '';
  /** Where the bodies of earlier texts were when they were left, unless as the text places them. */
  readonly #left = new Map<string, Float64Array>();
  #forget: () => void = () => undefined;
  /** Ends the look at a text that is not drawn. */
  #turnAway: () => void = () => undefined;

  constructor(core: Core, text: ReadSignal<string>, later: Later = whenIdle, elsewhere: Elsewhere | null = null) {
    this.#core = core;
    this.#text = text;
    this.#later = later;
    this.#elsewhere = elsewhere;
    text.subscribe(() => (this.#isSlow && this.#elsewhere?.mayWait() ? this.#readElsewhere() : this.#readHere()));
    this.#readHere();
  }

  get #isSlow(): boolean {
    return this.#took > QUICK;
  }

  #tookTo(time: number, { good }: SketchFacts): void {
    this.#took = good ? time : Math.max(time, this.#took);
  }

  settle(): void {
    if (this.reading.value) {
      this.#readHere();
    }
  }

  /** Nothing is read elsewhere any more. */
  readHereOnly(): void {
    this.#elsewhere = null;
    this.settle();
  }

  /** Files that the text asked for and that are not there. */
  get missing(): readonly string[] {
    return [...this.#core.missingFiles(), ...this.#missing];
  }

  offers(offset: number): readonly Offer[] | Promise<readonly Offer[]> {
    const { value: text } = this.#text;
    if (this.fresh.value && !this.reading.value && this.sketch.value) {
      return this.sketch.value.complete(offset);
    }
    if (this.#isSlow && this.#elsewhere) {
      return this.#elsewhere.reader.offers(text, offset);
    }
    const asked = this.#core.sketch(text);
    try {
      return asked.complete(offset);
    } finally {
      asked.dispose();
    }
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
  refresh(): void {
    if (this.#isSlow && this.#elsewhere) {
      this.#readElsewhere();
    } else {
      this.#readHere();
    }
  }

  #readHere(): void {
    this.#elsewhere?.reader.drop();
    const start = performance.now();
    const made = this.#core.sketch(this.#text.value);
    const { facts } = made;
    this.#tookTo(Math.max(performance.now() - start, made.took), facts);
    this.#missing = [];
    this.#take(facts, facts.good ? made : null);
    if (!facts.good) {
      this.#lookAt(made);
    }
    this.#studyLater();
  }

  #readElsewhere(): void {
    const source = this.#text.value;
    this.#forget();
    if (!this.reading.value) {
      this.reading.value = true;
      this.#patience = setTimeout(() => (this.isLate.value = true), PATIENCE);
    }
    this.#elsewhere?.reader.read(source, { onRead: (reading) => this.#adopt(reading), onStudy: (study) => this.#learn(study) });
  }

  #adopt({ facts, copy, freedoms, missing, took }: Reading): void {
    let made: Sketch | null = null;
    try {
      made = copy && (this.#elsewhere?.adopt(copy) ?? null);
    } catch {
      this.readHereOnly(); // for lack of memory: the core says so
      return;
    }
    this.#tookTo(took, facts);
    this.#missing = missing;
    this.#take(facts, made);
    this.freedoms.value = freedoms;
    if (!made) {
      this.#studyLater(); // the one that stays in sight
    }
  }

  #take(facts: SketchFacts, made: Sketch | null): void {
    clearTimeout(this.#patience);
    this.#turnAway();
    this.freedoms.value = null;
    this.facts.value = facts;
    this.fresh.value = made !== null;
    this.reading.value = false;
    this.isLate.value = false;
    if (made) {
      this.#replace(made, this.#text.value);
    }
  }

  #replace(made: Sketch, source: string): void {
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
    this.diagnosis.value = null; // of another text
    this.sketch.value = made;
    old?.dispose();
    this.pull();
  }

  /** What can be said of a world that is not drawn; when idle, for it must be put together for that. */
  #lookAt(made: Sketch): void {
    const cancel = this.#later(() => {
      this.freedoms.value = made.mobility();
      this.#turnAway();
    });
    this.#turnAway = () => {
      cancel();
      made.dispose();
      this.#turnAway = () => undefined;
    };
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
      if (this.#left.size > MAX_LEFT) {
        this.#left.delete(this.#left.keys().next().value ?? '');
      }
    }
  }

  studyAgain(): void {
    const sketch = this.sketch.value;
    // Of more bodies it takes long, and is that of the pose which the text has.
    if (!sketch || !this.diagnosis.value || sketch.facts.bodies.length > MAX_STUDY) {
      return;
    }
    this.#forget();
    this.#forget = this.#later(() => {
      const told = sketch === this.sketch.value && !sketch.isHeld ? sketch.diagnosis() : null;
      if (told && this.diagnosis.value && lasting(told) !== lasting(this.diagnosis.value)) {
        this.diagnosis.value = told;
      }
    });
  }

  /** What takes longer than a frame may, of the pose that the text has; not in the midst of a drag. */
  #studyLater(): void {
    const sketch = this.sketch.value;
    this.#forget();
    if (!sketch || this.diagnosis.value) {
      return;
    }
    this.#forget = this.#later(() => {
      if (sketch.isHeld) {
        this.#studyLater();
      } else if (this.#isSlow && this.#elsewhere) {
        this.#elsewhere.reader.read(this.#source, { onStudy: (study) => this.#learn(study) });
      } else {
        this.#learn({ diagnosis: sketch.diagnosis(), curves: sampledCurves(sketch, FINE) });
      }
    });
  }

  #learn({ diagnosis, curves }: Study): void {
    this.diagnosis.value = diagnosis;
    this.curves.value = curves;
  }
}
