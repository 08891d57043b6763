// playwright.config.ts: the tests of the built page, in Debian's Chromium, with real pointer events.
// Their server is web/tests/page/serve.mjs; its port comes from the folder's name, so that two
// checkouts can be tested at once.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const root = fileURLToPath(new URL('..', import.meta.url));
const port = 20000 + (createHash('sha256').update(root).digest().readUInt32LE() % 10000);
// tools/test.py names the file for the report of the cases.
const { JUNIT } = process.env;
const address = `http://127.0.0.1:${port}/`;

export default defineConfig({
  testDir: 'tests/page',
  outputDir: '../build/page-tests',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  // Machines that are busy: a simulation runs at its own pace.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: JUNIT ? [['line'], ['junit', { outputFile: JUNIT }]] : 'line',
  use: {
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: execFileSync(`${root}tools/find.sh`, ['chromium'], { encoding: 'utf8' }).trim(),
    },
  },
  webServer: {
    command: `"${process.execPath}" tests/page/serve.mjs ${port}`,
    url: address,
    reuseExistingServer: false,
  },
});
