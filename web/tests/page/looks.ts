// looks.ts: brings the page into each of its states and takes a picture there, at three sizes, in
// light and dark. looks.config.ts runs it.
import { fileURLToPath } from 'node:url';

import { expect, test } from './fixture';
import { Hand, type Pixel } from './hand';

const folder = fileURLToPath(new URL('../../../build/looks/', import.meta.url));

interface State {
  readonly name: string;
  bring(hand: Hand): Promise<void>;
}

/** A place that is nearer to the middle where the picture is small. */
function scaled(hand: Hand, x: number, y: number): Pixel {
  const k = (hand.page.viewportSize()?.width ?? 0) > 700 ? 1 : 0.55;
  return [k * x, k * y];
}

async function fourBar(hand: Hand): Promise<void> {
  const at = (x: number, y: number): Pixel => scaled(hand, x, y);
  await hand.tool('Bar');
  await hand.click(at(-200, 100), at(-200, 0), at(80, -120), at(160, 100), at(160, 100));
  await hand.freedom(1);
}

/** Long enough for what fades in or is computed when idle; pictures need no more exact moment. */
const settle = (hand: Hand) => hand.page.waitForTimeout(700);

async function sheet(hand: Hand, key: string): Promise<void> {
  await hand.page.keyboard.press(key);
  await settle(hand);
}

const states: readonly State[] = [
  { name: 'empty', bring: settle },
  { name: 'four-bar', bring: fourBar },
  {
    name: 'drawing',
    bring: async (hand) => {
      await hand.tool('Bar');
      await hand.click([-100, 60], [-100, 0], [40, -70]);
      await hand.move([-98, 3]);
      await settle(hand);
    },
  },
  {
    name: 'joining',
    bring: async (hand) => {
      await hand.tool('Bar');
      await hand.click([-120, 60], [-120, 0], [10, -60]);
      await hand.page.keyboard.press('Escape');
      await hand.click([70, 60], [40, -20]);
      await hand.page.keyboard.press('Escape');
      await hand.page.keyboard.press('v');
      await hand.hold(await hand.pin('link2', 'b'), await hand.pin('link3', 'b'));
      await settle(hand);
    },
  },
  {
    name: 'selected',
    bring: async (hand) => {
      await fourBar(hand);
      const [[ax, ay], [bx, by]] = [await hand.pin('link2', 'a'), await hand.pin('link2', 'b')];
      await hand.click([(2 * ax + bx) / 3, (2 * ay + by) / 3]);
      await settle(hand);
    },
  },
  {
    name: 'break',
    bring: async (hand) => {
      await hand.tool('Bar');
      await hand.click([-100, 60], [-100, -60], [10, -90], [100, 60], [100, 60]);
      await hand.freedom(1);
      await hand.page.keyboard.press('Control+Shift+A');
      const to = hand.page.getByRole('region', { name: 'Motion' }).getByRole('textbox', { name: 'To' });
      if (await to.isVisible()) {
        await to.fill('400');
        await hand.page.keyboard.press('Enter');
        await hand.page.getByRole('button', { name: 'Play', exact: true }).click();
        await expect(hand.page.locator('.message')).toContainText('blocked', { timeout: 15_000 });
      }
      await settle(hand);
    },
  },
  { name: 'analysis', bring: async (hand) => (await fourBar(hand), sheet(hand, 'Alt+3')) },
  {
    name: 'plots',
    bring: async (hand) => {
      await example(hand, 'slider crank');
      await sheet(hand, 'Alt+4');
    },
  },
  {
    name: 'simulate',
    bring: async (hand) => {
      await fourBar(hand);
      await hand.tool('Ball');
      await hand.click(scaled(hand, -20, -180));
      await hand.tool('Floor');
      await hand.drag([-160, 190], [160, 190]);
      await hand.page.locator('.transport').getByRole('button', { name: 'Simulate' }).click();
      await expect.poll(() => hand.look((app) => app.live.frame.value?.time ?? 0), { timeout: 20_000 }).toBeGreaterThan(0.15);
      await hand.page.keyboard.press('Space');
      await hand.page.getByRole('slider', { name: 'Time' }).fill('0.13');
      await settle(hand);
    },
  },
  {
    name: 'gallery',
    bring: async (hand) => {
      await hand.page.keyboard.press('Control+g');
      await hand.page.waitForTimeout(3000);
    },
  },
  { name: 'jansen', bring: (hand) => example(hand, 'jansen') },
  {
    // With 'contact' below: the pictures of README.md, docs/images/page-light.png and page-dark.png.
    name: 'leg',
    bring: async (hand) => {
      await example(hand, 'jansen');
      await sheet(hand, 'Alt+4');
      const position = hand.page.getByRole('slider', { name: 'Motor position' });
      if (await position.isVisible()) {
        await position.fill('0.26');
      }
      await settle(hand);
    },
  },
  {
    name: 'contact',
    bring: async (hand) => {
      await example(hand, 'ratchet');
      await hand.page.locator('.transport').getByRole('button', { name: 'Simulate' }).click();
      await expect.poll(() => hand.look((app) => app.live.frame.value?.time ?? 0), { timeout: 20_000 }).toBeGreaterThan(0.5);
      await hand.page.keyboard.press('Space');
      const forces = hand.page.getByRole('checkbox', { name: 'Show contact forces' });
      if (await forces.isVisible()) {
        await forces.check();
      }
      await hand.page.getByRole('slider', { name: 'Time' }).fill('0.5');
      await settle(hand);
    },
  },
  { name: 'gears', bring: (hand) => example(hand, 'planetary') },
  { name: 'help', bring: (hand) => sheet(hand, '?') },
  { name: 'palette', bring: (hand) => sheet(hand, 'Control+k') },
  {
    name: 'menu',
    bring: async (hand) => {
      await fourBar(hand);
      await hand.page.mouse.click(...hand.at(await hand.pin('link2', 'b')), { button: 'right' });
      await settle(hand);
    },
  },
  {
    name: 'file-menu',
    bring: async (hand) => {
      const wide = await hand.page.locator('.menubar').isVisible();
      await (wide ? hand.page.getByRole('menuitem').first() : hand.page.locator('.menu-button')).click();
      await settle(hand);
    },
  },
  {
    name: 'error',
    bring: async (hand) => {
      await fourBar(hand);
      const editor = hand.page.locator('.cm-content');
      if (!(await editor.isVisible())) {
        await hand.page.locator('.sheets button').first().click();
      }
      await editor.click();
      await hand.page.keyboard.press('Control+Home');
      await hand.page.keyboard.type('primitve ');
      await settle(hand);
    },
  },
];

async function example(hand: Hand, name: string): Promise<void> {
  await hand.page.keyboard.press('Control+g');
  await expect(hand.page.getByRole('dialog')).toBeVisible();
  await hand.page.keyboard.type(name);
  await hand.page.keyboard.press('Enter');
  await expect(hand.page.getByRole('dialog')).toHaveCount(0);
  await hand.page.waitForTimeout(1500);
}

const sizes = [[1440, 900], [1024, 768], [390, 844]] as const;

for (const [width, height] of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${width}-${colorScheme}`, () => {
      test.use({ viewport: { width, height }, colorScheme, deviceScaleFactor: width < 700 ? 2 : 1 });
      for (const { name, bring } of states) {
        test(name, async ({ page }) => {
          const hand = new Hand(page);
          await hand.open();
          await bring(hand);
          await page.screenshot({ path: `${folder}${name}-${width}-${colorScheme}.png` });
        });
      }
    });
  }
}
