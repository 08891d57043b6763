// Without a mouse: an example is chosen, played and nudged by keys; the focus is always seen; every
// control has a name.
import type { Page } from '@playwright/test';

import { expect, test } from './fixture';
import { distance, Hand } from './hand';

test('an example is opened, played, nudged and undone by keys alone', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await page.keyboard.press('Control+g');
  await expect(page.getByRole('dialog', { name: 'Gallery' })).toBeVisible();
  await page.keyboard.type('jansen');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.gallery-card:focus')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await hand.freedom(1);

  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('Space plays after a press on a tab or button of a panel, whoever had the keys; by the keyboard a tab keeps it', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  await page.keyboard.press('Escape');
  const plays = () => hand.look((app) => app.ui.playing.value);
  const tab = (name: string) => page.locator('.tabs-dock').getByRole('tab', { name });
  for (const before of ['.stage', '.cm-content']) {
    for (const name of ['Analysis', 'Plots', 'Inspector', 'Analysis']) {
      await page.locator(before).focus();
      await tab(name).click();
      await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Space');
      expect(await plays()).toBe(true);
      await page.keyboard.press('Space');
      expect(await plays()).toBe(false);
    }
  }
  await page.locator('.stage').focus();
  await page.getByRole('button', { name: 'Play motion 1' }).click();
  await page.mouse.move(5, 5);
  await page.keyboard.press('Space');
  expect(await plays()).toBe(true);
  await page.keyboard.press('Space');

  // Who has come to a tab by the keyboard presses it by Space, as on every page.
  await tab('Analysis').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Plots')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(tab('Plots')).toHaveAttribute('aria-selected', 'true');
  expect(await plays()).toBe(false);
  // And a field types it.
  await tab('Inspector').click();
  await hand.click(await hand.pin('link1', 'a'));
  const field = page.locator('.panel-inspector input').first();
  await field.click();
  await page.keyboard.press('Space');
  expect(await plays()).toBe(false);
});

test('Tab goes from point to point, arrows drag it by its freedoms, with Ctrl change lengths, Escape lets it go', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  const drawn = await hand.text();
  await page.locator('.stage').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await hand.look((app) => app.ui.selection.value)).toEqual([{ kind: 'point', body: 'link1', point: 'b' }]);
  await expect(page.getByRole('status').filter({ hasText: /^pin link1\.b, joined to link2, at / })).toHaveAttribute('aria-live', 'polite');
  const crank = async () => distance(await hand.place('link1', 'a'), await hand.place('link1', 'b'));
  const [before, length] = [await hand.place('link1', 'b'), await crank()];
  for (const key of ['ArrowRight', 'Control+ArrowRight']) {
    await page.keyboard.press(key);
    expect(distance(await hand.place('link1', 'b'), before)).toBeGreaterThan(1e-4);
    expect(Math.abs((await crank()) - length) < 1e-6).toBe(key === 'ArrowRight');
    await page.keyboard.press('Control+z');
    expect(await hand.text()).toBe(drawn);
  }
  await page.keyboard.press('Escape');
  expect(await hand.look((app) => app.ui.selection.value)).toEqual([]);
});

test('the hint stands beside the pointer that keys move', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await page.locator('.stage').focus();
  await page.keyboard.press('b');
  for (const key of ['ArrowRight', 'Enter', ...Array<string>(5).fill('ArrowRight')]) {
    await page.keyboard.press(key);
  }
  const hint = page.locator('.hint');
  await expect(hint).toBeVisible();
  const [x, y] = hand.at([60, 0]);
  const box = await hint.boundingBox();
  expect(distance({ x: box?.x ?? 0, y: box?.y ?? 0 }, { x, y })).toBeLessThan(40);
});

/** Whether what has the focus looks otherwise than without it; of a text the caret is enough. */
function focusShows(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const look = () => {
      const styles = [element, element.parentElement].flatMap((part) => (part ? [getComputedStyle(part), getComputedStyle(part, '::after')] : []));
      const read = () => styles.map((style) => [style.outline, style.boxShadow, style.borderColor, style.backgroundColor].join()).join(';');
      read(); // Transitions begin when somebody looks.
      document.getAnimations().forEach((animation) => animation.finish());
      return read();
    };
    const focused = look();
    element.blur();
    const plain = look();
    element.focus();
    const name = `${element.tagName} ${element.className} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 30) ?? ''}`;
    return focused !== plain || element.isContentEditable ? `seen: ${name}` : `unseen: ${name}`;
  });
}

test('the focus goes round the whole page by Tab and is always seen', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  const met: string[] = [];
  await page.locator('body').press('Tab');
  for (let i = 0; i < 40; i++) {
    if (await page.evaluate(() => document.activeElement === document.body)) {
      break;
    }
    met.push(await focusShows(page));
    await page.keyboard.press('Escape'); // The text keeps Tab to itself until then.
    await page.keyboard.press('Tab');
  }
  expect(met.filter((one) => one.startsWith('unseen'))).toEqual([]);
  expect(met.length).toBeGreaterThan(8);
});

test('a ring shows that the keys are in the picture, and none that the mouse is', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  const box = (await page.locator('.stage').boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const edge = async () => (await page.screenshot({ clip: { x: box.x, y: box.y + box.height / 2, width: 2, height: 30 } })).toString('base64');
  const plain = await edge();
  await page.locator('.tools button[tabindex="0"]').focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('.stage')).toBeFocused();
  const ringed = await edge();
  expect(ringed).not.toBe(plain);
  for (const mouse of [() => hand.click([0, 150]), () => hand.tool('Bar')]) {
    await page.locator('.cm-content').click();
    await mouse();
    await expect(page.locator('.stage')).toBeFocused();
    expect(await edge()).toBe(plain);
  }
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  expect(await edge()).toBe(ringed);
});

/** Controls without label, text or title. */
function nameless(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const words = (element: Element | null) => element?.getAttribute('aria-label') || element?.textContent?.trim() || '';
    const nameOf = (element: HTMLElement) => {
      const by = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => words(document.getElementById(id)));
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])].map(words) : [];
      const own = element.matches('input, select, textarea') ? (element.getAttribute('aria-label') ?? '') : words(element);
      return [...by, ...labels, own, element.title].join('');
    };
    const all = document.querySelectorAll<HTMLElement>('button, a, input, select, textarea, [tabindex="0"]');
    return [...all].filter((one) => one.checkVisibility() && nameOf(one) === '').map((one) => one.outerHTML.slice(0, 200));
  });
}

test('every control has a name, in every panel', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  for (const key of ['Alt+2', 'Alt+3', 'Alt+4', 'Alt+5']) {
    await page.keyboard.press(key);
    await expect.poll(() => nameless(page), key).toEqual([]);
  }
});
