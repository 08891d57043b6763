// Further trials: numbers that the page gives, beside what is known of them without it.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

import { expect, test } from './fixture';
import { Hand } from './hand';

const G = 9.81;
const DEGREE = Math.PI / 180;

/** An arm of 40 by 8 mm with round ends, 3 mm thick, of 1000 kg/m³, that hangs from a pin at 60 degrees below the ground line. */
const PENDULUM = (more: string) => `primitive arm begin properties: (density: 1000kg/m^3); geometry: link(8mm, 3mm) where begin a: (0, 0); b: (40mm, 0); end; dynamics: ; end
world w begin components arm: arm; structure begin
  join arm to world with pin matching (a (0, 0)) as pivot; place arm by a at (0, 0) angle = -60deg;
end properties: (planar, gravity); end
${more}`;
const MASS = 1000 * 3e-3 * (0.04 * 0.008 + Math.PI * 0.004 ** 2);

async function table(page: Page, every?: string): Promise<readonly (readonly number[])[]> {
  await page.locator('.stage').focus();
  await page.keyboard.press('Control+e');
  await page.getByRole('radio', { name: 'CSV' }).check();
  if (every !== undefined) {
    await page.getByLabel('Rows every').fill(every);
  }
  const download = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export', exact: true }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return text.trim().split('\r\n').slice(1).map((row) => row.split(',').map((cell) => (cell === '' ? NaN : Number(cell))));
}

async function simulateUntil(hand: Hand, time: number): Promise<void> {
  await hand.page.locator('.stage').focus();
  await hand.page.keyboard.press('r');
  await expect.poll(() => hand.look((app) => app.live.frame.value?.time ?? 0)).toBeGreaterThan(time);
  await hand.page.locator('.stage').focus();
  await hand.page.keyboard.press('Space');
  await expect.poll(() => hand.look((app) => app.live.state.value)).toBe('paused');
}

test('the energy of a pendulum in the table is m g h, at a chosen interval', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(PENDULUM('simulate w begin time: (1ms, 10s); monitor: energy, arm.b.y; end\n'));
  await hand.freedom(1);
  await simulateUntil(hand, 0.4);
  const rows = await table(page, '2*2');
  const energy = -MASS * G * 0.02 * Math.sin(60 * DEGREE);
  rows.forEach(([time = NaN, now = NaN], k) => {
    expect(time).toBeCloseTo(0.004 * k, 9);
    expect(Math.abs(now / energy - 1)).toBeLessThan(2e-3);
  });
  expect(rows[0]?.[2]).toBeCloseTo(-40 * Math.sin(60 * DEGREE), 6);
  expect(rows.length).toBeGreaterThan(99);
});

test('a simulation that monitors nothing has a table of what moves: a pendulum by its small swings', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(PENDULUM('').replace('-60deg', '-91deg'));
  await hand.freedom(1);
  await simulateUntil(hand, 0.4);
  const rows = await table(page);
  // About the end of the arm: the moment of inertia of a rectangle and two half discs, by Steiner.
  const [box, discs] = [3 * 0.04 * 0.008, 3 * Math.PI * 0.004 ** 2];
  const half = (4 * 0.004) / (3 * Math.PI); // from a half disc's straight side to its centre of mass
  const own = 0.5 * 0.004 ** 2 - half ** 2;
  const inertia = box * ((0.04 ** 2 + 0.008 ** 2) / 12 + 0.02 ** 2) + (discs / 2) * (2 * own + (0.04 + half) ** 2 + half ** 2);
  const rate = Math.sqrt((MASS * G * 0.02) / inertia);
  expect(rows.length).toBeGreaterThan(39);
  rows.forEach(([time = NaN, x = NaN, y = NaN, angle = NaN]) => {
    expect(Math.hypot(x, y)).toBeLessThan(1e-6);
    expect(angle).toBeCloseTo(-90 - Math.cos(rate * time), 1);
  });
});

test('bodies that a simulation does not hold apart are named, with the time of free fall', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(`primitive ball begin properties: (density: 1000kg/m^3); geometry: sphere(6mm); interference: ; dynamics: ; end
primitive floor begin properties: (fixed); geometry: cuboid(300mm, 10mm, 10mm) where begin top: (0, 5mm); end; interference: ; end
primitive arm begin properties: (density: 1000kg/m^3); geometry: link(8mm, 3mm) where begin a: (0, 0); b: (40mm, 0); end; dynamics: ; end
world w begin components ball: ball; floor: floor; arm: arm; structure begin
  place ball by center at (0, 100mm); place floor by top at (0, 0);
  join arm to world with pin matching (a (-100mm, 100mm)); place arm by a at (-100mm, 100mm) angle = -90deg;
end properties: (planar, gravity); end
simulate w begin time: (1ms, 10s); method: events; integrator: rk4; monitor: energy; end
`);
  await expect.poll(() => hand.look((app) => app.stage.facts.value.bodies.length)).toBe(4);
  const [simulate, plots] = [page.locator('.panel-simulate'), page.locator('.plot-note')];
  await page.getByRole('tab', { name: 'Plots' }).or(page.getByRole('button', { name: 'Plots' })).first().click();
  await simulateUntil(hand, 0.3);
  const said = `ball and floor pass through each other from ${Number(Math.sqrt((2 * (0.1 - 0.006)) / G).toPrecision(4))} s on: nothing holds them apart.`;
  await expect(page.locator('.message')).toHaveText(said);
  await expect(plots).toHaveText(said);
  await page.getByRole('tab', { name: 'Simulate' }).first().click();
  await expect(simulate).toContainText(said);
  // Before it happened it is not true.
  await page.getByRole('slider', { name: 'Time' }).press('Home');
  await expect(simulate).not.toContainText('pass through');
});

test('a time between rows that is none is told, and nothing is exported', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(PENDULUM('simulate w begin time: (1ms, 10s); monitor: energy; end\n'));
  await hand.freedom(1);
  await simulateUntil(hand, 0.05);
  await page.keyboard.press('Control+e');
  await page.getByLabel('Rows every').fill('0');
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Export' })).toContainText('must be above 0');
  await page.getByLabel('Rows every').fill('5mm');
  await page.getByLabel('Rows every').press('Enter');
  await expect(page.getByRole('dialog', { name: 'Export' })).toContainText("'5mm' is a length: a time is needed, such as 5ms");
});

test('the table of a motor has the rows and numbers of the command line: a slider-crank by its closed form', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(`primitive crank begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (30mm, 0); end; end
primitive rod begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (90mm, 0); end; end
world w begin components crank: crank; rod: rod; structure begin
  join crank to world with pin matching (a (0, 0)) as motor;
  join crank to rod with pin matching (b a);
  join rod to world with point_on_line matching (b x_axis);
  place crank by a at (0, 0) angle = 20deg; place rod by a near (28mm, 10mm) angle = -6deg;
end properties: (planar); end
animate w begin drive: motor.angle = 10deg .. 370deg in 401 frames; monitor: rod.b.x; end
`);
  await hand.freedom(1);
  const rows = await table(page);
  expect(rows).toHaveLength(401);
  rows.forEach(([angle = NaN, x = NaN], k) => {
    expect(angle).toBeCloseTo(10 + 0.9 * k, 9);
    const sine = 30 * Math.sin(angle * DEGREE);
    expect(x).toBeCloseTo(30 * Math.cos(angle * DEGREE) + Math.sqrt(90 ** 2 - sine ** 2), 6);
  });
});

test('the range of a motor takes parts of a turn, and the text has the number', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  const from = page.locator('.transport-range').getByLabel('From');
  await from.fill('360/8');
  await from.press('Enter');
  await expect.poll(() => hand.look((app) => app.stage.facts.value.drives[0]?.from ?? 0)).toBeCloseTo(Math.PI / 4, 9);
  expect(await hand.text()).toContain('= 45deg ..');
  await from.fill('1/0');
  await from.press('Tab');
  await expect(page.locator('.transport-range .field-why:not([hidden])')).toContainText('Division by zero');
  expect(await hand.text()).toContain('= 45deg ..');
});

/** Of examples of the language: what a hinge leaves of six freedoms, by theory. */
for (const [hinge, match, freedoms] of [['cylindrical', '(z_axis z_axis)', 2], ['screw(2mm)', '(z_axis z_axis)', 1], ['rigid', '(center (0, 0))', 0]] as const) {
  test(`a body on a ${hinge} in space has ${freedoms} freedoms`, async ({ page }) => {
    const hand = new Hand(page);
    await hand.open();
    await hand.write(`primitive p begin geometry: bar(1, 0.1, 0.1); end
world w begin components p: p; structure begin join p to world with ${hinge} matching ${match}; end end
`);
    await expect(page.locator('.chip.stale')).toContainText('No 3D view yet');
    await expect(page.locator('.freedom-number')).toHaveText(String(freedoms));
    await expect(page.locator('.problems')).not.toContainText('error');
  });
}
