// sections.ts: the worlds of a run, as the page knows them: the first text, and a further one from each
// time on at which the document changed. What each is called and shows; running is the worker's.
import type { Core, Sketch } from '../core/core';
import type { SketchFacts } from '../core/facts';
import type { LiveFacts } from './live';
import { liveText } from './live_text';
import type { World } from './protocol';

export interface Section extends World {
  readonly facts: LiveFacts;
  /** What is drawn. */
  readonly shown: SketchFacts;
  /** Its first frame [s]; null before it has come. */
  from: number | null;
}

const names = (facts: SketchFacts): string => facts.bodies.map((body) => body.name).join();

/** Makes the section of a document: what runs is the first `simulate`. */
export function makeSection(core: Core, text: string, document: Sketch, number: number, parts: number): Section {
  const source = liveText(core, text, document.facts, { part: document.part(), parts });
  const first = core.sketch(source);
  const run = first.facts.runs.findIndex(({ kind }) => kind === 'simulate');
  const sketch = run === first.facts.run ? first : core.sketch(source, run);
  const { facts } = sketch;
  first.dispose();
  if (sketch !== first) {
    sketch.dispose();
  }
  // The document's own facts have its motors; where the run has other bodies, it is those that move.
  const shown = names(facts) === names(document.facts) ? document.facts : facts;
  return { section: number, text: source, record: facts.record, facts, shown, from: null };
}

/** What to say when a run goes on from a section, before `next` began: it comes again. */
export function comesAgain(now: Section, next: Section): string {
  const before = new Set(now.shown.bodies.map((body) => body.name));
  const entering = next.shown.bodies.map((body) => body.name).filter((name) => !before.has(name));
  const at = `${(next.from ?? 0).toFixed(2)} s`;
  return entering.length > 0
    ? `${entering.join(', ')} will be dropped in again at ${at}.`
    : `The change made at ${at} will be made again.`;
}
