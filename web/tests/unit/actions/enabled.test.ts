// When actions can be performed, with an App that has neither core nor page.
import { expect, test } from 'vitest';

import { actions, makeRegistry } from '../../../src/actions/index';
import { fakeApp } from '../../support/fake_app';
import { fourBar, noFacts } from '../../support/facts';

const registry = makeRegistry([], actions);
const can = (app: ReturnType<typeof fakeApp>, id: string) => registry.get(id)?.enabled?.(app) ?? true;

test('undo and redo follow the history', () => {
  const app = fakeApp({ facts: fourBar, actions: registry, text: 'one' });
  expect(can(app, 'edit.undo')).toBe(false);
  app.doc.change('Type', 'two');
  app.run('edit.undo');
  expect(app.doc.text.value).toBe('one');
  expect(can(app, 'edit.redo')).toBe(true);
});

test('the motor plays only where something is driven', () => {
  expect(can(fakeApp({ facts: noFacts, actions: registry }), 'motion.play')).toBe(false);
  const app = fakeApp({ facts: fourBar, actions: registry });
  app.run('motion.play');
  expect(app.ui.playing.value).toBe(true);
});

test('Space pauses the simulation while there is one', () => {
  const app = fakeApp({ facts: fourBar, actions: registry });
  app.run('live.run');
  expect(app.live.state.value).toBe('running');
  app.run('motion.play');
  expect(app.live.state.value).toBe('paused');
  expect(app.ui.playing.value).toBe(false);
  app.run('live.stop');
  expect(can(app, 'live.step')).toBe(false);
});

test('what cannot be done is not done', () => {
  const app = fakeApp({ facts: fourBar, actions: registry });
  app.freshSignal.value = false;
  app.run('live.run');
  expect(app.live.state.value).toBe('off');
});

test('the step moves the motor by one frame', () => {
  const app = fakeApp({ facts: fourBar, actions: registry });
  app.run('motion.step');
  app.run('motion.step');
  expect(app.stage.sketch.value?.part()).toBeCloseTo(2 / (fourBar.frames - 1), 12);
});
