// Files in the page: share links, the gallery, recovery, opening, saving to `trammel edit`.
import { readFileSync } from 'node:fs';
import { test as loud, type Page, type Route } from '@playwright/test';

import { expect, test } from './fixture';
import { Hand } from './hand';

/** What is known of the document. */
const told = (hand: Hand) =>
  hand.look(({ doc, stage }) => ({
    name: doc.name.value,
    text: doc.text.value,
    dirty: doc.dirty.value,
    good: stage.facts.value.good,
    bodies: stage.facts.value.bodies.length,
  }));

async function opened(page: Page, address = './'): Promise<Hand> {
  const hand = new Hand(page);
  await hand.open(address);
  return hand;
}

/** Asked before the page opens: it takes a moment until the browser gives choosers away. */
function chooserOf(page: Page) {
  return page.waitForEvent('filechooser');
}

async function openJansen(hand: Hand): Promise<void> {
  await hand.page.keyboard.press('Control+g');
  await hand.page.getByRole('searchbox').fill('jansen');
  await hand.page.keyboard.press('Enter');
  await expect.poll(async () => (await told(hand)).name).toBe('jansen.tml');
}

test('an example of the gallery opens, and its link shows the same in another page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const hand = await opened(page);
  await openJansen(hand);
  const first = await told(hand);
  expect(first).toMatchObject({ good: true, bodies: 8 });
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link.length).toBeLessThan(6000);
  const other = await opened(await context.newPage(), link);
  await expect.poll(() => told(other)).toMatchObject({ name: 'shared.tml', text: first.text, good: true });
  expect(new URL(other.page.url()).hash).toBe('');
});

test('a text that was broken from the start is not said to have a last valid picture', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { showOpenFilePicker: undefined }));
  const chooser = chooserOf(page);
  await opened(page);
  await page.keyboard.press('Control+o');
  await (await chooser).setFiles({ name: 'broken.tml', mimeType: 'text/plain', buffer: Buffer.from('world w begin componants') });
  await expect(page.locator('.chip.stale')).toHaveText('Errors: no picture yet');
  await expect(page.locator('.empty')).toBeHidden();
});

test('a broken link shows an error and nothing else', async ({ page }) => {
  const hand = await opened(page, './#t=AAAA');
  await expect(page.getByText('The link is broken')).toBeVisible();
  expect(await told(hand)).toMatchObject({ name: 'untitled.tml', dirty: false });
});

test('what was not saved survives the page, and can be discarded', async ({ page }) => {
  const hand = await opened(page);
  const { text } = await told(hand);
  await hand.write(`${text}// mine\n`);
  await page.reload();
  await hand.ready();
  await expect(page.getByText('Recovered untitled.tml')).toBeVisible();
  expect(await told(hand)).toMatchObject({ text: `${text}// mine\n`, dirty: true });
  // The same text goes on: it is not kept twice.
  const kept = () => page.evaluate(() => Object.entries(localStorage).filter(([key, value]) => key.startsWith('trammel.kept.') && String(value).includes('// mine')).length);
  expect(await kept()).toBe(1);
  await page.locator('.stage').focus();
  await page.keyboard.press('Control+z');
  expect((await told(hand)).text).toBe(text);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(async () => (await told(hand)).dirty).toBe(false);
  await expect.poll(kept).toBe(0);
});

test('files that are chosen open, one including the other', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { showOpenFilePicker: undefined }));
  const chooser = chooserOf(page);
  const hand = await opened(page);
  await page.keyboard.press('Control+o');
  const example = (name: string) => readFileSync(new URL(`../../../examples/gallery/${name}`, import.meta.url), 'utf8');
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  const main = example('watt.tml').replace('parts.tml', 'own.tml');
  await (await chooser).setFiles([file('own.tml', example('parts.tml')), file('main.tml', main)]);
  await expect.poll(() => told(hand)).toMatchObject({ name: 'main.tml', good: true, bodies: 4 });
});

// Not quiet: browsers log the 412 that this is about.
loud('a file of the server is read, saved, and not overwritten when it was changed elsewhere', async ({ page }) => {
  const key = '0123456789abcdef0123456789abcdef';
  const disk = { text: 'world a begin end\n', tag: 1 };
  const answer = async (route: Route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    if (path.endsWith('/open')) {
      return route.fulfill({ json: { name: 'leg.tml' } });
    }
    if (request.method() === 'PUT') {
      const matches = request.headers()['if-match'] === `"${disk.tag}"`;
      if (matches) {
        disk.text = request.postData() ?? '';
        disk.tag++;
      }
      return route.fulfill({ status: matches ? 200 : 412, headers: { ETag: `"${disk.tag}"` } });
    }
    return route.fulfill({ body: disk.text, headers: { ETag: `"${disk.tag}"` } });
  };
  await page.route(`**/${key}/**`, answer);
  const hand = await opened(page, `./?key=${key}`);
  await expect.poll(() => told(hand)).toMatchObject({ name: 'leg.tml', text: 'world a begin end\n' });
  await hand.write('world b begin end\n');
  await page.keyboard.press('Control+s');
  await expect.poll(() => disk.text).toBe('world b begin end\n');
  await expect.poll(async () => (await told(hand)).dirty).toBe(false);
  Object.assign(disk, { text: 'world other begin end\n', tag: 7 });
  await hand.write('world c begin end\n');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Open the other version' }).click();
  await expect.poll(async () => (await told(hand)).text).toBe('world other begin end\n');
  await page.getByRole('menuitem', { name: 'File' }).click();
  await page.getByRole('menuitem', { name: /Recent documents/ }).click();
  await page.getByRole('button', { name: /leg\.tml.*not saved/ }).click();
  await expect.poll(async () => (await told(hand)).text).toBe('world c begin end\n');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.poll(() => disk.text).toBe('world c begin end\n');
});

/** Of the one image that the browser keeps. */
function keptScale(): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open('trammel', 1);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve(undefined);
    request.onsuccess = () => {
      const all = request.result.transaction('attachments').objectStore('attachments').getAll() as IDBRequest<{ readonly backdrop: { readonly scale: number } | null }[]>;
      all.onsuccess = () => (request.result.close(), resolve(all.result.find(({ backdrop }) => backdrop !== null)?.backdrop?.scale));
    };
  });
}

function dropImage(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const data = new DataTransfer();
    const canvas = new OffscreenCanvas(400, 300);
    canvas.getContext('2d')?.fillRect(0, 0, 400, 300);
    data.items.add(new File([await canvas.convertToBlob()], 'photo.png', { type: 'image/png' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
}

test('showing, moving and removing an image are steps between those of the text', async ({ page }) => {
  const hand = await opened(page);
  const { text } = await told(hand);
  const left = () => hand.look(({ ui }) => ui.backdrop.value?.x ?? null);
  await page.keyboard.press('v');
  await dropImage(page);
  await expect.poll(left).not.toBeNull();
  const first = await left();
  // The image is something: nothing says where to begin, and takes clicks.
  await expect(page.locator('.empty')).toBeHidden();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await hand.drag([0, 0], [60, 0]);
  await page.keyboard.press('Escape');
  const moved = await left();
  expect(moved).toBeGreaterThan(first ?? 0);
  await hand.write(`${text}// mine\n`);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.keyboard.press('Control+z');
  expect(await left()).toBe(moved);
  await page.keyboard.press('Control+z');
  expect(await told(hand)).toMatchObject({ text });
  expect(await left()).toBe(moved);
  await page.keyboard.press('Control+z');
  expect(await left()).toBe(first);
  await page.keyboard.press('Control+z');
  expect(await left()).toBeNull();
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  expect(await left()).toBe(moved);
});

test('the panel of the image leaves keys to the page, and the chips to the pointer', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const chooser = chooserOf(page);
  const hand = await opened(page);
  await dropImage(page);
  await page.getByRole('slider', { name: 'Opacity of the image' }).focus();
  await page.keyboard.press('v');
  expect(await hand.look(({ ui }) => ui.tool.value)).toBe('select');
  await page.getByRole('radio', { name: 'Shape' }).click({ timeout: 2000 });
  await page.evaluate(() => Object.assign(window, { showOpenFilePicker: undefined }));
  await page.getByRole('slider', { name: 'Opacity of the image' }).focus();
  await page.keyboard.press('Control+o');
  await chooser;
});

test('an image that is dropped gets its scale by two clicks, and is there after a reload', async ({ page }) => {
  const hand = await opened(page);
  await dropImage(page);
  const backdrop = () =>
    hand.look(({ ui }) => {
      const { value } = ui.backdrop;
      return value && { width: value.image.width, x: value.x, scale: value.scale };
    });
  await page.getByRole('button', { name: 'Set scale' }).click();
  const before = await backdrop();
  const camera = await hand.look((app) => app.ui.camera.value.scale);
  await page.mouse.click(500, 400);
  await page.mouse.click(700, 400);
  await page.keyboard.type('80mm');
  await page.keyboard.press('Enter');
  const factor = 0.08 / (200 / camera);
  await expect.poll(async () => ((await backdrop())?.scale ?? 0) / (before?.scale ?? 1)).toBeCloseTo(factor, 9);
  const after = await backdrop();
  await expect.poll(() => page.evaluate(keptScale)).toBe(after?.scale);
  await page.reload();
  await hand.ready();
  await expect.poll(backdrop).toEqual(after);
});

test('a tab that crashes loses nothing, and a tab that lives keeps its own', async ({ page, context }) => {
  const hand = await opened(page);
  const { text } = await told(hand);
  await hand.write(`${text}// mine\n`);
  await page.waitForFunction(() => Object.values(localStorage).some((value) => String(value).includes('// mine')));
  const second = await opened(await context.newPage());
  await second.page.waitForTimeout(500);
  expect((await told(second)).text).toBe(text);
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  const third = await opened(await context.newPage());
  await expect(third.page.getByText('Recovered untitled.tml')).toBeVisible();
  expect(await told(third)).toMatchObject({ text: `${text}// mine\n`, dirty: true });
});

test('a file that asks for a million bodies is an error, and the page goes on', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { showOpenFilePicker: undefined }));
  const chooser = chooserOf(page);
  const hand = await opened(page);
  await page.keyboard.press('Control+o');
  const text = `primitive bar begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (100mm, 0); end; end
world w begin components c[1..1000000]: bar; properties: (planar); end\n`;
  await (await chooser).setFiles({ name: 'many.tml', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect.poll(() => told(hand)).toMatchObject({ name: 'many.tml', text, good: false });
  await expect(page.getByText('this world has 1000000 bodies: up to 20,000 are drawn here').first()).toBeVisible();
  await hand.write(text.replace('1000000', '3'));
  await expect.poll(() => told(hand)).toMatchObject({ good: true, bodies: 4 });
});
