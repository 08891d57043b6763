// A monkey works all tools at random: nothing throws, the text stays one that the core reads, and
// undoing all returns to the first text byte for byte.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import type { Core } from '../../../src/core/core';
import { tools } from '../../../src/tools/index';
import { testCore } from '../test_core';
import { drawFourBar, Driver, type Held } from './driver';

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

type Event = (driver: Driver) => void;

const place = fc.tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -70, max: 70 }));
const held: fc.Arbitrary<Held> = fc.record({
  shift: fc.boolean(),
  alt: fc.boolean(),
  ctrl: fc.boolean(),
  touch: fc.boolean(),
  clicks: fc.constantFrom(1, 1, 1, 2),
  again: fc.boolean(),
});
const keys = ['Escape', 'Enter', 'Tab', 't', 'ArrowLeft', 'ArrowUp', 'x'];
const actions = ['edit.delete', 'edit.undo', 'edit.redo', 'edit.selectAll', 'draw.mode', 'edit.lock', 'edit.duplicate'];

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(place, held).map(([[x, y], by]): Event => (driver) => void driver.click(x, y, by)) },
  { weight: 5, arbitrary: fc.tuple(place, place, held).map(([[x, y], [u, v], by]): Event => (driver) => void driver.down(x, y, by).move((x + u) / 2, (y + v) / 2, by).move(u, v, by).up(u, v, by)) },
  { weight: 1, arbitrary: fc.tuple(place, held).map(([[x, y], by]): Event => (driver) => void driver.down(x, y, by)) },
  { weight: 1, arbitrary: fc.tuple(place, held).map(([[x, y], by]): Event => (driver) => void driver.up(x, y, by)) },
  { weight: 2, arbitrary: fc.constantFrom(...keys).map((key): Event => (driver) => void driver.key(key)) },
  { weight: 4, arbitrary: fc.constantFrom(...tools).map(({ id }): Event => (driver) => void driver.tool(id)) },
  { weight: 1, arbitrary: fc.constantFrom(...actions).map((id): Event => (driver) => driver.app.run(id)) },
);

test('3,000 random events leave texts that can be read, and undo leads back', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 30, maxLength: 30 }), (events) => {
      const driver = new Driver(core);
      events.forEach((happen) => happen(driver));
      driver.key('Escape');
      expect(driver.stage.fresh.value).toBe(true);
      expect(core.text(driver.text).source).toBe(driver.text);
      driver.undoAll();
      expect(driver.text).toBe(new Driver(core).text);
    }),
    { numRuns: 50, seed: 20, endOnFailure: true },
  );
  fc.assert(
    fc.property(fc.array(event, { minLength: 30, maxLength: 30 }), (events) => {
      const driver = drawFourBar(new Driver(core));
      const text = driver.text;
      driver.doc.open('test.tml', text);
      events.forEach((happen) => happen(driver));
      driver.key('Escape');
      expect(driver.stage.fresh.value).toBe(true);
      driver.undoAll();
      expect(driver.text).toBe(text);
    }),
    { numRuns: 50, seed: 21, endOnFailure: true },
  );
});
