// The picture in the page: pixels of the canvases, read where the machine must be.
import type { Page } from '@playwright/test';

import type { App } from '../../src/app';
import { expect, test } from './fixture';

const CRANK = `
primitive l1 begin properties: (color: red);
  geometry: link(8mm, 3mm) where begin a: (0, 0); b: (30mm, 0); end; end
world drawing begin
  components l1: l1;
  structure begin
    join l1 to world with pin matching (a (0, 0)) as j1;
    place l1 by a at (0, 0) angle = 90deg;
  end
  properties: (planar);
end
animate drawing begin drive: j1.angle = 90deg .. 450deg in 61 frames; trace: l1.b; end
`;

type Opened = { __trammel: App };

async function open(page: Page): Promise<void> {
  await page.goto('./');
  await page.waitForFunction(() => '__trammel' in window);
  await page.evaluate((text) => {
    const app = (window as unknown as Opened).__trammel;
    app.doc.open('test.tml', text);
    app.ui.theme.value = 'light';
    app.ui.camera.value = { x: 0, y: 0, scale: 4000 };
  }, CRANK);
  await frames(page);
}

/** Two frames: what is asked for in one is drawn in the next. */
async function frames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Colour of a canvas at a place of the world, 0 … 255. */
function pixel(page: Page, canvas: 'under' | 'over', x: number, y: number): Promise<number[]> {
  return page.evaluate(
    ([name, wx, wy]) => {
      const found = document.querySelector<HTMLCanvasElement>(`.picture canvas.${name}`)!;
      const ratio = devicePixelRatio;
      const { camera } = (window as unknown as Opened).__trammel.ui;
      const px = found.width / 2 + (wx - camera.value.x) * camera.value.scale * ratio;
      const py = found.height / 2 - (wy - camera.value.y) * camera.value.scale * ratio;
      return [...found.getContext('2d')!.getImageData(Math.round(px), Math.round(py), 1, 1).data];
    },
    [canvas, x, y] as const,
  );
}

test('a red link stands where its text places it, and follows the motor', async ({ page }) => {
  await open(page);
  const [r, g, b, a] = await pixel(page, 'over', 0, 0.015);
  expect(a).toBe(255);
  expect(r!).toBeGreaterThan(g! + 20);
  expect(r!).toBeGreaterThan(b! + 20);
  expect((await pixel(page, 'over', 0.015, 0))[3]).toBe(0);
  await page.evaluate(() => {
    const { stage } = (window as unknown as Opened).__trammel;
    stage.sketch.value!.play(0.75);
    stage.pull();
  });
  await frames(page);
  expect((await pixel(page, 'over', 0.015, 0))[3]).toBe(255);
  expect((await pixel(page, 'over', 0, 0.015))[3]).toBe(0);
});

test('canvases have as many pixels as the screen, also after a change of size', async ({ page }) => {
  await open(page);
  for (const width of [1440, 1000]) {
    await page.setViewportSize({ width, height: 700 });
    await frames(page);
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLCanvasElement>('.picture canvas')].map((c) => [
        c.width - Math.round(c.getBoundingClientRect().width * devicePixelRatio),
        c.height - Math.round(c.getBoundingClientRect().height * devicePixelRatio),
      ]),
    );
    expect(sizes).toEqual([[0, 0], [0, 0]]);
  }
});

test('dark is dark, and the link stays legible', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    (window as unknown as Opened).__trammel.ui.theme.value = 'dark';
  });
  await frames(page);
  const background = await page.locator('.picture').evaluate((e) => getComputedStyle(e).backgroundColor);
  const bright = (rgb: readonly number[]): number => rgb[0]! + rgb[1]! + rgb[2]!;
  const dark = bright(background.match(/\d+/g)!.map(Number));
  expect(dark).toBeLessThan(120);
  expect(bright(await pixel(page, 'over', 0, 0.015))).toBeGreaterThan(dark + 100);
});
