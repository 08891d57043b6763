// The built page starts under its policy.
import { expect, test } from './fixture';

test('the page starts', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('#app')).not.toBeEmpty();
});
