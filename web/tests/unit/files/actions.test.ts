// The actions of files beside all others.
import { expect, test } from 'vitest';

import { actions } from '../../../src/actions/index';
import { parseChord } from '../../../src/actions/keys';
import { fileActions } from '../../../src/files/actions';
import { nameWith } from '../../../src/files/disk';
import { rescaled } from '../../../src/files/backdrop';

test('they have ids, keys and words of their own', () => {
  const all = [...actions, ...fileActions];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const chords = all.flatMap(({ keys }) => (keys ?? []).map((chord) => JSON.stringify(parseChord(chord))));
  expect(new Set(chords).size).toBe(chords.length);
  for (const { id, label, help, group } of fileActions) {
    expect([group, id.split('.')[0]]).toEqual(['file', 'file']);
    expect(label, id).toMatch(/^[A-Z]/);
    expect(help, id).toMatch(/^[A-Z].*[^.]$/);
  }
});

test('names of exports are those of the document, without what a file system refuses', () => {
  expect(nameWith('leg.tml', 'svg')).toBe('leg.svg');
  expect(nameWith('my.leg', 'tml')).toBe('my.leg.tml');
  expect(nameWith('sub/le:g?.TML', 'png')).toBe('le_g_.png');
  expect(nameWith('.tml', 'csv')).toBe('untitled.csv');
});

test('another scale keeps the place that was clicked', () => {
  const before = { image: { width: 10, height: 10 } as ImageBitmap, x: 1, y: 2, scale: 0.1, opacity: 1 };
  const about = { x: 3, y: 4 };
  const after = rescaled(before, 2, about);
  const pixel = (b: typeof before) => [(about.x - b.x) / b.scale, (about.y - b.y) / b.scale];
  expect(pixel(after)).toEqual(pixel(before));
  expect(after.scale).toBeCloseTo(0.2);
});
