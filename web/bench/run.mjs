// run.mjs [--quick] [NAME…]: how fast the built page is, into bench/results/page.csv. Every planar
// example and two chains are dragged by a pin, by real pointer events in Chromium; after each, the
// pointer goes the same way over an empty canvas of the same size, which tells what the machine and
// the browser take for themselves. A text of 1,500 lines is typed in. NAME…: only worlds whose names contain one, and no file is written.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

import { goRound, grab, open, release } from './drag.mjs';
import { probe } from './probe.mjs';
import { simulateAll } from './simulate.mjs';
import { isKept, row, SIMULATED_TITLE, simulatedRow, summary, TITLE, TYPED_TITLE, typedRow } from './table.mjs';
import { typeAll } from './type.mjs';
import { typed as typedWorlds, worlds } from './worlds.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = `${ROOT}bench/results/page.csv`;
const VIEW = { width: 1440, height: 900 };
const quick = process.argv.includes('--quick');
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const MOVES = quick ? 60 : 180;
const LOADS = quick ? 1 : 5;
/** Dragged for a minute. */
const LONG = 'gallery/jansen';
const MINUTE = 60_000; // [ms]

const port = 30000 + (createHash('sha256').update(ROOT).digest().readUInt32LE() % 10000);
const address = `http://127.0.0.1:${port}/`;

async function serve() {
  const server = spawn(process.execPath, ['tests/page/serve.mjs', String(port)], { stdio: 'inherit' });
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(address).then((answer) => answer.ok, () => false)) {
      return server;
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  server.kill();
  throw new Error(`nothing answers at ${address}`);
}

/** A page that nothing is cached for, when it is usable. */
async function load(browser) {
  const context = await browser.newContext({ viewport: VIEW });
  await context.addInitScript(probe);
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(() => window.__probe.usable > 0);
  const { usable, bytes } = await page.evaluate(() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const first = all.filter((entry) => entry.responseEnd <= window.__probe.usable);
    return { usable: window.__probe.usable, bytes: first.reduce((sum, entry) => sum + entry.encodedBodySize, 0) };
  });
  return { context, page, usable, bytes };
}

async function loads(browser) {
  const all = [];
  for (let i = 0; i < LOADS; i++) {
    const { context, usable, bytes } = await load(browser);
    all.push({ usable, bytes });
    await context.close();
  }
  return { usable: Math.min(...all.map((one) => one.usable)), bytes: Math.max(...all.map((one) => one.bytes)) };
}

/** A canvas as large as the picture, cleared in every frame, and nothing else. */
async function makeEmpty(context, page) {
  const { width, height } = await page.locator('canvas.over').boundingBox();
  const empty = await context.newPage();
  await empty.setContent(`<body style="margin:0"><canvas width="${width}" height="${height}"></canvas>`);
  await empty.evaluate(() => {
    const context2d = document.querySelector('canvas').getContext('2d');
    const clear = () => {
      context2d.clearRect(0, 0, 10_000, 10_000);
      requestAnimationFrame(clear);
    };
    clear();
  });
  return empty;
}

const begin = (page) => page.evaluate(() => window.__probe.begin());
const end = (page) => page.evaluate(() => window.__probe.end());

async function measured(page, at, moves, time) {
  await begin(page);
  const stop = Date.now() + time;
  do {
    await goRound(page, at, moves);
  } while (Date.now() < stop);
  return end(page);
}

async function measure(page, empty, world) {
  await page.bringToFront();
  const links = await open(page, world);
  const at = links > 0 ? await grab(page) : null;
  if (!at) {
    return null;
  }
  const time = world.name === LONG && !quick ? MINUTE : 0;
  const drag = await measured(page, at, MOVES, time);
  await begin(page);
  await release(page);
  const { slowest } = await end(page);
  await empty.bringToFront();
  const still = await measured(empty, at, MOVES, time);
  return { name: world.name, links, drag, still, release: slowest.pointerup ?? 0 };
}

async function measureAll(browser, chosen, all, names) {
  const { context, page } = await load(browser);
  const empty = await makeEmpty(context, page);
  const rows = [];
  for (const world of chosen) {
    const result = await measure(page, empty, world);
    if (result) {
      rows.push(row(result));
      console.log(summary(rows.at(-1)));
    }
  }
  const isChosen = (name) => names.length === 0 || names.some((one) => name.includes(one));
  const simulated = (await simulateAll(page, empty, all, isChosen)).map(simulatedRow);
  simulated.forEach((one) =>
    console.log(`${one.world.padEnd(32)} simulated ${one.reached} s  frame ${one.frame} (95 %: ${one.frame_p95}) ms  over 50 ms: ${one.frames_over_50} (empty canvas: ${one.empty_over_50})`),
  );
  const typed = (await typeAll(page, typedWorlds.filter(({ name }) => isChosen(name)))).map(typedRow);
  typed.forEach((one) =>
    console.log(`${one.world.padEnd(32)} ${one.lines} lines  key at most ${one.key_most} ms  tasks over 50 ms: ${one.tasks_over_50} (longest ${one.task_most})  shown after ${one.shown} ms`),
  );
  await context.close();
  return { rows, simulated, typed };
}

function write(rows, simulated, typed, first) {
  const cpu = /model name\s*: (.*)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? 'unknown';
  const head = [
    `# machine: ${cpu}${quick ? '; a quick run' : ''}`,
    `# first load: ${first.bytes} bytes (gzip); usable after ${first.usable.toFixed(0)} ms, the least of ${LOADS}`,
    '# work: solve and draw of a move; empty: frames of an empty canvas of the same size; all in ms',
  ];
  const lines = (title, list) => [title, ...list.map((one) => Object.values(one).join(','))];
  const more = ['# simulations of 5 s; reached: of the world [s]', ...lines(SIMULATED_TITLE, simulated).map((line) => `# ${line}`)];
  const keys = ['# thirty keys; tasks of the page: those above 50 ms; shown: after the last key; all in ms', ...lines(TYPED_TITLE, typed).map((line) => `# ${line}`)];
  writeFileSync(OUT, `${[...head, ...more, ...keys, ...lines(TITLE, rows)].join('\n')}\n`);
}

async function main() {
  const chromiumPath = execFileSync(`${ROOT}tools/find.sh`, ['chromium'], { encoding: 'utf8' }).trim();
  const server = await serve();
  const browser = await chromium.launch({ executablePath: chromiumPath });
  try {
    const first = await loads(browser);
    const all = worlds(quick);
    const chosen = all.filter((world) => names.length === 0 || names.some((name) => world.name.includes(name)));
    const { rows, simulated, typed } = await measureAll(browser, chosen, all, names);
    if (names.length === 0) {
      write(rows, simulated, typed, first);
    }
    const kept = isKept(rows, first, LONG, simulated, typed);
    kept.forEach(({ what, kept: holds }) => console.log(`${holds ? 'kept  ' : 'MISSED'} ${what}`));
  } finally {
    await browser.close();
    server.kill();
  }
}

await main();
