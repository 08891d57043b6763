// The built page starts under its policy.
import { expect, test } from './fixture';

test('the page starts', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('#app')).not.toBeEmpty();
});

test('keys that are pressed while the core is on its way act once it has come', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { showOpenFilePicker: undefined }));
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  await page.route('**/*.wasm', async (route) => {
    await given;
    await route.continue();
  });
  const asked = page.waitForRequest('**/*.wasm');
  const chooser = page.waitForEvent('filechooser');
  await page.goto('./');
  await asked;
  await page.keyboard.press('Control+o');
  give();
  await (await chooser).setFiles({ name: 'early.tml', mimeType: 'text/plain', buffer: Buffer.from('world w begin end;') });
  await expect(page).toHaveTitle(/early\.tml/);
});
