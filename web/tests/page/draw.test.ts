// From an empty page, by the mouse: linkages are drawn, driven, joined, and undone.
import { expect, test } from './fixture';
import { distance, Hand } from './hand';

test('six clicks make a four-bar, and Space plays it', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  const empty = await hand.text();
  await hand.drawFourBar();
  await hand.freedom(1);
  await expect(page.getByRole('list', { name: 'Links and joints' }).getByRole('listitem')).toHaveText([
    /^link1: /, /^link2: /, /^link3: /,
    /pin of link1 and the ground, driven$/, /pin of link2 and link1$/, /pin of link3 and link2$/, /pin of link3 and the ground$/,
  ]);

  const start = await hand.place('link1', 'b');
  await page.keyboard.press('Space');
  await expect.poll(async () => distance(await hand.place('link1', 'b'), start)).toBeGreaterThan(0.02);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(distance(await hand.place('link2', 'b'), await hand.place('link3', 'a'))).toBeLessThan(1e-9);

  await expect(page.locator('.message')).toContainText('It moves');
  expect(await hand.undoAll()).toBeLessThanOrEqual(4);
  expect(await hand.text()).toBe(empty);
  await expect(page.locator('.message')).toHaveText('');
  await hand.freedom(0);
});

test('a bar that is drawn shows its length and what a release will do', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.tool('Bar');
  await hand.move([-200, 100]);
  await expect(page.locator('.hint')).toHaveText(/Ground pin/);
  await hand.click([-200, 100], [-200, 0], [80, -120]);
  await hand.move([-199, 1]);
  await expect(page.locator('.hint')).toHaveText(/^Bar of [\d.]+ mm, pin to link(1\.b|2\.a)/);
  await page.keyboard.down('Alt');
  await hand.move([-198, 2]);
  await expect(page.locator('.hint')).not.toHaveText(/pin to/i);
  await page.keyboard.up('Alt');
  await page.keyboard.press('Escape');
  await expect(page.locator('.hint')).not.toHaveText(/pin to/i);
});

test('a crank, a rod and a slider on the ground: the block follows the closed form', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.tool('Bar');
  await hand.click([-200, 0], [-140, -80], [140, 0]);
  await page.keyboard.press('Escape');
  await hand.freedom(2);
  await hand.tool('Slider');
  await hand.drag([140, 0], [240, 0]);
  await hand.freedom(1);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();

  const axle = await hand.place('link1', 'a');
  const crank = distance(axle, await hand.place('link1', 'b'));
  const rod = distance(await hand.place('link2', 'a'), await hand.place('link2', 'b'));
  for (const part of [0.2, 0.5, 0.8]) {
    await page.getByRole('slider', { name: 'Motor position' }).fill(String(part));
    const elbow = await hand.place('link1', 'b');
    const block = await hand.place('block1', 'a');
    const [across, up] = [elbow.x - axle.x, elbow.y - axle.y];
    expect(Math.hypot(across, up)).toBeCloseTo(crank, 9);
    expect(block.y).toBeCloseTo(axle.y, 9);
    expect(block.x).toBeCloseTo(axle.x + across + Math.sqrt(rod * rod - up * up), 9);
  }
});

test('two linkages are joined by dragging one until its pin meets the other', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.tool('Bar');
  await hand.click([-250, 100], [-250, 0], [-60, -180]);
  await page.keyboard.press('Escape');
  await hand.click([60, 100], [10, -80]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await hand.freedom(3);
  const before = await hand.text();

  const target = await hand.pin('link3', 'b');
  await hand.hold(await hand.pin('link2', 'b'), [-40, -140], target);
  await expect(page.locator('.hint')).toHaveText(/Release to join with a pin/);
  await page.mouse.up();
  await hand.freedom(1);
  expect(await hand.text()).toMatch(/join link2 to link3 with pin matching \(b b\)|join link3 to link2 with pin matching \(b b\)/);
  expect(distance(await hand.place('link2', 'b'), await hand.place('link3', 'b'))).toBeLessThan(1e-9);

  await page.keyboard.press('Control+z');
  expect(await hand.text()).toBe(before);
  await page.keyboard.press('Control+Shift+z');
  await hand.freedom(1);
});

test('T makes a slider of a pin, and a pin of the slider', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  const pinned = await hand.text();
  await hand.click([160, 100]);
  await page.keyboard.press('t');
  expect(await hand.text()).toMatch(/join link3 to world with slider/);
  await hand.freedom(1);
  await page.keyboard.press('t');
  expect(await hand.text()).toMatch(/join link3 to world with pin/);
  await hand.freedom(1);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(await hand.text()).toBe(pinned);
});

test('two bars are pinned where they cross by the menu there, in one step', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  for (const [from, to] of [[[-150, 60], [150, -60]], [[-150, -60], [150, 60]]] as const) {
    await hand.tool('Bar');
    await hand.drag(from, to);
    await page.keyboard.press('Escape');
  }
  const before = await hand.text();
  await page.mouse.click(...hand.at([5, 3]), { button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Select link1 (below link2)' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Pin link1 and link2 here' }).click();
  const { x, y } = await hand.place('link2', 'c');
  expect(distance(await hand.place('link1', 'c'), { x, y })).toBeLessThan(1e-9);
  const [px, py] = await hand.pin('link2', 'c');
  expect(Math.hypot(px, py)).toBeLessThan(0.5);
  await page.keyboard.press('Control+z');
  expect(await hand.text()).toBe(before);
});
