// fixture.ts: the `test` of every page test. Beside what Playwright gives, a test fails when the page
// logs an error, throws, breaks its policy, or asks any host but its own.
import { test as plain } from '@playwright/test';

export { expect } from '@playwright/test';

export const test = plain.extend<{ quiet: undefined }>({
  quiet: [
    async ({ context, baseURL }, use) => {
      const noise: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') {
          noise.push(message.text());
        }
      });
      context.on('weberror', (error) => noise.push(String(error.error())));
      context.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(baseURL ?? '')) {
          noise.push(`asked ${request.url()}`);
        }
      });
      await context.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', (event) =>
          console.error(`the policy forbids ${event.violatedDirective}: ${event.blockedURI}`),
        ),
      );
      await use(undefined);
      if (noise.length > 0) {
        throw new Error(`the page was not quiet:\n${noise.join('\n')}`);
      }
    },
    { auto: true },
  ],
});
