// The gallery has every example that makes a picture, and no other.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

import { examples, FOLDERS, folderFile, headOf, includesOf, libraryFile } from '../../../src/files/gallery';
import { projectText, root, testCore } from '../test_core';

test('all examples that make a good picture in the plane are there, and only those', async () => {
  const core = await testCore();
  const good: string[] = [];
  for (const [folder] of FOLDERS) {
    const base = `examples/${folder}/`;
    for (const file of readdirSync(new URL(base, root)).filter((name) => name.endsWith('.tml')).sort()) {
      const text = projectText(base + file);
      includesOf(text).forEach((name) => core.addFile(name, new TextEncoder().encode(projectText(base + name))));
      const sketch = core.sketch(text);
      if (sketch.facts.good && sketch.facts.bodies.length > 1) {
        good.push(`${folder}/${file}`);
      }
      sketch.dispose();
    }
  }
  expect(examples().map(({ folder, file }) => `${folder}/${file}`).sort()).toEqual(good.sort());
});

test('every card has a title and a description, and no two of a folder the same title', () => {
  for (const [folder] of FOLDERS) {
    const cards = examples().filter((example) => example.folder === folder);
    expect(new Set(cards.map(({ title }) => title)).size, folder).toBe(cards.length);
    for (const { file, title, about } of cards) {
      expect(title, file).toMatch(/^[A-Z].{2,47}$/);
      expect(about.length, file).toBeGreaterThan(20);
      expect(about, file).not.toContain('//');
    }
  }
});

test('title and description are those of the first comment', () => {
  expect(headOf('x.tml', '// Watt\'s line: three bars. It draws\n// an eight.\nworld w')).toEqual({ title: "Watt's line", about: 'Three bars. It draws an eight.' });
  expect(headOf('six_bar_a.tml', '// [ME] figure 3: a six-bar.\n')).toEqual({ title: 'Six bar a', about: '[ME] figure 3: a six-bar.' });
  expect(headOf('gear_train.tml', '// Ratio 20 : 50 and so on.\n').title).toBe('Gear train');
  expect(headOf('bare.tml', 'world w begin end')).toEqual({ title: 'Bare', about: '' });
});

test('what the examples include is there, each folder its own', () => {
  for (const { folder, file, text } of examples()) {
    includesOf(text).forEach((name) => expect(folderFile(folder, name), `${folder}/${file}`).not.toBeNull());
  }
  expect(libraryFile('parts.tml')).toEqual(folderFile('gallery', 'parts.tml'));
  expect(libraryFile('links.tml')).toEqual(folderFile('papers', 'links.tml'));
  expect(libraryFile('../../secret')).toBeNull();
});
