// offline.ts: makes offline.js of src/offline/service.ts, with the list of all files of the built page
// and a hash of what they hold. Its own script, since a service worker rules only its own folder.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Plugin, transformWithOxc } from 'vite';

import { filesOf } from './files.ts';

export function offline(source: string): Plugin {
  let folder = '';
  return {
    name: 'offline',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      const files = filesOf(folder).filter((file) => !/^\.|\.gz$|^offline\.js$/.test(file));
      const hash = createHash('sha256');
      files.forEach((file) => hash.update(file).update(readFileSync(join(folder, file))));
      const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
      const list = JSON.stringify(files.filter((file) => file !== 'index.html'));
      const head = `const FILES = ${list};\nconst VERSION = '${hash.digest('hex').slice(0, 16)}';\n`;
      writeFileSync(join(folder, 'offline.js'), head + code);
    },
  };
}
