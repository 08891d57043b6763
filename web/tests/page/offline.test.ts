// A page that was visited once works without a network. The server gets a name, since of this machine
// nothing is kept; the browser is told to trust it as it would https.
import { fileURLToPath } from 'node:url';

import { filesOf } from '../../vite/files';
import { expect, test } from './fixture';

const NAME = 'trammel.test';

const named = (address: string) => address.replace('127.0.0.1', NAME);

test.use({
  baseURL: async ({ baseURL }, use) => use(named(baseURL ?? '')),
  launchOptions: [
    async ({ launchOptions }, use, info) => {
      const address = named(info.project.use.baseURL ?? '').replace(/\/$/, '');
      const args = [
        `--host-resolver-rules=MAP ${NAME} 127.0.0.1`,
        `--unsafely-treat-insecure-origin-as-secure=${address}`,
      ];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});

test('the page works without a network after one visit, with all of its files', async ({
  page,
  context,
}) => {
  await page.goto('./');
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('#app')).not.toBeEmpty();

  const folder = fileURLToPath(new URL('../../../build/page', import.meta.url));
  const files = filesOf(folder).filter((file) => !/^\.|\.gz$|^offline\.js$/.test(file));
  const lacking = await page.evaluate(async (names) => {
    const answers = await Promise.all(names.map((name) => fetch(name).catch(() => null)));
    return names.filter((_, i) => !answers[i]?.ok);
  }, files.filter((file) => file !== 'index.html'));
  expect(lacking).toEqual([]);
});
