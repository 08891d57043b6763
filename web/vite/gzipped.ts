// gzipped.ts: writes FILE.gz beside each file of the built page that shrinks well, so that a server
// need not compress. By zopfli, whose files any reader of gzip takes and which are a twentieth smaller
// than zlib's: the first load must be small. The same page gives the same bytes: no time is written into them.
import { execFileSync } from 'node:child_process';
import { accessSync } from 'node:fs';
import { join } from 'node:path';

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
      const files = filesOf(folder).filter((name) => SHRINKS.test(name));
      try {
        const paths = files.map((file) => join(folder, file));
        execFileSync('zopfli', ['--i5', ...paths], { stdio: ['ignore', 'ignore', 'inherit'] });
        paths.forEach((path) => accessSync(`${path}.gz`)); // it says nothing of a file that it cannot write
      } catch (error) {
        throw new Error("zopfli, which compresses the page, does not run: 'tools/install.sh page' installs it", { cause: error });
      }
    },
  };
}
