// script.mjs: what the tests in node share. A case is a sentence and a function; run() closes with
// the line `N passed, N failed` that every test program of the project prints.
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Runs the cases, an object of sentence to function, one after the other. */
export async function run(cases) {
  let passed = 0;
  let failed = 0;
  for (const [name, test] of Object.entries(cases)) {
    try {
      await test();
      passed++;
    } catch (error) {
      failed++;
      console.log(`FAILED ${name}\n${error.stack}`);
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
