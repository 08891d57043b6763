// text_reader.ts: the worker's side: reads texts with a core of its own, and studies the last of them
// when no other has come.
import type { LoadedCore } from '../core/load';
import { FINE, sampledCurves } from '../core/sampling';
import type { CoreSketch } from '../core/sketch';
import { paint } from '../view/output/paint';
import type { Ask, Image, Reading, Study, Told } from './protocol';

/** After the last text: what is studied is drawn, too, and would be drawn for every key [ms]. */
const PAUSE = 250;

type ReadAsk = Extract<Ask, { kind: 'read' }>;

export type Tell = (told: Told, moved: readonly Transferable[]) => void;

export class TextReader {
  readonly #core: LoadedCore;
  readonly #tell: Tell;
  /** The text that was read last, and how long that took. */
  #last: { readonly text: string; readonly sketch: CoreSketch; readonly took: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(core: LoadedCore, tell: Tell) {
    this.#core = core;
    this.#tell = tell;
  }

  answer(ask: Exclude<Ask, { kind: 'start' }>): void {
    if (ask.kind === 'file') {
      this.#forget(); // it may be another world now
      if (ask.bytes) {
        this.#core.addFile(ask.name, ask.bytes);
      } else {
        this.#core.removeFile(ask.name);
      }
    } else if (ask.kind === 'offers') {
      const offers = this.#read(ask.text).sketch.complete(ask.offset);
      this.#tell({ kind: 'offers', id: ask.id, offers }, []);
    } else {
      const reading = ask.isKnown ? null : this.#reading(ask.text);
      const painted = reading?.copy ? this.#paint(ask, { diagnosis: null, curves: ask.wish?.curves ?? [] }) : null;
      const moved = [reading?.copy?.memory, painted?.image].filter((one) => one !== undefined);
      this.#tell({ kind: 'read', id: ask.id, reading, painted }, moved);
      this.#studyLater(ask);
    }
  }

  #paint({ text, wish }: ReadAsk, study: Study): Image | null {
    const { sketch } = this.#read(text);
    const poses = sketch.poses();
    const image = wish && paint(wish, { ...study, facts: sketch.facts, poses });
    return image && { poses, image };
  }

  #reading(text: string): Reading {
    const { sketch, took } = this.#read(text);
    const { facts } = sketch;
    const freedoms = facts.good ? null : sketch.mobility();
    return { facts, copy: facts.good ? sketch.copy(text) : null, freedoms, missing: this.#core.missingFiles(), took };
  }

  #read(text: string): { readonly sketch: CoreSketch; readonly took: number } {
    if (this.#last?.text === text) {
      return this.#last;
    }
    this.#forget();
    const start = performance.now();
    const sketch = this.#core.sketch(text);
    void sketch.facts;
    this.#last = { text, sketch, took: performance.now() - start };
    return this.#last;
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#last?.sketch.dispose();
    this.#last = null;
  }

  /** Of a text with errors there is nothing to study. */
  #studyLater(ask: ReadAsk): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { sketch } = this.#read(ask.text);
      if (sketch.facts.good) {
        const study = { diagnosis: sketch.diagnosis(), curves: sampledCurves(sketch, FINE) };
        const painted = this.#paint(ask, study);
        this.#tell({ kind: 'study', id: ask.id, study, painted }, painted ? [painted.image] : []);
      }
    }, ask.isKnown ? 0 : PAUSE);
  }
}
