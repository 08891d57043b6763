// serve.mjs PORT: gives out build/page on loopback as a careful server would: with the policy of the
// page as a header, the right types, gzip where there is a FILE.gz, and nothing outside the folder.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../build/page', import.meta.url));
const POLICY = /Content-Security-Policy" content="([^"]*)"/.exec(
  readFileSync(join(FOLDER, 'index.html'), 'utf8'),
)[1];
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

/** The file that an address names, or null. */
function fileOf(url) {
  const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
  const file = join(FOLDER, path.endsWith('/') ? `${path}index.html` : path);
  return file.startsWith(FOLDER) && existsSync(file) && statSync(file).isFile() ? file : null;
}

function answer(request, response) {
  const file = fileOf(request.url);
  if (!file) {
    response.writeHead(404).end();
    return;
  }
  const zipped =
    /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') && existsSync(`${file}.gz`);
  response.writeHead(200, {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
    ...(zipped && { 'Content-Encoding': 'gzip' }),
  });
  createReadStream(zipped ? `${file}.gz` : file).pipe(response);
}

createServer(answer).listen(Number(process.argv[2]), '127.0.0.1');
