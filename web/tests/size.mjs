// size.mjs [--brief]: how many bytes the first load of build/page fetches, compressed, and unless
// --brief whether that keeps to the limit. What is imported only when it is used does not count.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIMIT = 500_000; // [byte]
const FOLDER = fileURLToPath(new URL('../../build/page', import.meta.url));

const manifest = JSON.parse(readFileSync(join(FOLDER, '.vite/manifest.json'), 'utf8'));

/** Adds to `files` what the chunk `key` fetches: itself, its styles and assets, static imports. */
function follow(key, files) {
  const chunk = manifest[key];
  if (!files.has(chunk.file)) {
    [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])].forEach((file) => files.add(file));
    (chunk.imports ?? []).forEach((name) => follow(name, files));
  }
  return files;
}

const fetched = ['index.html', 'icon.svg', ...follow('index.html', new Set())];
const sizes = fetched.map((file) => [file, statSync(join(FOLDER, `${file}.gz`)).size]);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
const kilobytes = (size) => `${(size / 1000).toFixed(1)} KB`;

const brief = process.argv.includes('--brief');
if (!brief) {
  sizes.forEach(([file, size]) => console.log(`${kilobytes(size).padStart(10)}  ${file}`));
}
console.log(`build/page: the first load fetches ${kilobytes(total)} of at most ${kilobytes(LIMIT)} (gzip)`);
process.exitCode = brief || total < LIMIT ? 0 : 1;
