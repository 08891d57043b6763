// Typing never waits: in a large text nothing is read, and nothing drawn, on the page's own thread while
// somebody types; what comes in its time is that of the last text, and no gesture falls on an older one.
import type { Page } from '@playwright/test';

import type { App } from '../../src/app';
import { fourBars } from '../support/large';
import { expect, test } from './fixture';
import { distance, Hand } from './hand';

const BARS = 149;
const text = fourBars(BARS);
const NOTE = ' // thirty keys, one by one ...';

// Gestures in such a text take their time where the machine is busy.
test.describe.configure({ timeout: 180_000 });

interface Counts {
  reads: number;
  strokes: number;
}

/** Counts what the page's own core reads, and what the page itself draws. */
async function count(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { __trammel: app } = window as unknown as { __trammel: App };
    const counts = { reads: 0, strokes: 0 };
    const own = app.core.sketch.bind(app.core);
    Object.assign(app.core, { sketch: (source: string, run?: number) => (counts.reads++, own(source, run)) });
    const { stroke } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.stroke = function counted(this: CanvasRenderingContext2D, path: Path2D) {
      counts.strokes++;
      stroke.call(this, path);
    } as typeof stroke;
    Object.assign(window, { __counts: counts });
  });
}

const counts = (page: Page) => page.evaluate(() => (window as unknown as { __counts: Counts }).__counts);

/** Writes the large text into the page, shows all of it, and puts the cursor at the end of its first line. */
async function write(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.write(text);
  await page.getByRole('button', { name: 'Zoom to fit' }).click(); // a press: the text is read then
  await hand.tool('Select and drag');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
}

/** The same in a new page, when all of the text is known. */
async function begin(page: Page): Promise<Hand> {
  const hand = new Hand(page);
  await hand.open();
  await write(hand);
  await hand.freedom(BARS);
  await page.locator('.stage').evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return hand;
}

/** Until the page shows the present text. */
async function settled(hand: Hand): Promise<void> {
  await expect.poll(() => hand.look((app) => app.stage.reading.value || app.stage.diagnosis.value === null)).toBe(false);
}

/** What the facts say that stands at the place of the last body. */
const lastBody = (hand: Hand) =>
  hand.look((app) => {
    const span = app.stage.facts.value.bodies.at(-1)?.span;
    return span ? app.doc.text.value.slice(span.start, span.end) : '';
  });

test('1,500 lines: what is typed is there at once, and is read and painted elsewhere', async ({ page }) => {
  const hand = await begin(page);
  await count(page);
  await page.keyboard.type(NOTE);
  const typed = text.replace('language 1;', `language 1;${NOTE}`);
  expect(await hand.text()).toBe(typed);
  await settled(hand);
  expect(await hand.look((app) => app.stage.shown.value === app.stage.facts.value)).toBe(true);
  expect(await lastBody(hand)).toBe(`c${BARS - 1}: rocker`);
  await hand.freedom(BARS);
  await page.keyboard.press('Control+z');
  expect(await hand.text()).toBe(text);
  await settled(hand);
  expect(await lastBody(hand)).toBe(`c${BARS - 1}: rocker`);
  expect(await counts(page)).toEqual({ reads: 0, strokes: 0 });
});

test('what is painted elsewhere is what the page draws itself', async ({ page }) => {
  const hand = await begin(page);
  await count(page);
  await page.keyboard.type(' // n');
  await settled(hand);
  await page.waitForTimeout(300);
  expect((await counts(page)).strokes).toBe(0);
  const stage = page.locator('.stage canvas.over');
  const painted = await stage.screenshot();
  await page.mouse.move(...hand.at(await hand.pin('b70')));
  await expect.poll(async () => (await counts(page)).strokes).toBeGreaterThan(0);
  await page.mouse.move(5, 5);
  await expect.poll(() => hand.look((app) => app.ui.hover.value)).toBeNull();
  await page.waitForTimeout(300);
  expect((await stage.screenshot()).equals(painted)).toBe(true);
});

test('mistakes and offers are those of the last text', async ({ page }) => {
  const hand = await begin(page);
  await count(page);
  await page.keyboard.type(' oops');
  await expect(page.locator('.problems')).toHaveText(/1 error/);
  await expect(page.locator('.cm-lintRange-error').first()).toBeVisible();
  await expect(page.getByText('The text has errors: this shows the last one without.').first()).toBeAttached();
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('Backspace');
  }
  expect(await hand.text()).toBe(text);
  await expect(page.locator('.problems')).toBeHidden();
  await page.keyboard.press('Enter');
  await page.keyboard.type('prim');
  await expect(page.locator('.cm-tooltip-autocomplete')).toContainText('primitive');
  expect((await counts(page)).reads).toBe(0);
});

test('a press while a text is read waits for it, and works on what was typed', async ({ page }) => {
  const hand = new Hand(page);
  await hand.open();
  // What workers are told is kept back until `release`, however quick the machine is.
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    const kept: (() => void)[] = [];
    Worker.prototype.postMessage = function (this: Worker, ...told: unknown[]) {
      kept.push(() => Reflect.apply(post, this, told));
    };
    Object.assign(window, { release: () => ((Worker.prototype.postMessage = post), kept.forEach((send) => send())) });
  });
  await write(hand);
  const before = await hand.place('a5', 'b');
  const pin = await hand.pin('a5', 'b');
  await page.keyboard.type(' // n');
  await expect(page.getByText('Reading the text …')).toBeVisible();
  await expect(page.locator('.picture')).toHaveClass(/stale/);
  expect(await hand.look((app) => app.stage.reading.value)).toBe(true);
  await hand.drag(pin, [pin[0] - 6, pin[1] + 6], [pin[0] - 12, pin[1] + 8]);
  await expect(page.getByText('Reading the text …')).toBeHidden();
  const moved = await hand.text();
  expect(moved).toContain('language 1; // n\n');
  expect(moved).not.toBe(text.replace('language 1;', 'language 1; // n'));
  const after = await hand.place('a5', 'b');
  expect(distance(after, before)).toBeGreaterThan(0.002);
  expect(distance(after, await hand.place('b5', 'a'))).toBeLessThan(1e-6);
  await page.evaluate(() => (window as unknown as { release(): void }).release());
  await settled(hand);
  expect(await hand.text()).toBe(moved);
  expect(distance(await hand.place('a5', 'b'), after)).toBeLessThan(1e-9);
});

test('what was read elsewhere is dragged as ever, and undo is exact', async ({ page }) => {
  const hand = await begin(page);
  await page.keyboard.type(' // n');
  const typed = await hand.text();
  await settled(hand);
  const pin = await hand.pin('a5', 'b');
  await hand.drag(pin, [pin[0] - 6, pin[1] + 6], [pin[0] - 12, pin[1] + 8]);
  expect(await hand.text()).not.toBe(typed);
  expect(distance(await hand.place('c5', 'a'), await hand.place('b5', 'b'))).toBeLessThan(1e-6);
  await page.keyboard.press('Control+z');
  expect(await hand.text()).toBe(typed);
  await page.keyboard.press('Control+z');
  expect(await hand.text()).toBe(text);
  await settled(hand);
  expect(await lastBody(hand)).toBe(`c${BARS - 1}: rocker`);
});
