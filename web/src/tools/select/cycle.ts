// cycle.ts: Tab goes from point to point of what is shown. Past the last it goes on to the rest of
// the page, as Tab does everywhere. Where it came to is said, for those who do not see it.
import type { Pick } from '../../app';
import { describePoint } from '../../panels/describe';
import { isAxis, lookup } from '../../view/geometry/lookup';
import { factsOf } from '../common';
import type { Bench } from '../machine';

type PointPick = Pick & { readonly kind: 'point' };

export function cycle(bench: Bench, step: 1 | -1): boolean {
  const { selection } = bench.app.ui;
  const all = everyPoint(bench);
  const now = all.findIndex((pick) => JSON.stringify(pick) === JSON.stringify(selection.value[0]));
  const next = all[now < 0 ? (step > 0 ? 0 : all.length - 1) : now + step];
  selection.value = next ? [next] : [];
  if (next) {
    bench.app.say(describePoint(bench.app, next));
  }
  return next !== undefined;
}

function everyPoint(bench: Bench): readonly PointPick[] {
  const facts = factsOf(bench);
  return lookup(facts).order.flatMap((number) => {
    const body = facts.bodies[number];
    const points = body?.points.filter((point) => !isAxis(point)) ?? [];
    return points.map((point): PointPick => ({ kind: 'point', body: body?.name ?? '', point: point.name }));
  });
}
