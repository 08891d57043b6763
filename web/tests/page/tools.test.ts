// The tools in the browser, by real pointer events at pixels of the picture.
import type { Page } from '@playwright/test';

import { expect, test } from './fixture';

interface Probe {
  readonly doc: { readonly text: { readonly value: string } };
  readonly stage: {
    readonly poses: { readonly value: Float64Array };
    readonly sketch: { readonly value: { readonly facts: { readonly joints: readonly { readonly kind: string }[] } } | null };
  };
}

async function probe<T>(page: Page, ask: (app: Probe) => T): Promise<T> {
  const source = ask.toString();
  return page.evaluate(`(${source})(window.__trammel)`) as Promise<T>;
}

const textOf = (page: Page) => probe(page, (app) => app.doc.text.value);
const posesOf = (page: Page) => probe(page, (app) => [...app.stage.poses.value]);
const jointsOf = (page: Page) => probe(page, (app) => app.stage.sketch.value?.facts.joints.map((joint) => joint.kind) ?? []);

/** A place of the picture, from its middle, in pixels; y upwards. */
async function at(page: Page, x: number, y: number): Promise<readonly [number, number]> {
  const box = await page.locator('.stage').boundingBox();
  return [(box?.x ?? 0) + (box?.width ?? 0) / 2 + x, (box?.y ?? 0) + (box?.height ?? 0) / 2 - y];
}

async function click(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.click(...(await at(page, x, y)));
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...(await at(page, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, ...to)), { steps: 8 });
  await page.mouse.up();
}

async function start(page: Page): Promise<void> {
  await page.goto('./');
  await page.waitForFunction(() => '__trammel' in window);
}

async function drawFourBar(page: Page): Promise<void> {
  await start(page);
  await page.keyboard.press('b');
  for (const [x, y] of [[-160, -60], [-160, 20], [120, 120], [160, -60], [160, -60]] as const) {
    await click(page, x, y);
  }
}

test('five clicks with the bar tool and one on play: a four-bar that moves', async ({ page }) => {
  await drawFourBar(page);
  expect(await jointsOf(page)).toEqual(['pin', 'pin', 'pin', 'pin']);
  const before = await posesOf(page);
  await page.getByRole('button', { name: /play/i }).first().click();
  await expect.poll(async () => JSON.stringify(await posesOf(page)) !== JSON.stringify(before)).toBe(true);
});

test('a drag of the crank moves all of it and writes the text; undo brings the text back', async ({ page }) => {
  await drawFourBar(page);
  const [text, poses] = [await textOf(page), await posesOf(page)];
  await drag(page, [-160, 20], [-100, 0]);
  expect(await textOf(page)).not.toBe(text);
  const moved = await posesOf(page);
  for (const body of [1, 2, 3]) {
    expect(moved.slice(4 * body, 4 * body + 4)).not.toEqual(poses.slice(4 * body, 4 * body + 4));
  }
  await page.keyboard.press('Control+z');
  expect(await textOf(page)).toBe(text);
});

test('a slider-crank: two bars, a block on the last pin; T makes its slider a pin', async ({ page }) => {
  await start(page);
  await page.keyboard.press('b');
  for (const [x, y] of [[-200, 0], [-160, 80], [160, 0]] as const) {
    await click(page, x, y);
  }
  await page.keyboard.press('s');
  await click(page, 160, 0);
  expect((await jointsOf(page)).sort()).toEqual(['pin', 'pin', 'pin', 'slider']);
  await page.keyboard.press('v');
  const slider = `window.__trammel.stage.sketch.value.facts.joints.find((joint) => joint.kind === 'slider').name`;
  await page.evaluate(`window.__trammel.ui.selection.value = [{ kind: 'joint', joint: ${slider} }]`);
  await page.keyboard.press('t');
  expect((await jointsOf(page)).sort()).toEqual(['pin', 'pin', 'pin', 'pin']);
});

test('two linkages become one when the pin of one is dragged to that of the other', async ({ page }) => {
  await start(page);
  await page.keyboard.press('b');
  // The second ends 160 pixels from the first's ground pin: so long is the first.
  await drag(page, [-160, 0], [-160, 160]);
  await drag(page, [200, -120], [-64, 128]);
  await page.keyboard.press('v');
  await page.mouse.move(...(await at(page, -160, 160)));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, -64, 128)), { steps: 8 });
  await expect(page.locator('.hint')).toHaveText(/Release to join with a pin/);
  await page.mouse.up();
  expect(await jointsOf(page)).toEqual(['pin', 'pin', 'pin']);
});

test('the wheel zooms at the pointer, the middle button pans', async ({ page }) => {
  await drawFourBar(page);
  const text = await textOf(page);
  await page.mouse.move(...(await at(page, -160, -60)));
  await page.mouse.wheel(0, -200);
  // The pin under the pointer is still there: a press on it selects it.
  await click(page, -160, -60);
  const picked = await page.evaluate(`window.__trammel.ui.selection.value[0].kind`);
  expect(picked).toBe('point');
  const camera = await page.evaluate(`window.__trammel.ui.camera.value.x`);
  await page.mouse.down({ button: 'middle' });
  await page.mouse.move(...(await at(page, -60, -60)), { steps: 4 });
  await page.mouse.up({ button: 'middle' });
  expect(await page.evaluate(`window.__trammel.ui.camera.value.x`)).not.toBe(camera);
  expect(await textOf(page)).toBe(text);
});
