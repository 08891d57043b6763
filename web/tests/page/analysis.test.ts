// What the page knows of a mechanism: joints too many, joints that contradict each other, angles.
import { readFile } from 'node:fs/promises';

import { expect, test } from './fixture';
import { Hand } from './hand';

const BAR = (length: number, name = `b${length}`) =>
  `primitive ${name} begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (${length}mm, 0); end; end\n`;

/** Three parallel cranks of 60 mm on a coupler: one of them is too many. */
const CRANKS = `${BAR(60)}primitive beam begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (80mm, 0); c: (160mm, 0); end; end
world w begin components one, two, three: b60; coupler: beam; structure begin
  join one to world with pin matching (a (-80mm, -40mm)) as p1;
  join two to world with pin matching (a (0, -40mm)) as p2;
  join three to world with pin matching (a (80mm, -40mm)) as p3;
  join coupler to one with pin matching (a b) as q1;
  join coupler to two with pin matching (b b) as q2;
  join coupler to three with pin matching (c b) as q3;
  place one by a at (-80mm, -40mm) angle = 70deg;
  place two by a at (0, -40mm) angle = 70deg;
  place three by a at (80mm, -40mm) angle = 70deg;
  place coupler by a at (-80mm, -40mm) + polar(60mm, 70deg);
end properties: (planar); end
`;

/** A bar of 100 mm between pins that are 120 mm apart. */
const SHORT = `${BAR(100)}world w begin components bar: b100; structure begin
  join bar to world with pin matching (a (-60mm, 0)) as left;
  join bar to world with pin matching (b (60mm, 0)) as right;
  place bar by a near (-60mm, 0);
end properties: (planar); end
`;

/** Crank 40, coupler 120, rocker 80, ground 110. */
const FOUR = `${BAR(40)}${BAR(120)}${BAR(80)}world w begin components crank: b40; coupler: b120; rocker: b80; structure begin
  join crank to world with pin matching (a (0, 0)) as motor;
  join crank to coupler with pin matching (b a);
  join coupler to rocker with pin matching (b b);
  join rocker to world with pin matching (a (110mm, 0));
  place crank by a at (0, 0) angle = 60deg;
  place coupler by a near (20mm, 35mm) angle = 20deg;
  place rocker by a near (110mm, 0) angle = 80deg;
end properties: (planar); end
`;

/** How many pixels of the picture have the colour of this variable of the style. */
async function pixelsOf(hand: Hand, variable: string): Promise<number> {
  return hand.page.evaluate((name) => {
    const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    return [...document.querySelectorAll<HTMLCanvasElement>('.stage canvas')].reduce((sum, canvas) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      for (let i = 0; i < data.length; i += 4) {
        sum += wanted.every((value, k) => Math.abs((data[i + k] ?? 0) - value) < 3) && data[i + 3] === 255 ? 1 : 0;
      }
      return sum;
    }, 0);
  }, variable);
}

test('a joint that is too many is marked and named, with those that hold the same', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  expect(await pixelsOf(hand, '--redundant')).toBe(0);
  await hand.write(CRANKS);
  await hand.freedom(1);
  await page.locator('.freedom').click();
  const panel = page.locator('.panel-analysis');
  await expect(panel).toContainText('Redundant');
  await expect(panel).toContainText(/q3|p3|q2|p2|q1|p1/);
  await expect(panel).toContainText(/ repeats what .+ already constrains?\./);
  await expect(panel).toContainText('The count says 0 degrees of freedom: in this pose some joints repeat what others already constrain.');
  await expect.poll(() => pixelsOf(hand, '--redundant')).toBeGreaterThan(30);
});

test('a joint between fixed parts is not counted, as the command line has it', async ({ page }) => {
  // tests/trials/kinematic/fixed_hold.tml is the same for `trammel show`: 1 freedom, by count 1.
  const hand = new Hand(page);
  await hand.open();
  await hand.write(await readFile(new URL('../../../tests/trials/kinematic/fixed_hold.tml', import.meta.url), 'utf8'));
  await hand.freedom(1);
  await page.locator('.freedom').click();
  const panel = page.locator('.panel-analysis');
  await expect(panel).toContainText(/By rank\s*1\s*By count\s*1/);
  await expect(panel).toContainText('hold is not counted: it joins fixed parts.');
  await expect(panel).not.toContainText('Redundant');
  await expect(panel).not.toContainText('The count says');
});

/** A parallelogram, with its crank at 178 degrees: at 180 all links are in line, and it can leave that pose in two ways. */
const FLAT = `${BAR(40)}${BAR(110)}world w begin components crank: b40; coupler: b110; rocker: b40; structure begin
  join crank to world with pin matching (a (0, 0)) as motor;
  join crank to coupler with pin matching (b a);
  join coupler to rocker with pin matching (b b);
  join rocker to world with pin matching (a (110mm, 0));
  place crank by a at (0, 0) angle = 178deg;
  place coupler by a near polar(40mm, 178deg);
  place rocker by a near (110mm, 0) angle = 178deg;
end properties: (planar); end
animate w begin drive: motor.angle = 170deg .. 190deg in 21 frames; end
`;

test('the freedoms are those of the pose in which the motor has stopped', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(FLAT);
  await hand.freedom(1);
  await page.locator('.freedom').click();
  const panel = page.locator('.panel-analysis');
  await expect(panel).toContainText('nothing is redundant');
  await page.locator('.stage').focus();
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await expect.poll(() => hand.look((app) => app.stage.poses.value[6])).toBeCloseTo(-1, 9);
  await hand.freedom(2);
  await expect(panel).toContainText(/By rank\s*2\s*By count\s*1/);
  await expect(panel).toContainText('in this pose some joints repeat what others already constrain');
  await page.keyboard.press(',');
  await hand.freedom(1);
  await expect(panel).toContainText(/By rank\s*1\s*By count\s*1/);
  await expect(panel).not.toContainText('in this pose');
});

test('a piston that stands still in this pose alone is not left out without a word', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(`${BAR(30)}${BAR(90)}primitive block begin geometry: cuboid(20mm, 12mm, 10mm) where begin way: axis((1, 0, 0)); end; end
world w begin components crank: b30; rod: b90; piston: block; structure begin
  join crank to world with pin matching (a (0, 0)) as motor;
  join rod to crank with pin matching (a b);
  join piston to rod with pin matching (center b);
  join piston to world with slider matching (way axis((1, 0, 0), (0, 0)));
  place crank by a at (0, 0); place rod by a at (30mm, 0); place piston by center at (120mm, 0);
end properties: (planar); end
animate w begin drive: motor.angle = 0deg .. 360deg in 361 frames; end\n`);
  await hand.freedom(1);
  await page.locator('.freedom').click();
  const panel = page.locator('.panel-analysis');
  await expect(panel).toContainText(/crank, rod\s*in this pose nothing else moves/);
  await page.locator('.stage').focus();
  await page.keyboard.press('.');
  await expect(panel).toContainText('crank, rod, piston');
  await expect(panel).not.toContainText('in this pose nothing else moves');
});

test('joints that contradict each other are marked and named', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(SHORT);
  await expect(page.locator('.freedom.trouble')).toBeVisible();
  await page.locator('.freedom').click();
  const panel = page.locator('.panel-analysis');
  await expect(panel).toContainText('Conflicts');
  await expect(panel).toContainText('left');
  await expect(panel).toContainText('right');
  await expect.poll(() => pixelsOf(hand, '--conflict')).toBeGreaterThan(30);
});

test('the transmission angle of a four-bar is that of the law of cosines', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(FOUR);
  await hand.freedom(1);
  await page.locator('.freedom').click();
  const diagonal = 40 * 40 + 110 * 110 - 2 * 40 * 110 * Math.cos(Math.PI / 3);
  const angle = (Math.acos((120 * 120 + 80 * 80 - diagonal) / (2 * 120 * 80)) * 180) / Math.PI;
  const meter = page.getByRole('meter', { name: 'Transmission angle in degrees' });
  await expect(meter).toBeVisible();
  expect(Math.abs(Number(await meter.getAttribute('aria-valuenow')) - Math.min(angle, 180 - angle))).toBeLessThan(0.06);
});
