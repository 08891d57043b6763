// Autosave with a store and a clock of the test's own.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { TextDoc } from '../../../src/document/doc';
import { Autosave } from '../../../src/files/autosave';
import type { Claims } from '../../../src/files/claim';
import { isUnsaved, MAX_KEPT, KeptTexts, type KeptText, type Shelf } from '../../../src/files/kept';

/** A store with a limit, as browsers have one. */
class FakeShelf implements Shelf {
  readonly values = new Map<string, string>();
  readonly room: number;

  constructor(room = Infinity) {
    this.room = room;
  }

  get length(): number {
    return this.values.size;
  }

  key(index: number): string | null {
    return [...this.values.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    const others = [...this.values].filter(([other]) => other !== key).reduce((sum, [, text]) => sum + text.length, 0);
    if (others + value.length > this.room) {
      throw new DOMException('full', 'QuotaExceededError');
    }
    this.values.set(key, value);
  }

  removeItem(key: string): void {
    this.values.delete(key);
  }
}

/** One lock for each id, held by a tab. */
function claimsOf(taken: Map<string, string>, tab: string): Claims {
  return {
    exact: true,
    claim: (id) => Promise.resolve((taken.get(id) ?? tab) === tab && taken.set(id, tab) !== undefined),
    release: (id) => void taken.delete(id),
  };
}

function tabOf(shelf: Shelf, taken: Map<string, string>, tab: string) {
  const doc = new TextDoc('untitled.tml', 'empty');
  const said: string[] = [];
  let made = 0;
  const autosave = new Autosave({
    doc,
    kept: new KeptTexts(shelf),
    claims: claimsOf(taken, tab),
    say: (message) => said.push(typeof message === 'string' ? message : message.text),
    file: () => '',
    now: () => Date.now(),
    newId: () => `${tab}${made++}`,
    tell: () => undefined,
  });
  return { doc, autosave, said };
}

const one = (id: string, time: number, text = id, saved = ''): KeptText => ({ id, name: `${id}.tml`, text, saved, time, file: '', seen: false });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a change is kept within a second, though others follow', () => {
  const shelf = new FakeShelf();
  const { doc, autosave } = tabOf(shelf, new Map(), 'a');
  for (let k = 0; k < 10; k++) {
    doc.change('type', `text ${k}`);
    vi.advanceTimersByTime(100);
  }
  const kept = autosave.kept.read(autosave.id);
  expect(kept?.text).toMatch(/^text [678]$/);
  expect(kept && isUnsaved(kept)).toBe(true);
  autosave.flush();
  expect(autosave.kept.read(autosave.id)).toMatchObject({ text: 'text 9', saved: 'empty', name: 'untitled.tml' });
});

test('a saved document is kept as saved', () => {
  const { doc, autosave } = tabOf(new FakeShelf(), new Map(), 'a');
  doc.change('type', 'new');
  doc.saved('leg.tml');
  vi.advanceTimersByTime(1000);
  expect(autosave.kept.read(autosave.id)).toMatchObject({ text: 'new', saved: 'new', name: 'leg.tml' });
});

test('two tabs keep two texts, and only a tab that is gone leaves an orphan', async () => {
  const shelf = new FakeShelf();
  const taken = new Map<string, string>();
  const a = tabOf(shelf, taken, 'a');
  const b = tabOf(shelf, taken, 'b');
  a.doc.change('type', 'of a');
  b.doc.change('type', 'of b');
  vi.advanceTimersByTime(1000);
  expect(new KeptTexts(shelf).list().map((kept) => kept.text).sort()).toEqual(['of a', 'of b']);
  expect(await b.autosave.orphans()).toEqual([]);
  taken.delete(a.autosave.id); // tab a crashed
  expect((await b.autosave.orphans()).map((kept) => kept.text)).toEqual(['of a']);
});

test('another document gets another key, and the one before stays', () => {
  const { doc, autosave } = tabOf(new FakeShelf(), new Map(), 'a');
  doc.change('type', 'first');
  const before = autosave.id;
  autosave.leave();
  doc.open('second.tml', 'second');
  vi.advanceTimersByTime(1000);
  expect(autosave.id).not.toBe(before);
  expect(autosave.kept.read(before)).toMatchObject({ text: 'first', saved: 'empty' });
  expect(autosave.kept.read(autosave.id)).toMatchObject({ text: 'second', saved: 'second' });
});

test('the oldest go when there are too many, saved ones first', () => {
  const kept = new KeptTexts(new FakeShelf());
  kept.write(one('unsaved', 0));
  for (let k = 1; k < MAX_KEPT; k++) {
    kept.write(one(`saved${k}`, k, 'same', 'same'));
  }
  kept.write(one('new', 99));
  const ids = kept.list().map(({ id }) => id);
  expect(ids).toHaveLength(MAX_KEPT);
  expect(ids[0]).toBe('new');
  expect(ids).toContain('unsaved');
  expect(ids).not.toContain('saved1');
});

test('a full store gives up older texts, and is told once where that is not enough', () => {
  const shelf = new FakeShelf(3000);
  const { doc, autosave, said } = tabOf(shelf, new Map(), 'a');
  autosave.kept.write(one('old', 1, 'x'.repeat(2000)));
  doc.change('type', 'y'.repeat(2000));
  vi.advanceTimersByTime(1000);
  expect(autosave.kept.list().map(({ id }) => id)).toEqual([autosave.id]);
  for (let k = 0; k < 3; k++) {
    doc.change('type', 'z'.repeat(4000 + k));
    vi.advanceTimersByTime(1000);
  }
  expect(said).toEqual(['The browser has no space left to keep this document: save it yourself.']);
});

test('what others wrote under our keys is passed over', () => {
  const shelf = new FakeShelf();
  ['null', '{', '7', '{"name":1}', '{"name":"a","text":"b"}'].forEach((value, k) => shelf.setItem(`trammel.kept.${k}`, value));
  shelf.setItem('other', '{}');
  expect(new KeptTexts(shelf).list()).toEqual([]);
});

test('without a store nothing is kept and nothing breaks', () => {
  const kept = new KeptTexts(null);
  expect(kept.write(one('a', 1))).toBe(false);
  expect(kept.list()).toEqual([]);
  kept.remove('a');
});
