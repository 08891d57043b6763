// A document goes to another page by a link or a file; hostile ones only show an error.
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';

import { expect, test } from './fixture';
import { Hand } from './hand';

/** As the page packs links. */
function link(text: string | Uint8Array): string {
  return `./#t=${deflateRawSync(text).toString('base64url')}`;
}

async function drop(page: Page, name: string, text: string, type = 'text/plain'): Promise<void> {
  const data = await page.evaluateHandle(([n, t, k]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([t as string], n as string, { type: k as string }));
    return transfer;
  }, [name, text, type]);
  for (const event of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('.stage', event, { dataTransfer: data });
  }
}

test('a link that is shared shows the same in a second page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.locator('.message')).toContainText('Link copied');
  const address = await page.evaluate(() => navigator.clipboard.readText());

  const other = new Hand(await context.newPage());
  await other.open(address);
  await expect.poll(() => other.text()).toBe(await hand.text());
  await other.freedom(1);
  expect(await other.place('link2', 'b')).toEqual(await hand.place('link2', 'b'));
  // A picture for each after 'fit', so that what is compared is what is drawn.
  for (const one of [hand, other]) {
    await one.page.locator('.stage').focus();
    await one.page.keyboard.press('Escape');
    await one.page.keyboard.press('f');
    await one.page.mouse.move(2, 2);
    await one.page.locator('.stage').blur(); // Whether there is a ring depends on what was used last.
  }
  const drawn = (of: Hand) => of.page.locator('.picture canvas').first().screenshot();
  expect((await drawn(other)).equals(await drawn(hand))).toBe(true);
});

const hostile: readonly (readonly [string, string])[] = [
  ['garbage', './#t=%%%not-base64'],
  ['cut in the middle', link('world sketch begin '.repeat(100)).slice(0, 30)],
  ['of bytes that are no text', link(Uint8Array.from([0xff, 0xfe, 0xc0, 0x80]))],
  ['that unpacks to a hundred megabytes', link(Buffer.alloc(100 * 1024 * 1024, 32))],
];

for (const [name, address] of hostile) {
  test(`a link ${name} only shows an error`, async ({ page }) => {
    const hand = new Hand(page);
    await hand.open(address);
    await expect(page.locator('.message')).toContainText(/link/i);
    await expect(page.locator('.message')).toHaveAttribute('data-kind', 'error');
    await hand.drawFourBar();
    await hand.freedom(1);
  });
}

test('a link with markup and nonsense for a text shows both as text', async ({ page }) => {
  const hand = new Hand(page);
  const text = '<img src=x onerror=alert(1)> <script>alert(2)</script> world \u0000\u202e begin begin begin';
  let talked = false;
  page.on('dialog', () => (talked = true));
  await hand.open(link(text));
  await expect(page.locator('.problems')).toHaveText(/error/);
  await expect(page.locator('.cm-content')).toContainText('<script>alert(2)</script>');
  await expect(page.locator('.cm-content img, .cm-content script')).toHaveCount(0);
  expect(talked).toBe(false);
});

test('a hostile file only shows an error, and the page goes on', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  const files = [
    [`${'<b>'.repeat(20)}.tml`, `world ${'('.repeat(50_000)}`],
    ['loop.tml', 'include "loop.tml"; function f(x) = f(x); world w begin components a: w; end'],
    ['huge.tml', `function big = ${'9'.repeat(5000)}; world w begin properties: (planar) end`],
  ] as const;
  for (const [name, text] of files) {
    await drop(page, name, text);
    await expect.poll(() => hand.text()).toBe(text);
    await expect(page.locator('.problems')).toHaveText(/error/);
  }
  await expect(page.locator('.top b')).toHaveCount(0);
  await page.keyboard.press('Alt+n');
  await expect.poll(() => hand.text()).not.toBe(files[2][1]);
  await hand.drawFourBar();
  await hand.freedom(1);
});

test('a file that is dropped opens, and what was there is kept', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  const text = await hand.text();
  await page.keyboard.press('Alt+n');
  await expect.poll(() => hand.text()).not.toBe(text);
  await drop(page, 'mine.tml', text);
  await expect.poll(() => hand.text()).toBe(text);
  await hand.freedom(1);
  await expect(page.locator('.top')).toContainText('mine.tml');
});

test('after a crash of the tab the document is there again', async ({ page, context }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  const text = await hand.text();
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }).includes('link3'))).toBe(true);
  await page.reload();
  await hand.ready();
  await expect.poll(() => hand.text()).toBe(text);
  await page.close({ runBeforeUnload: false });
  const next = new Hand(await context.newPage());
  await next.open();
  await expect(next.page.locator('.message')).toContainText('Recovered untitled.tml');
  expect(await next.text()).toBe(text);
});
