// Files that texts include are found where the text came from, and do not outlive the document.
import { expect, test, vi } from 'vitest';

import { firstOf, Includes } from '../../../src/files/includes';
import { beside } from '../../../src/files/save';
import { mainOf } from '../../../src/files/open';
import { projectText, root } from '../test_core';
import { readFileSync } from 'node:fs';
import { makeCore } from '../../../src/core/load';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A core that knows no file yet. */
async function bareIncludes(text: () => string = () => '') {
  const core = await makeCore(await WebAssembly.compile(readFileSync(new URL('build/wasm/editor.wasm', root))));
  const refresh = vi.fn();
  const files = new Map<string, Uint8Array>();
  return { core, files, refresh, includes: new Includes({ core, files, missing: () => core.missingFiles(), text, refresh }) };
}

const jansen = projectText('examples/gallery/jansen.tml');
const parts = bytes(projectText('examples/gallery/parts.tml'));

test('a text is good once its includes have been fetched', async () => {
  const { core, includes } = await bareIncludes();
  expect(core.sketch(jansen).facts.good).toBe(false);
  const source = vi.fn((name: string) => Promise.resolve(name === 'parts.tml' ? parts : null));
  await includes.begin(jansen, new Map(), source);
  expect(core.sketch(jansen).facts.good).toBe(true);
  expect(source.mock.calls).toEqual([['parts.tml']]);
});

test('a file that includes another is followed; two that include each other end', async () => {
  const { files, includes } = await bareIncludes();
  const shelf: Record<string, string> = { 'a.tml': 'include "b.tml";\n', 'b.tml': 'include "a.tml";\ninclude "none.tml";\n' };
  const asked: string[] = [];
  await includes.begin('include "a.tml";\n', new Map(), (name) => (asked.push(name), Promise.resolve(shelf[name] ? bytes(shelf[name]) : null)));
  expect([...files.keys()].sort()).toEqual(['a.tml', 'b.tml']);
  expect(asked.filter((name) => name === 'none.tml')).toHaveLength(1);
});

test('files that were given need not be fetched, and go with the document', async () => {
  const { core, files, includes } = await bareIncludes();
  const source = vi.fn(() => Promise.resolve(null));
  await includes.begin(jansen, new Map([['parts.tml', parts]]), source);
  expect(source).not.toHaveBeenCalled();
  await includes.begin('', new Map(), source);
  expect(files.size).toBe(0);
  expect(core.sketch(jansen).facts.good).toBe(false);
  // Another text asked for parts.tml once; this one does not.
  expect(source).not.toHaveBeenCalled();
});

test('an include that is typed is fetched a little later', async () => {
  vi.useFakeTimers();
  try {
    const { core, includes, refresh } = await bareIncludes(() => jansen);
    await includes.begin('', new Map(), () => Promise.resolve(parts));
    core.sketch(jansen).dispose();
    includes.look();
    includes.look();
    expect(refresh).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(core.sketch(jansen).facts.good).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('sources are asked in turn, and one that fails is passed over', async () => {
  const source = firstOf(() => Promise.reject(new Error('no server')), () => Promise.resolve(null), (name) => Promise.resolve(bytes(name)));
  expect(await source('x')).toEqual(bytes('x'));
});

test('included names are relative to the file', () => {
  expect(beside('leg.tml', 'parts.tml')).toBe('parts.tml');
  expect(beside('legs/leg.tml', 'parts.tml')).toBe('legs/parts.tml');
});

test('of several texts the one that no other includes is the document', () => {
  expect(mainOf(new Map([['parts.tml', ''], ['leg.tml', 'include "parts.tml";']]))).toBe('leg.tml');
  expect(mainOf(new Map([['a.tml', ''], ['b.tml', '']]))).toBe('a.tml');
  expect(mainOf(new Map())).toBeNull();
});
