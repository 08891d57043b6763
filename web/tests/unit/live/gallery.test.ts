// Whatever the gallery has can be simulated in the page: it starts where it is drawn and goes on.
import { expect, test } from 'vitest';

import { examples, folderFile, includesOf } from '../../../src/files/gallery';
import { makeSection } from '../../../src/live/sections';
import { Simulator } from '../../../src/live/simulator';
import { testCore, testModule } from '../test_core';

const FRAMES = 6;

test('every example of the gallery runs', async () => {
  const [core, module] = [await testCore(), await testModule()];
  const add = (folder: string, name: string): void => {
    const bytes = folderFile(folder, name) ?? new Uint8Array(0);
    core.addFile(name, bytes);
    module.withText(name, (at) =>
      module.withBytes(bytes, (address, length) => module.must('tm_wasm_file_add', at, address, length)),
    );
    includesOf(new TextDecoder().decode(bytes)).forEach((one) => add(folder, one));
  };
  const problems: string[] = [];
  for (const { folder, file, text } of examples()) {
    includesOf(text).forEach((name) => add(folder, name));
    const sketch = core.sketch(text);
    const simulator = new Simulator(module);
    simulator.start(makeSection(core, text, sketch, 1, 0.25), sketch.poses());
    for (let i = 0; i < FRAMES; i++) {
      simulator.advance(1 / 60);
    }
    if (simulator.problem !== '' || !(simulator.span[1] > 0.09)) {
      problems.push(`${folder}/${file} ${simulator.span[1]}: ${simulator.problem}`);
    }
    simulator.dispose();
    sketch.dispose();
  }
  expect(problems).toEqual([]);
}, 60_000);
