// vite.config.ts: how the page is built into build/page, as plain files that any server may give
// out, and how its unit tests run. `#NAME.wasm` is a module of the core
// in build/wasm; web/src/core alone imports them.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

import { gzipped } from './vite/gzipped.ts';
import { offline } from './vite/offline.ts';

// tools/test.py names the file for the report of the cases.
const { JUNIT } = process.env;
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: './',
  resolve: {
    alias: [{ find: /^#(\w+\.wasm)/, replacement: at('../build/wasm/$1') }],
  },
  server: { fs: { allow: ['.', '../build/wasm', '../examples'] } },
  worker: { format: 'es' },
  build: {
    outDir: at('../build/page'),
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page forbids inline scripts, and data: addresses for all but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    sourcemap: false,
    // On a busy machine every step is slow.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  // In this order: offline.js is compressed, too.
  plugins: [offline(at('src/offline/service.ts')), gzipped()],
  test: {
    include: ['tests/unit/**/*.test.ts'],
    // Loaded machines are slow; what hangs is still found.
    testTimeout: 60_000,
    reporters: JUNIT ? ['default', ['junit', { outputFile: JUNIT }]] : ['default'],
  },
});
