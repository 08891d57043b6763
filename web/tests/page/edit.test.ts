// Habits of editors: several things at once, copies, hiding, locks, panning.
import { expect, test } from './fixture';
import { Hand, type Pixel } from './hand';

/** Two loose bars that nothing joins. */
async function twoBars(hand: Hand): Promise<void> {
  await hand.open();
  await hand.tool('Bar');
  await loose(hand, [-150, -60], [-50, -60]);
  await loose(hand, [50, 60], [150, 60]);
  await hand.page.keyboard.press('v');
}

async function loose(hand: Hand, from: Pixel, to: Pixel): Promise<void> {
  await hand.page.keyboard.down('Control');
  await hand.click(from);
  await hand.page.keyboard.up('Control');
  await hand.click(to);
  await hand.page.keyboard.press('Escape');
}

const names = (hand: Hand) => hand.look((app) => app.stage.facts.value.bodies.slice(1).map((body) => body.name));

test('several things that are selected are dragged together, as they are', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.tool('Bar');
  await hand.click([-200, 60], [-150, -40], [-60, -60]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await hand.tool('Bar');
  await loose(hand, [60, 60], [160, 40]);
  await page.keyboard.press('v');
  const text = await hand.text();
  await page.keyboard.press('Control+a');
  const points = ['link1', 'link2', 'link3'] as const;
  const before = await Promise.all(points.map((name) => hand.pin(name, 'b')));
  const middle = await hand.pin('link3', 'a');
  const end = await hand.pin('link3', 'b');
  await page.keyboard.down('Alt'); // nothing snaps
  await hand.drag([(middle[0] + 2 * end[0]) / 3, (middle[1] + 2 * end[1]) / 3], [40, 90], [43, 97]);
  await page.keyboard.up('Alt');
  const ways = await Promise.all(points.map(async (name, i) => {
    const [x, y] = await hand.pin(name, 'b');
    return [x - (before[i]?.[0] ?? 0), y - (before[i]?.[1] ?? 0)] as const;
  }));
  expect(Math.hypot(...(ways[0] ?? [0, 0]))).toBeGreaterThan(20);
  for (const way of ways) {
    expect(Math.hypot(way[0] - (ways[0]?.[0] ?? 0), way[1] - (ways[0]?.[1] ?? 0))).toBeLessThan(0.5);
  }
  await page.keyboard.press('Control+z');
  expect(await hand.text()).toBe(text);
});

test('a bar is copied and pasted, hidden and shown by keys, one step each', async ({ page }) => {
  const hand = new Hand(page);
  await twoBars(hand);
  const text = await hand.text();
  await hand.click([-100, -60]);
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect.poll(() => names(hand)).toHaveLength(3);
  await page.keyboard.press('h');
  expect(await hand.look((app) => app.stage.facts.value.bodies.filter((body) => body.hidden).length)).toBe(1);
  await page.keyboard.press('Shift+H');
  expect(await hand.look((app) => app.stage.facts.value.bodies.filter((body) => body.hidden).length)).toBe(0);
  expect(await hand.undoAll()).toBeGreaterThanOrEqual(4);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  expect(await hand.text()).toBe(text);
});

test('bars are aligned by the palette', async ({ page }) => {
  const hand = new Hand(page);
  await twoBars(hand);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('align left');
  await page.keyboard.press('Enter');
  await expect.poll(async () => Math.abs((await hand.pin('link1', 'a'))[0] - (await hand.pin('link2', 'a'))[0])).toBeLessThan(0.5);
});

test('a locked link that holds a drag back is named', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  await hand.freedom(1);
  const [a, b] = [await hand.pin('link3', 'a'), await hand.pin('link3', 'b')];
  await hand.click([(a[0] + 2 * b[0]) / 3, (a[1] + 2 * b[1]) / 3]);
  await page.keyboard.press('Control+l');
  await page.keyboard.press('Escape');
  const [x, y] = await hand.pin('link1', 'b');
  await hand.hold([x, y], [x + 40, y + 30]);
  await expect(page.locator('.hint')).toHaveText(/'link3' is locked/);
  await page.mouse.up();
});

test('a drag with Space moves the view and nothing else', async ({ page }) => {
  const hand = new Hand(page);
  await twoBars(hand);
  const text = await hand.text();
  const [x, y] = await hand.pin('link1', 'b');
  await page.keyboard.down('Space');
  await hand.drag([x, y], [x + 60, y + 40], [x + 70, y + 50]);
  await page.keyboard.up('Space');
  const [u, v] = await hand.pin('link1', 'b');
  expect(Math.hypot(u - x - 70, v - y - 50)).toBeLessThan(1);
  expect(await hand.text()).toBe(text);
});
