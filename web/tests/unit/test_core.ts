// test_core.ts: the core of the build, for tests without a browser.
import { readFileSync } from 'node:fs';

import type { Core } from '../../src/core/core';
import { makeCore, startModule, type LoadedCore } from '../../src/core/load';
import type { Module } from '../../src/core/module';

export const root = new URL('../../../', import.meta.url);

/** A text of the project, by its path from the root. */
export function projectText(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

/** The whole core, as the worker has it. */
export async function testModule(): Promise<Module> {
  const bytes = readFileSync(new URL('build/wasm/trammel.wasm', root));
  return startModule(await WebAssembly.compile(bytes));
}

/** A core of its own, with the files that the gallery's texts include. */
export function testCore(): Promise<Core> {
  return loadedCore();
}

/** The same, with all that the page's own core has. */
export async function loadedCore(): Promise<LoadedCore> {
  const bytes = readFileSync(new URL('build/wasm/editor.wasm', root));
  const core = await makeCore(await WebAssembly.compile(bytes));
  for (const [name, path] of [
    ['parts.tml', 'examples/gallery/parts.tml'],
    ['links.tml', 'examples/papers/links.tml'],
  ] as const) {
    core.addFile(name, new TextEncoder().encode(projectText(path)));
  }
  return core;
}
