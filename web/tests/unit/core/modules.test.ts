// The page's module is compiled to be small, the worker's to be fast; both give the same bits.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { makeCore } from '../../../src/core/load';
import { projectText, root } from '../test_core';

async function coreOf(name: string) {
  const core = await makeCore(
    await WebAssembly.compile(readFileSync(new URL(`build/wasm/${name}.wasm`, root))),
  );
  const parts = projectText('examples/gallery/parts.tml');
  core.addFile('parts.tml', new TextEncoder().encode(parts));
  return core;
}

test.each(['jansen', 'scissor_lift', 'gear_train'])(
  'small and fast modules move %s alike to the last bit',
  async (example) => {
    const [small, fast] = await Promise.all(
      ['editor', 'trammel'].map(async (name) => {
        const sketch = (await coreOf(name)).sketch(projectText(`examples/gallery/${example}.tml`));
        const all = [0, 0.1, 0.35, 0.8].flatMap((part) => {
          sketch.play(part);
          return [...sketch.poses()];
        });
        sketch.dispose();
        return all;
      }),
    );
    expect(small?.length).toBeGreaterThan(0);
    expect(small).toEqual(fast);
  },
);
