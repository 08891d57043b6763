// cycle.ts: Tab goes from point to point of what is shown. Past the last it goes on to the rest of
// the page, as Tab does everywhere.
import type { Pick } from '../../app';
import { isAxis, lookup } from '../../view/lookup';
import { factsOf } from '../common';
import type { Bench } from '../machine';

export function cycle(bench: Bench, step: 1 | -1): boolean {
  const { selection } = bench.app.ui;
  const all = everyPoint(bench);
  const now = all.findIndex((pick) => JSON.stringify(pick) === JSON.stringify(selection.value[0]));
  const next = all[now < 0 ? (step > 0 ? 0 : all.length - 1) : now + step];
  selection.value = next ? [next] : [];
  return next !== undefined;
}

function everyPoint(bench: Bench): readonly Pick[] {
  const facts = factsOf(bench);
  return lookup(facts).order.flatMap((number) => {
    const body = facts.bodies[number];
    const points = body?.points.filter((point) => !isAxis(point)) ?? [];
    return points.map((point): Pick => ({ kind: 'point', body: body?.name ?? '', point: point.name }));
  });
}
