// docs/tutorial.md, step by step, as a person does it: with the mouse at the places that the pointer's
// readout tells, and with the keys that the page names.
import type { Page } from '@playwright/test';

import type { App } from '../../src/app';
import { expect, test } from './fixture';

type Place = readonly [number, number];

/** Millimetres to pixels, as the readout at the lower right tells them at two places. */
async function ruler(page: Page): Promise<(place: Place) => Place> {
  const box = (await page.locator('.stage').boundingBox())!;
  const read = async (px: number, py: number): Promise<Place> => {
    await page.mouse.move(px, py);
    const words = (await page.locator('.pointer').innerText()).replaceAll('−', '-');
    const [x = NaN, y = NaN] = words.split(/[ ,]+/).map(Number);
    return [x, y];
  };
  const [left, top] = [box.x + 200, box.y + 250];
  const a = await read(left, top);
  const b = await read(left + 500, top + 300);
  const [sx, sy] = [500 / (b[0] - a[0]), 300 / (b[1] - a[1])];
  return ([x, y]) => [left + (x - a[0]) * sx, top + (y - a[1]) * sy];
}

interface Look {
  readonly stage: {
    readonly poses: { readonly value: Float64Array };
    readonly facts: { readonly value: { readonly bodies: readonly { readonly points: readonly { readonly x: number; readonly y: number }[] }[] } };
  };
}

/** Where a person sees the middle of a link [mm]: between its points. */
async function middleOf(page: Page, link: number): Promise<Place> {
  const [x = NaN, y = NaN] = await page.evaluate((body) => {
    const { stage } = (window as unknown as { __trammel: Look }).__trammel;
    const [px = 0, py = 0, c = 1, s = 0] = stage.poses.value.subarray(4 * body, 4 * body + 4);
    const points = stage.facts.value.bodies[body]?.points ?? [];
    const mean = (of: (point: { x: number; y: number }) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
    const [u, v] = [mean((point) => point.x), mean((point) => point.y)];
    return [1e3 * (px + c * u - s * v), 1e3 * (py + s * u + c * v)];
  }, link);
  return [x, y];
}

class Person {
  readonly #page: Page;
  #toPixels: (place: Place) => Place = (place) => place;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Rolls the wheel in the middle of the picture. The page hears of it only some time later. */
  async zoom(by: number): Promise<void> {
    const box = (await this.#page.locator('.stage').boundingBox())!;
    const scale = () => this.#page.evaluate(() => (window as unknown as { __trammel: App }).__trammel.ui.camera.value.scale);
    await this.#page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const before = await scale();
    await this.#page.mouse.wheel(0, by);
    await expect.poll(scale).not.toBe(before);
    this.#toPixels = await ruler(this.#page);
  }

  async click(...places: readonly Place[]): Promise<void> {
    for (const place of places) {
      await this.#page.mouse.move(...this.#toPixels(place), { steps: 3 });
      await this.#page.mouse.down();
      await this.#page.mouse.up();
    }
  }

  async drag(from: Place, to: Place): Promise<void> {
    await this.#page.mouse.move(...this.#toPixels(from));
    await this.#page.mouse.down();
    await this.#page.mouse.move(...this.#toPixels(to), { steps: 6 });
    await this.#page.mouse.up();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key);
    }
  }

  async setLengths(link: number, lengths: Readonly<Record<string, number>>): Promise<void> {
    await this.click(await middleOf(this.#page, link));
    await expect(this.#page.getByLabel('Name', { exact: true })).toHaveValue(`link${link}`);
    for (const [label, length] of Object.entries(lengths)) {
      const field = this.#page.getByLabel(label, { exact: true });
      await field.fill(String(length));
      await field.press('Enter');
      await expect(field).toHaveValue(String(length));
    }
  }
}

const [O, P, B, S, E, K, A, F]: readonly Place[] = [
  [0, 0], [15, 0], [-38, -8], [-24, 31], [-75, 8], [-27, -46], [-59, -28], [-43, -92],
] as const;
const LENGTHS: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  2: { 'a – b': 15 },
  3: { 'a – b': 50 },
  4: { 'a – b': 41.5, 'a – c': 40.1, 'b – c': 55.8 },
  5: { 'a – b': 61.9 },
  6: { 'a – b': 39.3 },
  7: { 'a – b': 39.4 },
  8: { 'a – b': 36.7, 'a – c': 49, 'b – c': 65.7 },
};

test('the tutorial makes a leg that walks under its motor, falls on a floor and goes', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('./');
  const ground = page.getByRole('checkbox', { name: 'Ground' });
  const person = new Person(page);
  await person.zoom(240);

  await person.press('l');
  await person.click(O, B);
  await person.press('Enter', 'b');
  await person.click(O, P, S);
  await person.press('Escape', 'l');
  await person.click(B, S, E);
  await person.press('Enter', 'b');
  await person.click(P, K, B);
  await person.press('Escape', 'b');
  await person.click(E, A);
  await person.press('Escape', 'l');
  await person.click(K, A, F);
  await person.press('Enter', 'v');

  await person.setLengths(1, { 'a – b': 38.792 });
  await ground.check();
  for (const [link, lengths] of Object.entries(LENGTHS)) {
    await person.setLengths(Number(link), lengths);
  }
  await person.press('m');
  await person.click(O);
  await expect(page.locator('.dof, .chip').first()).toContainText('1');
  const part = page.getByRole('slider').first();
  const before = await part.inputValue();
  await person.press('v', 'Space');
  await expect.poll(() => part.inputValue()).not.toBe(before);
  await person.press('Space');

  await person.press('Home', 'c');
  const between: Place = [(O[0] + B[0]) / 2, (O[1] + B[1]) / 2];
  await person.drag(between, [40, -86]);
  await person.drag(between, [-110, -86]);
  await person.press('v');
  await person.click(between);
  await expect(ground).toBeChecked();
  await ground.uncheck();
  await person.zoom(600);
  await person.press('w');
  await person.drag([-320, -115], [100, -115]);
  await page.locator('.transport').getByRole('button', { name: 'Simulate' }).click();

  // Once it has landed, it goes to the left by more than two strides, upright.
  const frame = () =>
    page.evaluate(() => {
      const { live } = (window as unknown as { __trammel: App }).__trammel;
      const { time = 0, poses } = live.frame.value ?? {};
      return { time, pose: Array.from(poses?.subarray(4, 8) ?? []) };
    });
  const wait = { timeout: 60_000 };
  await expect.poll(async () => (await frame()).time, wait).toBeGreaterThan(0.5);
  const landed = (await frame()).pose;
  await expect.poll(async () => (await frame()).pose[0], wait).toBeLessThan(landed[0]! - 0.08);
  const gone = (await frame()).pose;
  expect(gone[2]! * landed[2]! + gone[3]! * landed[3]!).toBeGreaterThan(0.98);
});
