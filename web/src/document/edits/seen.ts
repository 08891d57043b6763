// seen.ts: edits of a picture that a motor or a drag has moved from where the text places it. What such
// an edit writes belongs to the poses as shown; so these come into the text first, all of them.
import type { Draft, Outcome } from '../draft';
import { redraw } from './writing/pen';
import { restPoses, writePoses } from './writing/places';

/** Rest poses that differ by less are the same: texts round to a micrometre at most. */
const SAME = 1e-9;

export function samePoses(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, i) => Math.abs(value - (b[i] ?? NaN)) < SAME);
}

/** Makes an edit that leaves the picture as it is seen; one that changes no places leaves those of the text. */
export function asSeen(draft: Draft, edit: (draft: Draft) => Outcome): Outcome {
  const now = placed(draft);
  const outcome = edit(draft);
  const keeps = now === draft || ('text' in outcome && keepsPlaces(draft, outcome.text));
  return keeps ? outcome : edit(now);
}

/** The draft with its poses in the text; as it is where they are there, or are computed. */
export function placed(draft: Draft): Draft {
  const outcome = writePoses(draft);
  return 'refused' in outcome || outcome.text === draft.text ? draft : redraw(draft, outcome.text);
}

/** Whether the page would go on to show the same poses. */
function keepsPlaces(draft: Draft, text: string): boolean {
  const { facts } = redraw(draft, text);
  const names = (all: Draft['facts']) => all.bodies.map((body) => body.name).join();
  return names(facts) === names(draft.facts) && samePoses(restPoses(draft), restPoses({ ...draft, text }));
}
