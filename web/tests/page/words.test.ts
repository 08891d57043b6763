// A statement of the page goes when it is no longer true, and none describes a text that is not shown.
import { expect, test } from './fixture';
import { Hand } from './hand';

const BAR = (name: string, length: number, more = '') =>
  `primitive ${name} begin properties: (${more}density: 1000kg/m^3); geometry: link(8mm, 3mm) where begin a: (0, 0); b: (${length}mm, 0); end; dynamics: ; end\n`;

const CRANK = `${BAR('bar', 40)}world w begin components crank: bar; structure begin
  join crank to world with pin matching (a (0, 0)) as motor; place crank by a at (0, 0);
end properties: (planar, gravity); end
animate w begin drive: motor.angle = 0deg .. 360deg in 91 frames; monitor: crank.b.x; end
`;

/** A body on a ball joint under a motor that the page cannot show, without gravity. */
const SPACE = `primitive p begin geometry: bar(1, 0.1, 0.1) where begin a: (-0.5, 0); end; dynamics: ; properties: (density: 1000kg/m^3); end
world w begin components p: p; structure begin join p to world with cylindrical matching (z_axis z_axis) as turn; end end
animate w begin drive: turn.angle = 0deg .. 90deg in 10 frames; end
`;

test('what was said of the drawing goes when a simulation starts', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(CRANK);
  await hand.freedom(1);
  await page.locator('.stage').focus();
  await page.keyboard.press('a');
  await expect(page.locator('.message')).toHaveText('Arrows show velocity');
  await page.keyboard.press('r');
  await expect.poll(() => hand.look((app) => app.live.state.value)).toBe('running');
  expect(await page.locator('.message').innerText()).toBe(''); // at once, not after its time
});

test('of a world that is not drawn nothing of the previous text is exported, plotted or set', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(CRANK);
  await hand.freedom(1);
  await hand.write(SPACE);
  await expect(page.locator('.chip.stale')).toContainText('No 3D view yet');
  await page.getByRole('tab', { name: 'Simulate' }).first().click();
  const panel = page.locator('.panel-simulate');
  await expect(panel).toContainText('1 body has mass');
  await expect(panel.getByLabel('Gravity')).toBeHidden(); // the text has none, the one before had
  await expect(panel.getByText('While it runs')).toBeHidden();
  await page.getByRole('tab', { name: 'Plots' }).first().click();
  await expect(page.locator('.plot-note')).toHaveText('No 3D view yet: this shows the previous text.');
  await page.locator('.stage').focus();
  await page.keyboard.press('Control+e');
  await expect(page.locator('.message')).toHaveText('No 3D view yet: the command line animates, simulates and draws it.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('what is exported of a text with errors is said', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(CRANK);
  await hand.freedom(1);
  await hand.write(CRANK.replace('planar', 'plannar('));
  await expect(page.locator('.chip.stale')).toBeVisible();
  await page.locator('.stage').focus();
  await page.keyboard.press('Control+e');
  await expect(page.getByRole('dialog', { name: 'Export' })).toContainText('The text has errors: this shows the last one without.');
});

test('a fixed body is named where joints repeat each other through it', async ({ page }) => {
  // Three parallel cranks on a beam, two of them on a plate: one is too many.
  const hand = new Hand(page);
  await hand.open();
  const crank = (name: string, to: string, x: number) => `join ${name} to ${to}; place ${name} by a at (${x}mm, 0) angle = 70deg;\n`;
  await hand.write(`${BAR('plate', 80, 'fixed, ')}${BAR('bar', 60)}${BAR('beam', 160).replace('b: (', 'm: (80mm, 0); b: (')}
world w begin components plate: plate; c1, c2, c3: bar; beam: beam; structure begin
  ${crank('c1', 'world with pin matching (a (-80mm, 0))', -80)}${crank('c2', 'plate with pin matching (a a)', 0)}${crank('c3', 'plate with pin matching (a b)', 80)}
  join beam to c1 with pin matching (a b); join beam to c2 with pin matching (m b); join beam to c3 with pin matching (b b);
  place plate by a at (0, 0); place beam by a at (-80mm, 0) + polar(60mm, 70deg);
end properties: (planar); end\n`);
  await expect.poll(() => hand.look((app) => app.stage.facts.value.bodies.length)).toBe(6);
  await hand.freedom(1);
  await page.locator('.freedom').click();
  await expect(page.locator('.panel-analysis')).toContainText(/ repeats what .*plate \(fixed\).* already constrain\./);
  await page.locator('.panel-analysis').getByRole('button', { name: 'plate (fixed)' }).click();
  expect(await hand.look((app) => app.ui.selection.value)).toEqual([{ kind: 'body', body: 'plate' }]);
});

test('a press in the plot of a motor that runs backwards moves it to the angle there', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.write(CRANK.replace('0deg .. 360deg', '150deg .. 30deg'));
  await hand.freedom(1);
  await page.getByRole('tab', { name: 'Plots' }).first().click();
  const plot = page.locator('.u-over');
  await expect(plot).toBeVisible();
  const box = await plot.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 0.1 * (box?.width ?? 0), (box?.y ?? 0) + 20);
  await expect(page.locator('.way-value').first()).toHaveText(/^4[12]\.\d°$/);
});
