// type.mjs: types in a text of 1,500 lines by real keys, and measures what the page's own thread does
// meanwhile: nobody who types waits, however large the text.
import { open } from './drag.mjs';

const KEYS = ' // thirty keys, one by one ...';
/** Between two keys [ms]. */
const PAUSE = 120;

/** Puts the cursor at the end of the first line, and waits until the page has nothing to do. */
async function begin(page) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
  await page.waitForFunction(() => window.__trammel.stage.diagnosis.value !== null);
  await page.waitForTimeout(1000);
  await page.evaluate(() => {
    const tasks = [];
    const keys = [];
    const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, durationThreshold: 16 });
    watch('longtask', (entry) => tasks.push(entry.duration));
    watch('event', (entry) => (entry.name.startsWith('key') ? keys.push(entry.processingEnd - entry.processingStart) : undefined));
    window.__typed = { tasks, keys };
  });
}

/** Types, and waits until the page shows the text; how long that took after the last key [ms]. */
async function type(page) {
  for (const key of KEYS) {
    await page.keyboard.type(key);
    await page.waitForTimeout(PAUSE);
  }
  const last = Date.now() - PAUSE;
  await page.waitForFunction(() => !window.__trammel.stage.reading.value);
  return Date.now() - last;
}

/** In each of the worlds. */
export async function typeAll(page, worlds) {
  const results = [];
  await page.bringToFront();
  for (const world of worlds) {
    await open(page, world);
    await begin(page);
    const shown = await type(page);
    await page.waitForTimeout(1000); // observers come late
    const { tasks, keys } = await page.evaluate(() => window.__typed);
    results.push({ name: world.name, lines: world.text.split('\n').length - 1, shown, tasks, keys });
  }
  return results;
}
