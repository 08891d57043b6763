// The frame of the page: layout at three sizes, menus, palette, help, splitter and theme by keys.
import type { Locator, Page } from '@playwright/test';

import { expect, test } from './fixture';
import { expectApart } from './overlap';

const fourBar = `primitive bar(l) begin
  properties: (density: 2700);
  dynamics: ;
  geometry: bar(l, 8mm, 3mm) where begin a: (-l / 2, 0); b: (l / 2, 0); end;
end
world four_bar begin
  components
    crank: bar(30mm);
    coupler: bar(90mm);
    rocker: bar(60mm);
  structure begin
    join crank to world with pin matching (a (0, 0)) as motor;
    join coupler to crank with pin matching (a b) as elbow;
    join rocker to coupler with pin matching (b b) as knee;
    join rocker to world with pin matching (a (80mm, 0)) as swing;
  end
  properties: (planar);
end
animate four_bar begin
  drive: motor.angle = 0deg .. 360deg;
  monitor: swing.angle;
end
`;

interface Handle {
  readonly doc: { open(name: string, text: string): void };
  readonly ui: { readonly selection: { value: unknown }; readonly playing: { readonly value: boolean }; readonly panels: { value: unknown } };
}

async function start(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('trammel.hints', '9'));
  await page.goto('./');
  await expect(page.locator('.stage canvas').first()).toBeVisible();
  await page.evaluate((text) => (window as unknown as { __trammel: Handle }).__trammel.doc.open('four_bar.tml', text), fourBar);
  await expect(page.locator('.freedom')).toContainText('1');
}

for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]] as const) {
  test(`no place covers another at ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await start(page);
    await expectApart(page.locator('.top, .tools, .middle, .transport, .side, .sheets, .status'), 5);
  });
}

for (const [width, labels] of [[1200, ['From', 'To']], [1280, ['From', 'To']], [1400, ['From', 'To', 'At a dead point']]] as const) {
  test(`the bar of the motor has room for its labels at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await start(page);
    const seen = page.locator('.transport-range .field-label:visible');
    expect(await seen.allTextContents()).toEqual(labels);
    expect(await seen.evaluateAll((all) => all.filter((label) => label.scrollWidth > label.clientWidth).length)).toBe(0);
    await expectApart(page.locator('.transport').locator('button:visible, select:visible, input:visible'), 7);
  });
}

test('on a phone every button is large enough for a finger', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await start(page);
  for (const button of await page.locator('button:visible, select:visible').all()) {
    const box = await button.boundingBox();
    const name = await button.evaluate((element) => element.className + (element.getAttribute('aria-label') ?? element.textContent));
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44);
  }
});

const focused = (page: Page): Locator => page.locator(':focus');

test('menus go by arrows and give the focus back', async ({ page }) => {
  await start(page);
  await page.getByRole('menuitem', { name: 'File', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menu', { name: 'Edit' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('menu', { name: 'Draw' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(focused(page)).toHaveText('Draw');
});

test('after a choice by mouse Space still plays', async ({ page }) => {
  await start(page);
  await page.locator('.stage').focus();
  await page.getByRole('menuitem', { name: 'View', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Names' }).click();
  await page.keyboard.press('Space');
  await expect.poll(() => page.evaluate(() => (window as unknown as { __trammel: Handle }).__trammel.ui.playing.value)).toBe(true);
});

test('the palette finds an action and performs it', async ({ page }) => {
  await start(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dimens');
  await expect(page.locator('.palette-item').first()).toContainText('Dimensions');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'View', exact: true }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Dimensions' })).toHaveAttribute('aria-checked', 'true');
});

test('the help lists keys and Esc closes it', async ({ page }) => {
  await start(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys and gestures' })).toContainText('Ctrl+Shift+Z');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the splitter moves by keys, and the text closes and opens', async ({ page }) => {
  await start(page);
  const side = page.locator('.side');
  const before = (await side.boundingBox())?.width ?? 0;
  await page.getByRole('separator', { name: 'Width of the text panel' }).focus();
  await page.keyboard.press('ArrowLeft');
  expect((await side.boundingBox())?.width).toBe(before + 16);
  await page.keyboard.press('Alt+1');
  await expect(page.locator('.text-panel')).toBeHidden();
  await page.keyboard.press('Alt+1');
  await expect(page.locator('.text-panel')).toBeVisible();
});

test('the theme and the panels are kept for the next visit', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await start(page);
  const theme = page.getByRole('button', { name: 'Theme' });
  await theme.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Alt+3');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('tab', { name: 'Analysis', exact: true }).first()).toHaveAttribute('aria-selected', 'true');
});

test('the analysis names the four-bar and offers its assembly modes', async ({ page }) => {
  await start(page);
  await page.locator('.freedom').click();
  await expect(page.locator('.panel-analysis')).toContainText('crank-rocker');
  await expect(page.locator('.mode')).toHaveCount(2);
  await page.locator('.mode[aria-pressed="false"]').click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
});

test('a press in the plot moves the motor there', async ({ page }) => {
  await start(page);
  await page.keyboard.press('Alt+4');
  const plot = page.locator('.u-over');
  await expect(plot).toBeVisible();
  await expect(page.locator('.plot-legend')).toContainText('swing.angle');
  const box = await plot.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 20);
  await expect(page.locator('.way-value').first()).toHaveText(/^1(79|80)\.\d°$/);
});

test('a plot says what only a simulation gives, and has an axis for each unit', async ({ page }) => {
  await start(page);
  await page.keyboard.press('Alt+4');
  await expect(page.locator('.u-over')).toBeVisible();
  const [before, note] = [await page.locator('.u-axis').count(), page.locator('.plot-note')];
  await expect(note).toHaveText('');
  const forces = await page.getByLabel('Add a measure').locator('option').filter({ hasText: /^force of / }).allTextContents();
  await page.getByLabel('Add a measure').selectOption({ label: forces[0] ?? '' });
  await expect(page.locator('.plot-legend')).toContainText(forces[0] ?? '');
  await expect(note).toContainText('Only a simulation gives force of');
  await expect(page.locator('.u-axis')).toHaveCount(before);
  await page.getByLabel('Add a measure').selectOption({ label: 'energy (in simulations)' });
  await page.getByRole('button', { name: 'Simulate', exact: true }).click();
  await page.getByRole('tab', { name: 'Plots', exact: true }).click();
  await expect(page.locator('.u-axis')).toHaveCount(before + 2);
  await expect(note).toHaveText('');
});

test('a name is changed in the inspector, and one step back undoes it', async ({ page }) => {
  await start(page);
  await page.evaluate(() => ((window as unknown as { __trammel: Handle }).__trammel.ui.selection.value = [{ kind: 'joint', joint: 'knee' }]));
  await page.getByLabel('Name').fill('hinge1');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toHaveValue('hinge1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
});

test('a simulation has a slider for the speed of the motor, pauses by Space, and goes back', async ({ page }) => {
  await start(page);
  await page.locator('.stage').focus();
  await page.keyboard.press('r');
  await expect(page.getByRole('slider', { name: 'motor speed' })).toBeEnabled();
  await expect(page.getByRole('slider', { name: 'Time' })).toBeVisible();
  await expect(page.locator('.panel-simulate')).toContainText('Running');
  await page.locator('.stage').focus();
  await page.keyboard.press('Space');
  await expect(page.locator('.panel-simulate')).toContainText('Paused');
  await page.keyboard.press('Shift+R');
  await expect(page.getByRole('slider', { name: 'Motor position' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
});
