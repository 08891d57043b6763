// Ten thousand random gestures: each leaves a text that the core builds, or is refused for a reason,
// and undoing all of them returns the first text byte for byte.
import { expect, test } from 'vitest';

import { emptyText } from '../../../../src/document/edits';
import { TextDoc } from '../../../../src/document/doc';
import { projectText, testCore } from '../../test_core';
import { Dice, gesture } from './gestures';
import { MemoCore } from './memo_core';

interface Tally {
  made: number;
  refused: Map<string, number>;
}

/** Draws at random, with undo, redo and cancel in between. */
async function draw(first: string, seed: number, count: number, max: number): Promise<Tally> {
  const core = new MemoCore(await testCore());
  const dice = new Dice(seed);
  const doc = new TextDoc('random.tml', first);
  const tally: Tally = { made: 0, refused: new Map() };
  for (let k = 0; k < count; k++) {
    const roll = dice.roll();
    if (roll < 0.06) {
      doc.undo();
    } else if (roll < 0.1) {
      doc.redo();
    } else {
      step(core, doc, dice, max, tally, roll < 0.14);
    }
  }
  checkLayout(core, first, doc.text.value);
  undoAll(doc, first);
  return tally;
}

function step(core: MemoCore, doc: TextDoc, dice: Dice, max: number, tally: Tally, cancelled: boolean): void {
  const before = doc.text.value;
  doc.begin('gesture');
  const outcome = gesture(core, before, dice, max);
  if ('refused' in outcome) {
    expect(outcome.refused).toMatch(/^[A-Z'].{10,}[.]$/s);
    const kind = outcome.refused.replace(/'[^']*'/g, '…').replace(/[\d.]+mm/g, '… mm');
    tally.refused.set(kind, (tally.refused.get(kind) ?? 0) + 1);
    doc.cancel();
    return;
  }
  const { good, diags } = core.sketch(outcome.text).facts;
  expect(good, `${JSON.stringify(diags)}\n${outcome.text}`).toBe(true);
  tally.made++;
  doc.change('gesture', outcome.text);
  if (cancelled) {
    doc.cancel();
    expect(doc.text.value).toBe(before);
  } else {
    doc.commit();
  }
}

/** What is laid out as the language is stays so. */
function checkLayout(core: MemoCore, first: string, last: string): void {
  const [before, after] = [first, last].map((source) => {
    const text = core.text(source);
    const same = text.format() === source;
    text.dispose();
    return same;
  });
  expect(after).toBe(before);
}

function undoAll(doc: TextDoc, first: string): void {
  const last = doc.text.value;
  while (doc.canUndo.value) {
    doc.undo();
  }
  expect(doc.text.value).toBe(first);
  while (doc.canRedo.value) {
    doc.redo();
  }
  // What had been undone at the end is redone, too.
  expect(doc.text.value.length).toBeGreaterThan(0);
  while (doc.canUndo.value && doc.text.value !== last) {
    doc.undo();
  }
  expect(doc.text.value).toBe(last);
}

/** Edits must succeed and be refused for various reasons, or the test says little; of forty gestures for fewer. */
function checkTally(tally: Tally, count: number): void {
  expect(tally.made).toBeGreaterThan(count / 3);
  expect(tally.refused.size).toBeGreaterThan(count > 1000 ? 5 : 2);
}

test('ten thousand gestures from the empty page leave good texts and can all be undone', async () => {
  checkTally(await draw(emptyText(), 1, 10_000, 4), 10_000);
}, 300_000);

const GALLERY = ['slider_crank', 'jansen', 'quick_return', 'gear_train', 'scissor_lift', 'geneva'];

test.each(GALLERY)('gestures on %s of the gallery leave good texts and can all be undone', async (name) => {
  checkTally(await draw(projectText(`examples/gallery/${name}.tml`), 7, 40, 10), 40);
}, 300_000);
