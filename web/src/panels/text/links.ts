// links.ts: between what is selected in the picture and where it stands in the text. Pure: spans come
// from the facts of the sketch, which must be those of the text.
import type { Pick } from '../../app';
import type { BodyFact, SketchFacts, Span } from '../../core/facts';
import { lookup } from '../../view/geometry/lookup';

/** Places of what is picked, the most telling first: where it is put, what it is, its type. */
export function spansOf(facts: SketchFacts, picks: readonly Pick[]): Span[] {
  const known = lookup(facts);
  const spans = picks.flatMap((pick) => {
    if (pick.kind === 'joint') {
      return facts.joints[known.joints.get(pick.joint) ?? -1]?.span ?? [];
    }
    const body = facts.bodies[known.bodies.get(pick.body) ?? 0];
    if (!body || body === facts.bodies[0]) {
      return [];
    }
    if (pick.kind === 'point') {
      return body.points.filter((point) => point.name === pick.point).map((point) => point.span);
    }
    return [body.place?.span ?? null, body.span, body.typeSpan];
  });
  return spans.filter((span) => span !== null);
}

interface Candidate {
  readonly span: Span;
  readonly pick: Pick;
}

/** What stands at a place: all that share the smallest piece of text around it. */
export function picksAt(facts: SketchFacts, offset: number): Pick[] {
  const around = candidates(facts).filter(({ span }) => span.start <= offset && offset <= span.end);
  const min = Math.min(...around.map(({ span }) => span.end - span.start));
  return around.filter(({ span }) => span.end - span.start === min).map(({ pick }) => pick);
}

function candidates(facts: SketchFacts): Candidate[] {
  const found: Candidate[] = [];
  const add = (span: Span | null, pick: Pick) => {
    if (span) {
      found.push({ span, pick });
    }
  };
  facts.joints.forEach((joint) => add(joint.span, { kind: 'joint', joint: joint.name }));
  facts.bodies.slice(1).forEach((body: BodyFact) => {
    const pick: Pick = { kind: 'body', body: body.name };
    add(body.place?.span ?? null, pick);
    add(body.span, pick);
    add(body.typeSpan, pick);
    body.points.forEach((point) => add(point.span, { kind: 'point', body: body.name, point: point.name }));
  });
  return found;
}

export function samePicks(a: readonly Pick[], b: readonly Pick[]): boolean {
  const key = (pick: Pick) => JSON.stringify(Object.entries(pick).sort());
  const keys = new Set(a.map(key));
  return a.length === b.length && b.every((pick) => keys.has(key(pick)));
}
