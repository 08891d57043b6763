// What leaves the page as a file: every form of export has its signs, a saved text opens again.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

import { expect, test } from './fixture';
import { Hand } from './hand';

/** Exports by the dialog; the bytes that came. */
async function exported(page: Page, form: string): Promise<Buffer> {
  await page.keyboard.press('Control+e');
  await page.getByRole('radio', { name: form }).check();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`untitled.${form.toLowerCase()}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return readFile(await file.path());
}

test('a four-bar is exported as SVG, PNG, CSV, DXF and GIF', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  await page.locator('.stage').focus();

  const svg = (await exported(page, 'SVG')).toString();
  expect(svg).toMatch(/^<(\?xml|svg)/);
  expect(svg).not.toMatch(/<script|onload=|https?:\/\/(?!www\.w3\.org)/);
  const shown = await page.evaluate((text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelectorAll('path, circle').length, svg);
  expect(shown).toBeGreaterThan(8);

  expect((await exported(page, 'PNG')).subarray(1, 4).toString()).toBe('PNG');
  const table = (await exported(page, 'CSV')).toString().trim().split('\n');
  expect(table.length).toBeGreaterThan(100);
  expect(new Set(table.map((row) => row.split(',').length)).size).toBe(1);
  const dxf = (await exported(page, 'DXF')).toString();
  expect(dxf).toContain('ENTITIES');
  expect(dxf.trim()).toMatch(/EOF$/);
  expect((await exported(page, 'GIF')).subarray(0, 6).toString()).toBe('GIF89a');
});

test('what is saved opens as the same text', async ({ page }) => {
  // Without the browser's own dialog for files, saving is a download.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  const text = await hand.text();
  await page.locator('.stage').focus();
  const download = page.waitForEvent('download');
  await page.keyboard.press('Control+s');
  expect(await readFile(await (await download).path(), 'utf8')).toBe(text);
});

test('the hints of the first visit go when they are done, and stay away', async ({ page }) => {
  await page.goto('./');
  const coach = page.locator('.coach');
  await expect(coach).toContainText('1 of 3');
  const hand = new Hand(page);
  await hand.ready();
  await hand.drawFourBar();
  await expect(coach).toContainText('2 of 3');
  await hand.drag(await hand.pin('link1', 'b'), [-130, 40]);
  await expect(coach).toContainText('3 of 3');
  await page.keyboard.press('Space');
  await expect(coach).toHaveCount(0);
  await page.reload();
  await hand.ready();
  await expect(coach).toHaveCount(0);
});
