// Lists that panels make of facts and actions: the palette, menus of what is selected, measures,
// the picture in words.
import { expect, test } from 'vitest';

import { actions, makeRegistry } from '../../../src/actions/index';
import { contextActions } from '../../../src/panels/floating/context';
import { describe } from '../../../src/panels/describe';
import { find, score } from '../../../src/panels/palette';
import { distanceExpression, measureLabel, measures } from '../../../src/panels/plots/measures';
import { columns, shownIn } from '../../../src/panels/plots/series';
import { fakeApp } from '../../support/fake_app';
import { fourBar } from '../../support/facts';

const registry = makeRegistry([], actions);

test('the palette finds by letters in order, the start of words first', () => {
  expect(score('zi', 'Zoom in')).toBeGreaterThan(score('zi', 'Citizen size in'));
  expect(score('xq', 'Zoom in')).toBe(0);
  const app = fakeApp({ facts: fourBar, actions: registry });
  expect(find(app, 'zoom in')[0]?.id).toBe('view.zoomIn');
  expect(find(app, '').length).toBeGreaterThan(5);
});

test('what cannot be done stands below what can', () => {
  const app = fakeApp({ facts: fourBar, actions: registry });
  const found = find(app, 'e').map((action) => action.enabled?.(app) ?? true);
  expect(found).toEqual([...found].sort((a, b) => Number(b) - Number(a)));
});

test('every action of a context menu exists', () => {
  const picks = [[], [{ kind: 'body', body: 'a' }], [{ kind: 'point', body: 'a', point: 'b' }], [{ kind: 'joint', joint: 'j' }]] as const;
  const several = [...picks[1], ...picks[2]];
  for (const ids of [...picks, several].flatMap((some) => contextActions(some).flat())) {
    expect(registry.has(ids), ids).toBe(true);
  }
});

test('a four-bar can be measured by its angles, places and distances', () => {
  const expressions = measures(fourBar).map((measure) => measure.expression);
  expect(expressions).toContain('motor.angle');
  expect(expressions).toContain('coupler.b.x');
  expect(expressions).not.toContain('#2.angle');
  expect(new Set(expressions).size).toBe(expressions.length);
  const groups = [...new Set(measures(fourBar).map((measure) => measure.group))];
  expect(groups.slice(0, 4)).toEqual(['Joints', 'crank', 'coupler', 'rocker']);
  expect(distanceExpression('crank.a', 'rocker.b')).toBe('distance(crank.a, rocker.b)');
});

test('forces are called by words wherever they are listed', () => {
  expect(measureLabel('length(force(link1, world))')).toBe('force of world on link1');
  expect(measureLabel('pin1.angle')).toBe('pin1.angle');
  expect(measures(fourBar).find((measure) => measure.group.startsWith('Forces'))?.label).toMatch(/^force of \w+ on \w+$/);
});

test('angles are plotted in degrees, lengths in the unit of the page', () => {
  expect(shownIn('rad', 'mm')).toEqual([180 / Math.PI, '°']);
  expect(shownIn('m', 'in')).toEqual([1 / 0.0254, 'in']);
  expect(shownIn('N', 'mm')).toEqual([1, 'N']);
});

test('a vector is a curve for each of its numbers', () => {
  const made = columns([{ text: 'p.velocity', unit: 'm/s', size: 3, first: 2 }]);
  expect(made.map((column) => [column.label, column.at])).toEqual([['p.velocity.x', 2], ['p.velocity.y', 3], ['p.velocity.z', 4]]);
});

test('the picture in words names links, points, joints and what is driven', () => {
  const lines = describe(fourBar);
  expect(lines).toContain('crank: points a, b');
  expect(lines).toContain('motor: pin of crank and the ground, driven');
  expect(lines).toHaveLength(7);
});
