// gzipped.ts: writes FILE.gz beside each file of the built page that shrinks well, so that a server
// need not compress. The same page gives the same bytes: no time is written into them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { Plugin } from 'vite';

import { filesOf } from './files.ts';

const SHRINKS = /\.(js|css|wasm|html|svg|json|tml|txt)$/;

export function gzipped(): Plugin {
  let folder = '';
  return {
    name: 'gzipped',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const file of filesOf(folder).filter((name) => SHRINKS.test(name))) {
        const path = join(folder, file);
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    },
  };
}
