// 'Simulate': a ball falls on a four-bar that turns; the run is scrubbed, pulled at, added to, left.
import { expect, test } from './fixture';
import { distance, Hand } from './hand';

const GRAVITY = 9.80665;

const state = (hand: Hand) => hand.look((app) => app.live.state.value);
const time = (hand: Hand) => hand.look((app) => app.live.frame.value?.time ?? 0);

async function simulate(hand: Hand): Promise<void> {
  await hand.page.getByRole('button', { name: 'Simulate', exact: true }).first().click();
  await expect.poll(() => state(hand)).toBe('running');
}

/** Clicks the time slider. */
async function scrubTo(hand: Hand, to: number): Promise<void> {
  const box = await hand.page.getByRole('slider', { name: 'Time' }).boundingBox();
  const part = to / (await hand.look((app) => app.live.span.value.to));
  await hand.page.mouse.click((box?.x ?? 0) + part * (box?.width ?? 0), (box?.y ?? 0) + (box?.height ?? 0) / 2);
}

test('a ball dropped on a four-bar falls freely, is thrown aside, and the run can be scrubbed', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  await hand.tool('Ball');
  await hand.drag([-60, -300], [-38, -300]);
  const document = await hand.text();
  const start = await hand.place('ball1');
  const crank = await hand.place('link1', 'b');
  const camera = await hand.look((app) => app.ui.camera.value);

  await simulate(hand);
  await expect.poll(() => time(hand)).toBeGreaterThan(0.6);
  await page.keyboard.press('Space');
  await expect.poll(() => state(hand)).toBe('paused');
  // A fall without the four-bar keeps to its vertical.
  expect(Math.abs((await hand.place('ball1')).x - start.x)).toBeGreaterThan(0.005);
  expect(distance(await hand.place('link1', 'b'), crank)).toBeGreaterThan(0.005);

  await scrubTo(hand, 0.07);
  // It meets the four-bar after 0.1 s.
  await expect.poll(() => time(hand)).toBeLessThan(0.095);
  const early = await time(hand);
  expect(early).toBeGreaterThan(0.03);
  const fallen = start.y - (await hand.place('ball1')).y;
  expect(fallen).toBeCloseTo((GRAVITY / 2) * early * early, 3);
  expect((await hand.place('ball1')).x).toBeCloseTo(start.x, 9);

  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect.poll(() => state(hand)).toBe('off');
  expect(await hand.look((app) => app.ui.camera.value)).toEqual(camera);
  expect(distance(await hand.place('link1', 'b'), crank)).toBeLessThan(1e-12);
  expect(await hand.text()).toBe(document);
});

test('a body is pulled towards the pointer while it runs, and one is dropped in', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.tool('Bar');
  await hand.click([0, -100], [0, 60]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await simulate(hand);
  const rest = await hand.pin('link1', 'b');
  await hand.hold(rest, [160, -100]);
  await expect.poll(async () => (await hand.pin('link1', 'b'))[0]).toBeGreaterThan(rest[0] + 60);
  await page.mouse.up();
  // A pendulum that is let go comes by its lowest place again.
  await expect.poll(async () => (await hand.pin('link1', 'b'))[0]).toBeLessThan(rest[0] + 30);

  const before = await time(hand);
  await hand.tool('Ball');
  await hand.click([250, -200]);
  expect(await hand.text()).toContain('ball1');
  const dropped = await hand.place('ball1');
  await expect.poll(async () => dropped.y - (await hand.place('ball1')).y).toBeGreaterThan(0.05);
  expect(await time(hand)).toBeGreaterThan(before);

  // Before it was dropped there is a world without it; from there on it comes in again at its time.
  const isThere = () => hand.look((app) => app.stage.shown.value.bodies.some(({ name }) => name === 'ball1'));
  const entered = await time(hand);
  await page.keyboard.press('Space');
  await scrubTo(hand, before / 2);
  await expect.poll(() => time(hand)).toBeLessThan(before);
  expect(await isThere()).toBe(false);
  await page.keyboard.press('Space');
  await expect(page.locator('.message')).toContainText('ball1 will be dropped in again at');
  await expect.poll(() => time(hand)).toBeGreaterThan(entered);
  expect(await isThere()).toBe(true);
  expect(await hand.look((app) => app.live.span.value.from)).toBe(0);

  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.locator('.message')).toHaveText('');
  await page.keyboard.press('Control+z');
  expect(await hand.text()).not.toContain('ball1');
});

test('what falls out of the view is said to be gone, and the panel is there as for any world', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.tool('Ball');
  await hand.click([0, 0]);
  await simulate(hand);
  await expect(page.getByText('Running. Back returns to the drawing')).toBeVisible();
  await expect(page.locator('.message')).toContainText('has left the view');
  const before = await hand.look((app) => app.ui.camera.value.y);
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  expect(await hand.look((app) => app.ui.camera.value.y)).toBeLessThan(before);
});

const DOOR = `primitive leaf begin
  geometry: cuboid(0.8m, 40mm, 2m) where begin edge: (-0.4m, 0); end;
  dynamics: (mass: 20kg, inertia: 20kg * (0.8m)^2 / 12);
end
world doorway begin
  input push = 0N*m in -10N*m .. 10N*m;
  components leaf: leaf;
  structure begin
    join leaf to world with pin matching (edge (0, 0)) as hinge;
    place leaf by edge at (0, 0);
  end
  properties: (planar);
  control: torque of hinge = push;
end
`;

test('an input of the text has a slider that pushes what runs, and steps lead back', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(DOOR);
  await hand.freedom(1);
  await simulate(hand);
  await expect.poll(() => time(hand)).toBeGreaterThan(0.2);
  expect((await hand.place('leaf')).y).toBeCloseTo(0, 9); // nothing pushes yet
  await page.getByRole('slider', { name: /push/ }).fill('10');
  await expect.poll(async () => (await hand.place('leaf')).y).toBeGreaterThan(0.01);
  await page.locator('.stage').focus();
  await page.keyboard.press('Space');
  await expect.poll(() => state(hand)).toBe('paused');
  const [at, high] = [await time(hand), (await hand.place('leaf')).y];
  // A frame may still come that was asked for before the pause: then it takes two.
  await expect
    .poll(async () => {
      await page.keyboard.press(',');
      return time(hand);
    })
    .toBeLessThan(at - 0.005);
  expect((await hand.place('leaf')).y).toBeLessThan(high);
});
