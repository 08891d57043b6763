// looks.config.ts: `npm run looks`: no tests, but pictures of every state of the page, to be looked
// at: build/looks/STATE-SIZE-THEME.png. The page is built first (make page).
import { defineConfig } from '@playwright/test';

import plain from '../../playwright.config';

export default defineConfig({
  ...plain,
  testDir: '.',
  testMatch: 'looks.ts',
  timeout: 120_000,
  reporter: 'line',
  webServer: { ...(Array.isArray(plain.webServer) ? plain.webServer[0] : plain.webServer)!, cwd: '../..' },
  outputDir: '../../../build/looks/.work',
});
