// A phone: fingers drag, two of them zoom, and both themes draw without an error.
import type { CDPSession } from '@playwright/test';

import { expect, test } from './fixture';
import { Hand, type Pixel } from './hand';
import { expectApart } from './overlap';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Fingers as the browser gets them from the screen. */
class Fingers {
  readonly #session: CDPSession;
  readonly #hand: Hand;

  constructor(session: CDPSession, hand: Hand) {
    this.#session = session;
    this.#hand = hand;
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', places: readonly Pixel[]): Promise<void> {
    const touchPoints = places.map((place, id) => {
      const [x, y] = this.#hand.at(place);
      return { x, y, id };
    });
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }

  /** Rests until the menu of that name is there, and lifts. */
  async press(at: Pixel, name: string): Promise<void> {
    await this.#send('touchStart', [at]);
    await expect(this.#hand.page.getByRole('menu', { name, exact: true })).toBeVisible();
    await this.#send('touchEnd', []);
  }

  /** Goes in ten steps from the first places to the second. */
  async drag(from: readonly Pixel[], to: readonly Pixel[]): Promise<void> {
    await this.#send('touchStart', from);
    for (let i = 1; i <= 10; i++) {
      const part = i / 10;
      await this.#send('touchMove', from.map(([x, y], k) => [x + ((to[k]?.[0] ?? x) - x) * part, y + ((to[k]?.[1] ?? y) - y) * part]));
    }
    await this.#send('touchEnd', []);
  }
}

test("nothing of a running simulation's bar covers another", async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await page.locator('.transport').getByRole('button', { name: 'Simulate' }).tap();
  await expect(page.locator('.transport output:visible')).toHaveText(/[1-9].* s$/);
  await expectApart(page.locator('.transport').locator('button:visible, select:visible, input:visible, output:visible'), 4);
});

test('taps draw a four-bar, a finger drags it, two fingers zoom', async ({ page, context }) => {
  const hand = new Hand(page);
  await hand.open();
  const fingers = new Fingers(await context.newCDPSession(page), hand);
  await page.getByRole('button', { name: 'Bar', exact: true }).tap();
  for (const place of [[-100, 60], [-100, 0], [60, -70], [100, 60], [100, 60]] as const) {
    await page.touchscreen.tap(...hand.at(place));
  }
  await hand.freedom(1);
  const drawn = await hand.text();
  const elbow = await hand.pin('link1', 'b');
  await fingers.drag([elbow], [[elbow[0] + 40, elbow[1] + 20]]);
  expect((await hand.pin('link1', 'b'))[0]).toBeGreaterThan(elbow[0] + 20);
  expect(await hand.text()).not.toBe(drawn);

  const dragged = await hand.text();
  const scale = await hand.look((app) => app.ui.camera.value.scale);
  await fingers.drag([[-40, 120], [40, 120]], [[-80, 120], [80, 120]]);
  expect(await hand.look((app) => app.ui.camera.value.scale)).toBeGreaterThan(1.5 * scale);
  expect(await hand.text()).toBe(dragged);
});

test('a long press opens the menu of what is under the finger', async ({ page, context }) => {
  const hand = new Hand(page);
  await hand.open();
  const fingers = new Fingers(await context.newCDPSession(page), hand);
  await page.getByRole('button', { name: 'Bar', exact: true }).tap();
  for (const place of [[-100, 60], [-100, 0], [60, -70], [100, 60], [100, 60]] as const) {
    await page.touchscreen.tap(...hand.at(place));
  }
  await hand.freedom(1);
  const selected = () => hand.look((app) => app.ui.selection.value);
  await fingers.press([-20, -35], 'link2');
  expect(await selected()).toEqual([{ kind: 'body', body: 'link2' }]);
  await fingers.press([-100, 60], 'link1.a');
  expect(await selected()).toEqual([{ kind: 'point', body: 'link1', point: 'a' }]);
  await fingers.press([0, -150], 'Picture');
  expect(await selected()).toEqual([]);
});

test('a sheet that opens leaves what is selected in sight, and closed gives the picture back', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await page.getByRole('button', { name: 'Bar', exact: true }).tap();
  for (const place of [[-120, 170], [-120, 80], [70, -110], [120, 170], [120, 170]] as const) {
    await page.touchscreen.tap(...hand.at(place));
  }
  await hand.freedom(1);
  await page.touchscreen.tap(...hand.at([95, 30]));
  const camera = await hand.look((app) => app.ui.camera.value);
  const sheet = page.locator('.sheets').getByRole('tab', { name: 'Inspector' });
  await sheet.tap();
  await expect.poll(() => hand.look((app) => app.ui.camera.value.scale)).toBeLessThan(camera.scale);
  const height = (await page.locator('.stage').boundingBox())?.height ?? 0;
  for (const point of ['a', 'b']) {
    expect(Math.abs((await hand.pin('link3', point))[1])).toBeLessThan(height / 2);
  }
  await sheet.tap();
  await expect.poll(() => hand.look((app) => app.ui.camera.value)).toEqual(camera);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every sheet opens on a phone in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const hand = new Hand(page);
    await hand.open();
    for (const button of await page.locator('.sheets button').all()) {
      await button.tap();
      await expect(page.locator('.side')).toBeVisible();
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
  });
}

test('the last hint of the first visit is beside what is drawn, and gives way to a panel', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('trammel.hints', '2'));
  await page.goto('./');
  await expect(page.locator('.freedom')).toHaveAccessibleName(/degrees? of freedom/);
  await expect(page.locator('.freedom-short')).toBeVisible();
  const [hint, stage] = [await page.locator('.coach').boundingBox(), await page.locator('.stage').boundingBox()];
  expect(hint?.y).toBeGreaterThan((stage?.y ?? 0) + 0.8 * (stage?.height ?? 0));
  await page.getByRole('tab', { name: 'Inspector' }).click();
  await expect(page.locator('.coach')).toBeHidden();
});
