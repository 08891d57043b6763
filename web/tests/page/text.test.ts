// The text and the picture are two views of one document: what is typed shows in the picture.
import { expect, test } from './fixture';
import { distance, Hand } from './hand';

/** Selects the first occurrence of some words in the editor by its own search. */
async function select(hand: Hand, words: string): Promise<void> {
  const { page } = hand;
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  await expect(page.locator('.cm-search input[name="search"]')).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

test('a number that is typed moves the picture at once', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  const before = await hand.place('link3', 'b');
  await select(hand, '37mm');
  await page.keyboard.type('40mm');
  await expect.poll(async () => (await hand.place('link3', 'b')).x).toBeCloseTo(before.x + 0.003, 9);
  expect(distance(await hand.place('link2', 'b'), await hand.place('link3', 'a'))).toBeLessThan(1e-9);
  await hand.freedom(1);
});

test('a double click on a number takes its digits, and what is typed keeps the unit', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  await select(hand, '37mm'); // lines far below are not there before they are seen
  await page.keyboard.press('ArrowLeft');
  const number = page.locator('.cm-line').getByText('37', { exact: true }).first();
  await number.dblclick();
  await page.keyboard.type('40');
  await expect.poll(() => hand.text()).toContain('(40mm, ');
  await page.locator('.cm-line').filter({ hasText: '(40mm, ' }).getByText('mm', { exact: true }).first().dblclick();
  await page.keyboard.type('cm');
  await expect.poll(() => hand.text()).toMatch(/\(\d+(\.\d+)?cm, /);
});

test('broken text keeps the last valid picture and shows what is wrong; undo mends it', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  const before = await hand.place('link2', 'b');
  await select(hand, 'planar');
  await page.keyboard.type('plenar');
  await expect(page.locator('.problems')).toHaveText(/1 error/);
  await expect(page.locator('.cm-lintRange-error').first()).toBeVisible();
  const stale = page.getByRole('button', { name: 'Errors: last valid picture' });
  await expect(stale).toBeVisible();
  expect(distance(await hand.place('link2', 'b'), before)).toBeLessThan(1e-12);
  for (let i = 0; i < 10 && (await stale.isVisible()); i++) {
    await page.keyboard.press('Control+z');
  }
  await expect(page.locator('.problems')).toBeHidden();
});

test('a picture that is dragged patches the numbers in the text, and nothing else', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  const before = await hand.text();
  await hand.drag(await hand.pin('link1', 'b'), [-130, 40]);
  const after = await hand.text();
  expect(after).not.toBe(before);
  const without = (text: string) => text.replace(/(place \w+ by \w+ near )[^;]*/g, '$1');
  expect(without(after)).toBe(without(before));
  await expect(page.locator('.cm-content')).toContainText(/place link1 by .*/.exec(after)?.[0] ?? '?');
});

test('completion offers what can stand here', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  await hand.drawFourBar();
  await select(hand, 'steelblue');
  await page.keyboard.type('gold');
  await page.keyboard.press('Control+Space');
  await expect(page.locator('.cm-tooltip-autocomplete')).toContainText('goldenrod');
  await page.keyboard.press('Enter');
  await expect.poll(() => hand.text()).toMatch(/primitive link1 begin\n.*color: gold/);
});
