// The motor: how far it goes, in kinematics and in a simulation, and what it says where it cannot.
import { readFileSync } from 'node:fs';
import { expect, test } from './fixture';
import { distance, Hand } from './hand';

/** A torque that no step is short enough for. */
const WILD = `primitive arm begin
  properties: (density: 2700);
  geometry: link(8mm, 3mm) where begin a: (0, 0); b: (60mm, 0); end;
  dynamics: ;
end

world wild begin
  components arm: arm;
  structure join arm to world with pin matching (a (0, 0)) as p;
  control: torque of p = -1e9 * sin(1e9 * p.angle);
  properties: (planar, gravity);
end
`;

/** A four-bar whose motor cannot go round: 13.6 … 115.5 degrees. */
async function drawRocker(hand: Hand): Promise<void> {
  await hand.open();
  await hand.tool('Bar');
  await hand.click([-150, 100], [-180, -100], [-20, -110], [150, 100], [150, 100]);
  await hand.freedom(1);
}

async function angle(hand: Hand): Promise<number> {
  const [a, b] = [await hand.place('link1', 'a'), await hand.place('link1', 'b')];
  return (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
}

test('Home leads a motor to the start of its range, more than half a turn away', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await page.keyboard.press('l');
  await hand.click([-300, 0], [-200, -100], [-100, 0]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('s');
  await hand.drag([100, 50], [200, 52]);
  await page.keyboard.press('b');
  await hand.click([-100, 0], await hand.pin('block1'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await hand.click([-300, 0]);
  await page.keyboard.press('v');
  const [from = 0, to = 0] = await hand.look((app) => app.stage.facts.value.drives.flatMap((drive) => [drive.from, drive.to]));
  expect(to - from).toBeGreaterThan(Math.PI);
  expect(to - from).toBeLessThan(2 * Math.PI);
  await page.keyboard.press('Home');
  expect(await hand.look((app) => app.stage.sketch.value?.part())).toBeCloseTo(0, 6);
  await expect(page.locator('.message')).not.toContainText('blocked');
});

test('a motor with ends goes to and fro in a simulation, and plots that are open stay', async ({ page }) => {
  const hand = new Hand(page);
  await drawRocker(hand);
  await page.getByRole('tab', { name: 'Plots' }).click();
  await page.locator('.stage').focus();
  await page.keyboard.press('r');
  await expect.poll(() => hand.look((app) => app.live.state.value)).toBe('running');
  expect(await hand.look((app) => app.ui.panels.value.has('plots'))).toBe(true);
  const seen: number[] = [];
  await expect.poll(async () => {
    seen.push(await angle(hand));
    return Math.max(...seen) > 114 && Math.min(...seen) < 20;
  }, { timeout: 20_000, intervals: [100] }).toBe(true);
  expect(Math.max(...seen)).toBeLessThan(115.6);
  expect(await hand.look((app) => app.live.state.value)).toBe('running');
});

test('what a simulation failed of is said with its numbers, and no longer in the next one', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(WILD);
  await page.locator('.stage').focus();
  await page.keyboard.press('r');
  await expect(page.locator('.message')).toContainText(/fastest is 'arm', at \S*\d\S* m\/s/, { timeout: 15_000 });
  await hand.write(WILD.replace('1e9 * sin(1e9', '1e-3 * sin(1'));
  await page.locator('.stage').focus();
  await page.keyboard.press('Space');
  await expect.poll(() => hand.look((app) => app.live.state.value)).toBe('running');
  await expect(page.locator('.message')).toBeEmpty();
});

/** The crank's angle where coupler and rocker are straight, by the law of cosines. */
async function lastAngle(hand: Hand): Promise<number> {
  const way = async (a: readonly [string, string], b: readonly [string, string]) => distance(await hand.place(...a), await hand.place(...b));
  const crank = await way(['link1', 'a'], ['link1', 'b']);
  const ground = await way(['link1', 'a'], ['link3', 'b']);
  const reach = (await way(['link2', 'a'], ['link2', 'b'])) + (await way(['link3', 'a'], ['link3', 'b']));
  return (Math.acos((crank * crank + ground * ground - reach * reach) / (2 * crank * ground)) * 180) / Math.PI;
}

for (const policy of ['search', 'stretch'] as const) {
  test(`a motor that is asked for too much: ${policy}`, async ({ page }) => {
    const hand = new Hand(page);
    await drawRocker(hand);
    const to = policy === 'search' ? await lastAngle(hand) : 150;
    const motion = page.getByRole('region', { name: 'Motion' });
    await motion.getByRole('textbox', { name: 'To' }).fill('150');
    await page.keyboard.press('Enter');
    await motion.getByRole('combobox', { name: 'At a dead point' }).selectOption(policy);
    await page.getByRole('slider', { name: 'Motor position' }).fill('1');
    await expect.poll(async () => Math.abs((await angle(hand)) - to)).toBeLessThan(0.01);
    const open = await hand.look((app) => Math.max(...(app.stage.sketch.value?.gaps() ?? [])));
    if (policy === 'search') {
      expect(open).toBeLessThan(1e-9); // at the end of its motion, closed
    } else {
      expect(open).toBeGreaterThan(1e-3); // the crank is where it shall be, and the joints are open
    }
  });
}

test('a motor that is blocked either way does not promise to turn back', async ({ page }) => {
  const hand = new Hand(page);
  await drawRocker(hand);
  await hand.write((await hand.text()).replace('    join link3 to world with', '    join link1 to world with pin matching (b (-42.054mm, 23mm));\n    join link3 to world with'));
  await page.locator('.stage').focus();
  await page.keyboard.press('Space');
  await expect(page.locator('.message')).toContainText('The motor is blocked');
  await expect(page.locator('.message')).not.toContainText('back');
});

test('the motor does not move what is locked, and says so', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  await page.keyboard.press('v');
  const [a, b] = [await hand.pin('link2', 'a'), await hand.pin('link2', 'b')];
  await hand.click([(2 * a[0] + b[0]) / 3, (2 * a[1] + b[1]) / 3]);
  await page.keyboard.press('Control+l');
  expect(await hand.text()).toContain('locked');
  const before = await hand.place('link1', 'b');
  await page.keyboard.press('Space');
  await expect(page.locator('.message')).toContainText('link2 is locked');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(distance(await hand.place('link1', 'b'), before)).toBeLessThan(1e-9);
});

test('a motor that goes with its joint while it plays is not blocked', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  await page.keyboard.press('v');
  await hand.click(await hand.pin('link1', 'a'));
  await page.keyboard.press('Space');
  await expect.poll(() => hand.look((app) => app.ui.playing.value)).toBe(true);
  await page.keyboard.press('Delete');
  expect(await hand.text()).not.toContain('animate');
  await expect.poll(() => hand.look((app) => app.ui.playing.value)).toBe(false);
  await expect(page.locator('.message')).not.toContainText('blocked');
});

test('a step of a motor that was drawn is a degree, forwards and back', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  await page.keyboard.press('Escape');
  const angle = () => hand.look((app) => (Math.atan2(app.stage.poses.value[7] ?? 0, app.stage.poses.value[6] ?? 0) * 180) / Math.PI);
  await page.keyboard.press('Home');
  const start = await angle();
  for (const [key, degrees] of [['.', 1], ['.', 2], ['.', 3], [',', 2]] as const) {
    await page.keyboard.press(key);
    expect((await angle()) - start).toBeCloseTo(degrees, 7);
  }
  expect(await hand.text()).toContain(' in 361 frames');
});

test('a step of the motor that is not certified says so, with the reason', async ({ page }) => {
  const hand = new Hand(page);
  await drawRocker(hand);
  const note = page.locator('.way-doubt');
  await page.keyboard.press('.');
  await expect(note).toBeHidden();
  await hand.write(readFileSync(new URL('../../../examples/gallery/cam_and_valve.tml', import.meta.url), 'utf8'));
  await page.locator('.stage').focus();
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await expect(note).toBeVisible();
  await expect(note).toHaveAttribute('title', /a cam, whose curvature has no bound/);
  // It takes no room from the rest of the bar.
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const cut = page.locator('.transport-drive, .transport-drive .field-label:visible');
    await expect.poll(() => cut.evaluateAll((all) => all.every((one) => one.scrollWidth <= one.clientWidth))).toBe(true);
  }
  await hand.write(WILD);
  await expect(note).toBeHidden();
});
