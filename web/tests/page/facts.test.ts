// Numbers and sentences of the page are true: beside closed forms, and beside what the command line says.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

import { expect, test } from './fixture';
import { Hand } from './hand';

const DEGREE = Math.PI / 180;

const BAR = (length: number, name = `b${length}`) =>
  `primitive ${name} begin properties: (density: 1000kg/m^3); geometry: link(8mm, 3mm) where begin a: (0, 0); b: (${length}mm, 0); end; dynamics: ; end\n`;

/** Crank 40, coupler 120, rocker 80, ground 110; from `angle` on. */
const FOUR = (run: string) => `${BAR(40)}${BAR(120)}${BAR(80)}world w begin components crank: b40; coupler: b120; rocker: b80; structure begin
  join crank to world with pin matching (a (0, 0)) as motor;
  join crank to coupler with pin matching (b a);
  join coupler to rocker with pin matching (b b);
  join rocker to world with pin matching (a (110mm, 0)) as swing;
  place crank by a at (0, 0) angle = 60deg;
  place coupler by a near (20mm, 35mm) angle = 20deg;
  place rocker by a near (110mm, 0) angle = 80deg;
end properties: (planar); end
${run}`;
const TURN = 'animate w begin drive: motor.angle = 0deg .. 360deg in 91 frames; end\n';

/** Links 50, 30, 30 on a ground of 20: the first stands between ±acos(-0.35), and here at -1 degree. */
const BLOCKED = (more: string) => `${BAR(50)}${BAR(30)}world w begin components l1: b50; l2, l3: b30; structure begin
  join l1 to world with pin matching (a (0, 0)) as j1;
  join l1 to l2 with pin matching (b a);
  join l2 to l3 with pin matching (b b);
  join l3 to world with pin matching (a (20mm, 0));
  place l1 by a at (0, 0) angle = -1deg;
  place l2 by a near (50mm, -0.87mm) angle = 119deg;
  place l3 by a near (20mm, 0) angle = 60deg;
end properties: (planar); end
animate w begin drive: j1.angle = 0deg .. 360deg in 361 frames; trace: l1.b; ${more}end
`;

/** By the law of cosines, from the diagonal of the crank's angle [deg]. */
function transmission(crank: number): number {
  const diagonal = 40 ** 2 + 110 ** 2 - 2 * 40 * 110 * Math.cos(crank);
  const angle = Math.acos((120 ** 2 + 80 ** 2 - diagonal) / (2 * 120 * 80)) / DEGREE;
  return Math.min(angle, 180 - angle);
}

async function exported(page: Page, form: string): Promise<string> {
  await page.locator('.stage').focus();
  await page.keyboard.press('Control+e');
  await page.getByRole('radio', { name: form }).check();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export', exact: true }).click();
  const file = await download;
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return readFile(await file.path(), 'utf8');
}

/** Rows of numbers; NaN where a cell is empty. */
const rowsOf = (csv: string) => csv.trim().split('\r\n').slice(1).map((row) => row.split(',').map((cell) => (cell === '' ? NaN : Number(cell))));

async function open(page: Page, text: string): Promise<Hand> {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(text);
  return hand;
}

const crankAngle = (hand: Hand) => hand.look((app) => Math.atan2(app.stage.poses.value[7] ?? 0, app.stage.poses.value[6] ?? 0));

test('trace and table of a blocked linkage are the stretch that the motor reaches, with a plot and without', async ({ page }) => {
  const hand = await open(page, BLOCKED(''));
  await hand.freedom(1);
  const fold = Math.acos(-0.35) / DEGREE;
  const check = async () => {
    const rows = rowsOf(await exported(page, 'CSV'));
    expect(rows).toHaveLength(361);
    rows.forEach(([angle = NaN, x = NaN, y = NaN]) => {
      const reached = angle < fold;
      expect(Number.isFinite(x), `at ${angle}`).toBe(reached);
      expect(reached ? Math.hypot(x - 50 * Math.cos(angle * DEGREE), y - 50 * Math.sin(angle * DEGREE)) : 0).toBeLessThan(1e-6);
    });
    const curve = await hand.look((app) => [...(app.stage.curves.value[0] ?? [])]);
    const seen = curve.filter((value, k) => k % 2 === 1 && Number.isFinite(value));
    expect(Math.min(...seen)).toBeGreaterThan(-1e-9); // nothing of what is below the ground line
    expect(Math.max(...seen)).toBeCloseTo(0.05, 4);
  };
  await check();
  await hand.write(BLOCKED('monitor: l2.angle; '));
  await expect.poll(() => hand.look((app) => app.stage.sketch.value?.facts.monitors.length)).toBe(1);
  await hand.freedom(1);
  await check();
});

test('the transmission angle follows the motor, by the law of cosines', async ({ page }) => {
  const hand = await open(page, FOUR(TURN));
  await hand.freedom(1);
  await page.locator('.freedom').click();
  const meter = page.getByRole('meter', { name: 'Transmission angle in degrees' });
  await expect(meter).toBeVisible();
  await page.locator('.stage').focus();
  const shown = async () => Number(await meter.getAttribute('aria-valuenow'));
  await page.keyboard.press('Space');
  const values: number[] = [];
  for (let k = 0; k < 3; k++) {
    await page.waitForTimeout(300);
    values.push(await shown());
  }
  expect(new Set(values).size).toBeGreaterThan(1);
  await page.keyboard.press('Space');
  await expect.poll(() => hand.look((app) => app.ui.playing.value)).toBe(false);
  await expect.poll(async () => Math.abs((await shown()) - transmission(await crankAngle(hand)))).toBeLessThan(0.06);
});

test('the transmission angle is that of the picture whenever it is seen: opened late, after a drag, undone, at a dead point', async ({ page }) => {
  const hand = await open(page, FOUR(TURN));
  await hand.freedom(1);
  const tab = (name: string) => page.locator('.tabs-dock').getByRole('tab', { name });
  const meter = page.getByRole('meter', { name: 'Transmission angle in degrees' });
  const matches = async (when: string) => {
    await expect(meter, when).toBeVisible();
    const error = async () => Math.abs(Number(await meter.getAttribute('aria-valuenow')) - transmission(await crankAngle(hand)));
    await expect.poll(error, { message: when, timeout: 3000 }).toBeLessThan(0.06);
  };
  // Every frame is 4 degrees of the crank.
  const step = async (count: number) => {
    for (let k = 0; k < count; k++) {
      await page.keyboard.press('.');
    }
  };
  await page.locator('.stage').focus();
  await step(10);
  await tab('Analysis').click();
  await matches('opened after the motor has moved');
  await tab('Inspector').click();
  await step(10);
  await tab('Analysis').click();
  await matches('opened again');
  await page.keyboard.press('Space');
  await page.waitForTimeout(200);
  await page.keyboard.press('Space');
  await matches('stopped');
  await page.keyboard.press('v');
  const [x, y] = await hand.pin('crank', 'b');
  await hand.hold([x, y], [x + 15, y + 25]);
  await matches('while it is dragged');
  await page.mouse.up();
  await matches('after the drag');
  await page.keyboard.press('Control+z');
  await matches('undone');
  await tab('Inspector').click();
  await page.keyboard.press('Control+Shift+Z');
  await tab('Analysis').click();
  await matches('done again, and opened after it');
});

test('at a dead point the transmission angle is 0, also where the panel is opened there', async ({ page }) => {
  const hand = await open(page, BLOCKED(''));
  await hand.freedom(1);
  await page.locator('.stage').focus();
  await page.keyboard.press('Space');
  await expect(page.locator('.status')).toContainText('The motor is blocked');
  await page.locator('.freedom').click();
  // Links 30 and 30 in line: the diagonal is 60.
  const meter = page.getByRole('meter', { name: 'Transmission angle in degrees' });
  await expect(meter).toBeVisible();
  expect(Number(await meter.getAttribute('aria-valuenow'))).toBeLessThan(1);
  await expect(page.locator('.panel-analysis')).toContainText('jams easily');
});

test('a truss is not called a four-bar', async ({ page }) => {
  const strut = (name: string, foot: string, angle: number) => `place ${name} by a at (${foot}, 0) angle = ${angle}deg;`;
  const up = Math.atan2(4, 3) / DEGREE;
  const hand = await open(
    page,
    `${BAR(50)}world w begin components a1, a2, a3, a4: b50; structure begin
  join a1 to world with pin matching (a (0, 0)); join a2 to world with pin matching (a (60mm, 0));
  join a1 to a2 with pin matching (b b); join a3 to a1 with pin matching (a a);
  join a4 to world with pin matching (a (60mm, 0)); join a3 to a4 with pin matching (b b);
  ${strut('a1', '0', up)} ${strut('a2', '60mm', 180 - up)} ${strut('a3', '0', -up)} ${strut('a4', '60mm', up - 180)}
end properties: (planar); end\n`,
  );
  await expect.poll(() => hand.look((app) => app.stage.sketch.value?.facts.bodies.length)).toBe(5);
  await hand.freedom(0);
  await page.locator('.freedom').click();
  const panel = page.locator('.panel-analysis');
  await expect(panel).toContainText('nothing can move');
  await expect(panel).not.toContainText(/crank|rocker|Transmission/);
});

test('arrows that a simulation does not draw are not promised', async ({ page }) => {
  const hand = await open(page, FOUR(TURN));
  await hand.freedom(1);
  await page.locator('.stage').focus();
  await page.keyboard.press('a');
  await expect(page.locator('.message')).toHaveText('Arrows show velocity');
  for (let k = 0; k < 3; k++) {
    await page.keyboard.press('a');
  }
  await page.keyboard.press('r');
  await expect.poll(() => hand.look((app) => app.live.state.value)).toBe('running');
  await page.keyboard.press('a');
  await expect(page.locator('.message')).toContainText('not of a simulation');
});

/** A pendulum of 40 mm whose energy stays, with another monitor in its animation. */
const PENDULUM = `${BAR(40)}world w begin components arm: b40; structure begin
  join arm to world with pin matching (a (0, 0)) as pivot; place arm by a at (0, 0) angle = -60deg;
end properties: (planar, gravity); end
simulate w begin time: (1ms, 10s); record: 20ms; monitor: energy, pivot.angle; end
animate w begin drive: pivot.angle = -60deg .. 60deg in 61 frames; monitor: arm.b.x; end
`;

test('a simulation’s plot names what it draws, and its table has even times', async ({ page }) => {
  const hand = await open(page, PENDULUM);
  await hand.freedom(1);
  await page.locator('.stage').focus();
  await page.getByRole('tab', { name: 'Plots' }).or(page.getByRole('button', { name: 'Plots' })).first().click();
  await expect(page.locator('.plot-legend')).toContainText('arm.b.x');
  await page.locator('.stage').focus();
  await page.keyboard.press('r');
  await expect(page.locator('.plot-legend')).toContainText('energy');
  await expect(page.locator('.plot-legend')).toContainText('pivot.angle');
  await expect(page.locator('.plot-legend')).not.toContainText('arm.b.x');
  await expect.poll(() => hand.look((app) => app.live.frame.value?.time ?? 0)).toBeGreaterThan(0.5);
  await page.locator('.stage').focus();
  await page.keyboard.press('Space');
  const csv = await exported(page, 'CSV');
  expect(csv.split('\r\n')[0]).toBe('time [s],energy [J],pivot.angle [deg]');
  const rows = rowsOf(csv);
  rows.forEach(([time], k) => expect(time).toBeCloseTo(0.02 * k, 9));
  expect(rows.length).toBeGreaterThan(24);
});

test('a plot of a simulation has what happened between the frames of the screen', async ({ page }) => {
  // 1 kg on a spring: 10 mm cos(2 pi 60 t), as often as the screen shows it.
  const swing = `primitive block begin properties: (mass: 1kg); geometry: cuboid(20mm, 20mm, 20mm) where begin way: axis((1, 0, 0)); end; dynamics: ; end
world w begin components block1: block; structure begin
  join block1 to world with slider(stiffness: ${(2 * Math.PI * 60) ** 2}N/m, rest: 0mm) matching (way axis((1, 0, 0), (0, 0))) as way;
  place block1 by center at (10mm, 0);
end properties: (planar); end
simulate w begin time: (1ms, 10s); monitor: way.position; end
`;
  const hand = await open(page, swing);
  await page.locator('.tabs-dock').getByRole('tab', { name: 'Plots' }).click();
  await page.getByRole('button', { name: 'Simulate', exact: true }).click();
  await expect.poll(() => hand.look((app) => app.live.frame.value?.time ?? 0)).toBeGreaterThan(0.3);
  await page.keyboard.press('Space');
  const range = async () => /way\.position from (\S+) to (\S+) mm/.exec((await page.locator('.plot-host').getAttribute('aria-label')) ?? '');
  await expect.poll(async () => Number((await range())?.[1])).toBeLessThan(-9.8);
  expect(Number((await range())?.[2])).toBeGreaterThan(9.8);
});

test('a plot of an energy that stays has ticks that differ, and does not stretch its noise', async ({ page }) => {
  await page.addInitScript(() => {
    const drawn: string[] = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, ...told: Parameters<typeof fillText>) {
      if (this.canvas.closest('.plot-host')) {
        drawn.push(told[0]);
      }
      Reflect.apply(fillText, this, told);
    };
    Object.assign(window, { drawn });
  });
  const hand = await open(page, PENDULUM.replace('energy, pivot.angle', 'energy'));
  await hand.freedom(1);
  await page.getByRole('tab', { name: 'Plots' }).or(page.getByRole('button', { name: 'Plots' })).first().click();
  await page.locator('.stage').focus();
  await page.keyboard.press('r');
  await expect.poll(() => hand.look((app) => app.live.frame.value?.time ?? 0)).toBeGreaterThan(0.5);
  await page.locator('.stage').focus();
  await page.keyboard.press('Space');
  await expect.poll(() => hand.look((app) => app.live.state.value)).toBe('paused');
  await page.waitForTimeout(500);
  await page.evaluate(() => void (window as unknown as { drawn: string[] }).drawn.splice(0));
  await page.setViewportSize({ width: 1240, height: 740 }); // drawn anew, once
  // Below 0, as no time is.
  const ticks = () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn.filter((text) => text.startsWith('-')));
  await expect.poll(async () => (await ticks()).length).toBeGreaterThan(1);
  // m g h of a rectangle with round ends whose middle is 20 mm below the pin along the arm.
  const energy = -3 * (0.04 * 0.008 + Math.PI * 0.004 ** 2) * 9.81 * 0.02 * Math.sin(60 * DEGREE);
  const labels = [...new Set(await ticks())];
  const values = labels.map(Number);
  expect(labels.length).toBeGreaterThan(1);
  values.forEach((value) => expect(Math.abs(value / energy - 1)).toBeLessThan(0.02));
  expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(0.003 * Math.abs(energy));
});

const SPACE = `primitive p begin geometry: bar(1, 0.1, 0.1) where begin a: (-0.5, 0); end; dynamics: ; properties: (density: 1000kg/m^3); end
world w begin components p: p; structure begin join p to world with ball.and.socket matching (a (-0.5, 0)); end end
`;

test('a world in space has its freedoms and masses, and no errors', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(SPACE);
  const chip = page.locator('.chip.stale');
  await expect(chip).toContainText('No 3D view yet');
  await expect(chip).not.toContainText('Errors');
  await expect(page.locator('.freedom-number')).toHaveText('3');
  await page.locator('.freedom').click();
  const panel = page.locator('.panel-analysis');
  await expect(panel).toContainText('No 3D view yet');
  await expect(panel).toContainText(/By rank\s*3/);
  await expect(page.locator('body')).not.toContainText(/say `planar`/i);
  // Of its drives the page knows nothing, and it has no errors.
  await expect(page.locator('.transport')).toContainText('No 3D view yet.');
  await expect(page.locator('.transport')).not.toContainText('No motor yet');
  await page.getByRole('tab', { name: 'Inspector' }).first().click();
  await expect(page.locator('.panel-inspector')).toContainText('No 3D view yet: this shows the previous text.');
  await page.getByRole('tab', { name: 'Simulate' }).first().click();
  await expect(page.locator('.panel-simulate')).toContainText('1 body has mass');
  // Back in the plane all is as before.
  await hand.write(FOUR(TURN));
  await hand.freedom(1);
  await expect(chip).toBeHidden();
});

test('a planar world with a hinge that its text defines has its freedoms and masses, and no errors', async ({ page }) => {
  // A wedge and a plunger slide, and the hinge is one equation between them: 1 + 1 - 1.
  const hand = await open(page, await readFile(new URL('../../../examples/hinges/own.tml', import.meta.url), 'utf8'));
  const chip = page.locator('.chip.stale');
  await expect(chip).toContainText('A joint that cannot be drawn yet');
  await expect(chip).not.toContainText('Errors');
  await expect(chip).toHaveAttribute('title', /the command line runs them/);
  await expect(page.locator('.problems')).not.toContainText('error');
  await expect(page.locator('.freedom-number')).toHaveText('1');
  await page.locator('.freedom').click();
  await expect(page.locator('.panel-analysis')).toContainText(/By rank\s*1/);
  await expect(page.locator('body')).not.toContainText(/say `planar`/i);
  await expect(page.locator('.transport')).toContainText('A joint that cannot be drawn yet.');
  await page.getByRole('tab', { name: 'Inspector' }).first().click();
  await expect(page.locator('.panel-inspector')).toContainText('A joint that cannot be drawn yet: this shows the previous text.');
  await page.getByRole('tab', { name: 'Simulate' }).first().click();
  await expect(page.locator('.panel-simulate')).toContainText('2 bodies have mass');
  await hand.write(FOUR(TURN));
  await hand.freedom(1);
  await expect(chip).toBeHidden();
});

test('the pin of a cam takes a motor', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.tool('Cam');
  await hand.click([0, 60]);
  await expect.poll(() => hand.look((app) => app.stage.facts.value.joints.some(({ kind }) => kind === 'cam'))).toBe(true);
  await hand.tool('Motor');
  await hand.click(await hand.pin('cam1'));
  await expect.poll(() => hand.look((app) => app.stage.facts.value.drives.length)).toBe(1);
});

test('a bar that was begun does not come into the next document', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.tool('Bar');
  await hand.click([-200, 100], [-200, 0]);
  await page.keyboard.press('Escape');
  await hand.click([-100, 0]);
  await page.getByRole('menuitem', { name: 'File' }).or(page.getByRole('button', { name: 'File' })).first().click();
  await page.getByRole('menuitem', { name: /^New/ }).click();
  // Its part of the page is fetched first: until then it is the old document.
  await expect(page.locator('.status')).toContainText('is kept under Recent documents');
  await hand.click([100, -50]);
  await hand.move([150, 0]);
  await page.keyboard.press('Escape');
  expect(await hand.look((app) => app.stage.facts.value.bodies.length)).toBe(1);
});

test('a field takes what the language computes, and says why it does not take the rest', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  await page.keyboard.press('v');
  await page.keyboard.press('Escape');
  const [a, b] = [await hand.pin('link1', 'a'), await hand.pin('link1', 'b')];
  await hand.click([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  const field = page.locator('.panel-inspector').getByLabel('a – b');
  const length = async () => {
    const [from, to] = [await hand.place('link1', 'a'), await hand.place('link1', 'b')];
    return 1e3 * Math.hypot(to.x - from.x, to.y - from.y);
  };
  const before = await length();
  await field.fill('20 + 5mm');
  await field.press('Enter');
  const why = page.locator('.panel-inspector .field-why:not([hidden])');
  await expect(why).toContainText('Only some numbers have a unit');
  await expect(field).toHaveValue('20 + 5mm');
  expect(await length()).toBeCloseTo(before, 9);
  await field.fill('30deg');
  await field.press('Enter');
  await expect(why).toHaveText("'30deg' is an angle: a length is needed, such as 30mm.");
  await field.fill('-3');
  await field.press('Enter');
  await expect(why).toContainText('above 0');
  await field.fill('2*(10+3,5)');
  await field.press('Enter');
  await expect(why).toContainText('A point where a length belongs');
  await field.fill('2*(10+3.5)');
  await field.press('Enter');
  await expect(why).toHaveCount(0);
  await expect.poll(length).toBeCloseTo(27, 3);
});
