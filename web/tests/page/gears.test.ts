// Gears by the mouse: two wheels drawn side by side mesh, turn each other by their teeth, and can be
// changed in the inspector.
import { expect, test } from './fixture';
import { distance, Hand } from './hand';

/** Two wheels: the second is drawn from its axle to the rim of the first. */
async function drawPair(hand: Hand): Promise<void> {
  await hand.tool('Gear wheel');
  await hand.drag([-150, 40], [-50, 40]);
  await hand.hold([110, 40], [-48, 41]);
  await expect(hand.page.locator('.hint')).toHaveText(/^\d+ teeth, meshes with wheel1 \(\d+ : \d+\)$/);
  await hand.page.mouse.up();
  await hand.freedom(1);
}

const gears = (hand: Hand) => hand.look((app) => app.stage.facts.value.bodies.slice(1).map((body) => body.gear ?? { teeth: 0, module: 0 }));

/** How both wheels are turned at one moment [rad]. */
const angles = (hand: Hand) =>
  hand.look((app) => {
    const poses = app.stage.poses.value;
    return [1, 2].map((body) => Math.atan2(poses[4 * body + 3] ?? 0, poses[4 * body + 2] ?? 0)) as [number, number];
  });

test('two wheels drawn side by side mesh, and Space turns both by their teeth', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  const empty = await hand.text();
  await drawPair(hand);
  const [first, second] = await gears(hand) as [{ teeth: number; module: number }, { teeth: number; module: number }];
  expect(second.module).toBe(first.module);
  expect(distance(await hand.place('wheel1'), await hand.place('wheel2'))).toBeCloseTo((first.module * (first.teeth + second.teeth)) / 2, 6);
  await expect(page.locator('.message')).toContainText('press Space');

  const start = await angles(hand);
  await page.keyboard.press('Space');
  await expect.poll(async () => Math.abs((await angles(hand))[0] - start[0])).toBeGreaterThan(0.3);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const [end1, end2] = await angles(hand);
  // Turns of the second are -z1 / z2 of the first's, but for whole ones of either.
  const off = second.teeth * (end2 - start[1]) + first.teeth * (end1 - start[0]);
  expect(Math.abs(Math.sin(off / 2))).toBeLessThan(1e-8);

  // A step for each wheel: the second has its pin, gear and motor with it.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => hand.text()).toBe(empty);
});

test('teeth and module are fields of the inspector; the pair goes on meshing', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await drawPair(hand);
  const [first] = await gears(hand);
  await page.keyboard.press('v');
  const [x, y] = await hand.pin('wheel2');
  await page.mouse.dblclick(...hand.at([x, y + 30]));
  const teeth = page.getByLabel('Teeth');
  await teeth.fill('24');
  await teeth.press('Enter');
  await expect.poll(async () => (await gears(hand))[1]?.teeth).toBe(24);
  const apart = distance(await hand.place('wheel1'), await hand.place('wheel2'));
  expect(apart).toBeCloseTo(((first?.module ?? 0) * ((first?.teeth ?? 0) + 24)) / 2, 6);
  await expect(page.locator('.problems')).toBeHidden();
  expect(await hand.text()).toContain('gear(24, ');

  // A module is that of all wheels which mesh.
  const module = page.getByLabel('Module');
  await module.fill('1.5 mm');
  await module.press('Enter');
  await expect.poll(async () => (await gears(hand)).map((gear) => gear.module)).toEqual([0.0015, 0.0015]);
  expect(distance(await hand.place('wheel1'), await hand.place('wheel2'))).toBeCloseTo((0.0015 * ((first?.teeth ?? 0) + 24)) / 2, 6);
  await expect(page.locator('.problems')).toBeHidden();
});

test('wheels that do not mesh are named in the analysis, and mended there', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await drawPair(hand);
  const [, second] = await gears(hand);
  const text = await hand.text();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text.replace(`gear(${second?.teeth ?? 0}, 2mm`, 'gear(12, 3mm'));
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await expect(page.locator('.trouble')).toContainText("'wheel1' and 'wheel2' do not mesh: they have modules of 2 mm and 3 mm");
  await page.getByRole('button', { name: 'Make them mesh' }).click();
  // As large as it was: 12 teeth of 3 mm are 18 of 2 mm.
  await expect.poll(async () => (await gears(hand))[1]).toEqual({ teeth: 18, module: 0.002 });
  await expect(page.locator('.trouble')).toHaveCount(0);
});
