// A four-bar that was drawn by hand is dragged, stopped, reshaped and put together in another way.
import { expect, test } from './fixture';
import { distance, Hand } from './hand';

/** Lengths of links stand in their geometry. */
const geometry = (text: string) => text.match(/geometry: .*/g);
const places = (text: string) => text.match(/place .*/g);

const far = (a: readonly number[], b: readonly number[] | undefined) => Math.hypot((a[0] ?? 0) - (b?.[0] ?? 0), (a[1] ?? 0) - (b?.[1] ?? 0));

async function fourBar(hand: Hand): Promise<string> {
  await hand.open();
  await hand.drawFourBar();
  await hand.freedom(1);
  return hand.text();
}

test('a drag moves the whole linkage, and the text has the new places and the old lengths', async ({ page }) => {
  const hand = new Hand(page);
  const drawn = await fourBar(hand);
  const knee = await hand.pin('link2', 'b');
  await hand.drag(await hand.pin('link1', 'b'), [-150, 30], [-105, 75]);

  const [x, y] = await hand.pin('link1', 'b');
  expect(Math.hypot(x + 105, y - 75)).toBeLessThan(8);
  expect(Math.hypot((await hand.pin('link2', 'b'))[0] - knee[0])).toBeGreaterThan(20);
  const dragged = await hand.text();
  expect(places(dragged)).not.toEqual(places(drawn));
  expect(geometry(dragged)).toEqual(geometry(drawn));
  await expect(page.locator('.cm-content')).toContainText((places(dragged) ?? [''])[0] ?? '?');

  await page.keyboard.press('Control+z');
  expect(await hand.text()).toBe(drawn);
  expect((await hand.pin('link2', 'b'))[0]).toBeCloseTo(knee[0], 3);
});

test('Escape in the middle of a drag puts everything back', async ({ page }) => {
  const hand = new Hand(page);
  const drawn = await fourBar(hand);
  const before = await hand.place('link2', 'b');
  await hand.hold(await hand.pin('link1', 'b'), [-120, 40]);
  expect(distance(await hand.place('link2', 'b'), before)).toBeGreaterThan(1e-3);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(distance(await hand.place('link2', 'b'), before)).toBeLessThan(1e-12);
  expect(await hand.text()).toBe(drawn);
});

test('loose ends move least: the end of a chain stays, though the pin before it is dragged away', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.tool('Bar');
  await hand.click([-120, 40], [-60, -60], [0, 0], [100, 0], [200, 0]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await hand.freedom(4);
  const before = [await hand.pin('link3', 'b'), await hand.pin('link4', 'b')];
  await hand.drag(await hand.pin('link2', 'b'), [0, -40], [0, -80]);

  const [x, y] = await hand.pin('link2', 'b');
  expect(Math.hypot(x, y + 80)).toBeLessThan(8);
  // A pin that goes by s across a bar of length a takes the bar's end by what the tractrix says: (a - a / cosh, s - a tanh).
  const share = Math.hypot(100 - 100 / Math.cosh(0.8), 80 - 100 * Math.tanh(0.8));
  const moved = [far(await hand.pin('link3', 'b'), before[0]), far(await hand.pin('link4', 'b'), before[1])];
  expect(Math.abs((moved[0] ?? 0) - share)).toBeLessThan(8);
  expect(moved[1]).toBeLessThan(moved[0] ?? 0);
});

test('a pin that cannot come follows as near as it can', async ({ page }) => {
  const hand = new Hand(page);
  await fourBar(hand);
  const axle = await hand.pin('link1', 'a');
  const elbow = await hand.pin('link1', 'b');
  await hand.hold(elbow, [-60, 100], [0, 100]);
  await expect(page.locator('.hint')).toHaveText(/cannot reach further/);
  const length = Math.hypot(elbow[0] - axle[0], elbow[1] - axle[1]);
  const far = Math.hypot(0 - axle[0], 100 - axle[1]);
  const [x, y] = await hand.pin('link1', 'b');
  expect(x).toBeCloseTo(axle[0] + ((0 - axle[0]) * length) / far, 1);
  expect(y).toBeCloseTo(axle[1] + ((100 - axle[1]) * length) / far, 1);
  await page.mouse.up();
});

test('a drag with Ctrl changes the lengths that meet there, and no others', async ({ page }) => {
  const hand = new Hand(page);
  const drawn = await fourBar(hand);
  const elbow = await hand.pin('link1', 'b');
  await page.keyboard.down('Control');
  await hand.drag(elbow, [-230, -30], [-200, -60]);
  await page.keyboard.up('Control');
  const reshaped = await hand.text();
  expect(geometry(reshaped)?.[0]).not.toBe(geometry(drawn)?.[0]);
  expect(geometry(reshaped)?.[2]).toBe(geometry(drawn)?.[2]);
  const [x, y] = await hand.pin('link1', 'b');
  expect(Math.hypot(x + 200, y + 60)).toBeLessThan(12);
  await hand.freedom(1);
  await page.keyboard.press('Control+z');
  expect(await hand.text()).toBe(drawn);
});

test('a motor that is asked for too much stops, and names the loop that stops it', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.tool('Bar');
  await hand.click([-200, 100], [-200, -100], [0, -140], [160, 100], [160, 100]);
  await hand.freedom(1);
  const motion = page.getByRole('region', { name: 'Motion' });
  await motion.getByRole('textbox', { name: 'To' }).fill('400');
  await page.keyboard.press('Enter');
  await motion.getByRole('combobox', { name: 'Duration of one cycle' }).selectOption('1 s');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.locator('.message')).toContainText(/blocked by the loop through .*pin/);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(distance(await hand.place('link2', 'b'), await hand.place('link3', 'a'))).toBeLessThan(1e-9);
  const stopped = await hand.place('link1', 'b');
  // It is the dead point itself: the other two are in line, stretched or folded.
  const [knee, foot] = [await hand.place('link2', 'b'), await hand.place('link3', 'b')];
  const [far, near, whole] = [distance(stopped, knee), distance(knee, foot), distance(stopped, foot)];
  expect(Math.min(far + near - whole, whole - Math.abs(far - near))).toBeLessThan(1e-4 * (far + near));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => distance(await hand.place('link1', 'b'), stopped)).toBeGreaterThan(1e-3);
  await expect(page.locator('.message')).toContainText('blocked', { timeout: 15_000 });
  expect(await hand.look((app) => app.ui.blocked.value.length)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await hand.look((app) => app.ui.blocked.value)).toEqual([]);
  await expect(page.locator('.message')).toBeEmpty();
});

test('another assembly mode is chosen by its picture', async ({ page }) => {
  const hand = new Hand(page);
  const drawn = await fourBar(hand);
  const knee = await hand.place('link2', 'b');
  await page.locator('.freedom').click();
  await expect(page.locator('.panel-analysis')).toContainText('crank-rocker');
  await page.locator('.mode[aria-pressed="false"]').click();

  // The other mode is the mirror image of the knee in the line from the elbow to the ground pin.
  const elbow = await hand.place('link1', 'b');
  const foot = await hand.place('link3', 'b');
  const [dx, dy] = [foot.x - elbow.x, foot.y - elbow.y];
  const along = ((knee.x - elbow.x) * dx + (knee.y - elbow.y) * dy) / (dx * dx + dy * dy);
  const mirrored = { x: 2 * (elbow.x + along * dx) - knee.x, y: 2 * (elbow.y + along * dy) - knee.y };
  expect(distance(await hand.place('link2', 'b'), mirrored)).toBeLessThan(1e-5);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await hand.text()).toBe(drawn);
});

test('the wheel zooms at the pointer, the middle button pans', async ({ page }) => {
  const hand = new Hand(page);
  const drawn = await fourBar(hand);
  const axle = await hand.pin('link1', 'a');
  await hand.move(axle);
  await page.mouse.wheel(0, -200);
  await expect.poll(async () => (await hand.pin('link1', 'b'))[1] - axle[1]).toBeLessThan(-120);
  // The pin under the pointer is still there: a press on it selects it.
  await hand.click(axle);
  expect(await hand.look((app) => app.ui.selection.value[0]?.kind)).toBe('point');
  await page.mouse.down({ button: 'middle' });
  await hand.move([axle[0] + 100, axle[1] - 30], 4);
  await page.mouse.up({ button: 'middle' });
  const [x, y] = await hand.pin('link1', 'a');
  expect(Math.hypot(x - axle[0] - 100, y - axle[1] + 30)).toBeLessThan(1);
  expect(await hand.text()).toBe(drawn);
});

test('the middle button does not paste what is marked in the text', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  const drawn = await hand.text();
  // Where systems have a primary selection, this is it.
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  const { x } = await hand.look((app) => app.ui.camera.value);
  await hand.move([0, 200]);
  await page.mouse.down({ button: 'middle' });
  await hand.move([50, 220], 4);
  await page.mouse.up({ button: 'middle' });
  expect(await hand.look((app) => app.ui.camera.value.x)).not.toBe(x);
  await page.locator('.tools').getByRole('button', { name: 'Bar', exact: true }).click({ button: 'middle' });
  await page.locator('.cm-content').evaluate(() => undefined); // A paste would have come by now.
  expect(await hand.text()).toBe(drawn);
  await expect(page.locator('.message')).not.toContainText('clipboard');
});

test('undo of a length shows the linkage where it was, and the motor there', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  await page.keyboard.press('v');
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  const poses = () => hand.look((app) => [...app.stage.poses.value].map((value) => value.toFixed(6)).join());
  const before = await poses();
  const [a, b] = [await hand.pin('link1', 'a'), await hand.pin('link1', 'b')];
  await hand.click([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  const field = page.locator('.field', { hasText: 'a – b' }).locator('input');
  await field.fill('30');
  await field.press('Enter');
  await expect.poll(poses).not.toBe(before); // A slow machine reads the text in the worker.
  const changed = await poses();
  await page.locator('.stage').focus();
  await page.keyboard.press('.');
  expect(await poses()).not.toBe(changed);
  await page.keyboard.press('Control+z');
  await expect.poll(poses).toBe(before);
});
