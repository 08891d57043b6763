// Two fingers: what is under them stays under them; one finger is the tool's.
import { expect, test } from 'vitest';

import type { App } from '../../../src/app';
import { Pinch } from '../../../src/tools/pinch';
import { makeUi } from '../../../src/transient/ui';
import { toScreen, toWorld } from '../../../src/view/geometry/camera';

const size = { width: 400, height: 300 };

test('fingers that part zoom in about the place between them, and move it along', () => {
  const ui = makeUi(null);
  const pinch = new Pinch({ ui } as App, () => size);
  expect(pinch.down(1, { x: 100, y: 100 })).toBe(false);
  expect(pinch.down(2, { x: 200, y: 100 })).toBe(true);
  const before = ui.camera.value;
  const middle = toWorld(before, size, { x: 150, y: 100 });
  pinch.move(2, { x: 300, y: 100 });
  expect(ui.camera.value.scale).toBeCloseTo(2 * before.scale, 6);
  const now = toScreen(ui.camera.value, size, middle);
  expect([now.x, now.y]).toEqual([expect.closeTo(200, 6), expect.closeTo(100, 6)]);
});

test('the second finger that stays does not work the tool', () => {
  const pinch = new Pinch({ ui: makeUi(null) } as App, () => size);
  pinch.down(1, { x: 100, y: 100 });
  pinch.down(2, { x: 200, y: 100 });
  expect(pinch.up(1)).toBe(true);
  expect(pinch.move(2, { x: 210, y: 100 })).toBe(true);
  expect(pinch.up(2)).toBe(true);
  expect(pinch.down(3, { x: 100, y: 100 })).toBe(false);
  expect(pinch.up(3)).toBe(false);
});
