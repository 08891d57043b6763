// The stage: small texts are read at once, large ones elsewhere when they are typed, and nobody works on
// what an older text meant.
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { LoadedCore } from '../../../src/core/load';
import { TextDoc } from '../../../src/document/doc';
import type { Answer } from '../../../src/reading/reader';
import { DocStage } from '../../../src/transient/stage';
import { fourBars } from '../../support/large';
import { loadedCore } from '../test_core';

const text = fourBars(2);
const broken = text.replace('primitive crank', 'primitive');

let core: LoadedCore;
let doc: TextDoc;
let stage: DocStage;
/** What was asked elsewhere, and what the page read itself. */
let asked: { readonly text: string; readonly answer: Answer }[];
let here: string[];
let later: (() => void)[];

/** A core that reads as slowly as it is set to [ms]. */
function slowed(time: () => number): LoadedCore {
  const slow = Object.create(core) as LoadedCore;
  slow.sketch = (source) => {
    here.push(source);
    const end = performance.now() + time();
    while (performance.now() < end);
    return core.sketch(source);
  };
  slow.missingFiles = () => [];
  return slow;
}

/** Answers the last that was asked, as the worker would. */
function answer(took = 20): void {
  const last = asked.at(-1);
  const made = core.sketch(last?.text ?? '');
  const { facts } = made;
  last?.answer.onRead?.({ facts, copy: facts.good ? made.copy(last.text) : null, freedoms: null, missing: [], took });
  made.dispose();
}

let time = 20;

beforeEach(async () => {
  core = await loadedCore();
  [asked, here, later, time] = [[], [], [], 20];
  doc = new TextDoc('bars.tml', text);
  const reader = {
    read: (source: string, wanted: Answer) => void asked.push({ text: source, answer: wanted }),
    drop: () => void (asked = []),
    offers: () => Promise.resolve([]),
  };
  const elsewhere = { reader, mayWait: () => doc.mayWait, adopt: (copy: Parameters<LoadedCore['adopt']>[0]) => core.adopt(copy) };
  stage = new DocStage(slowed(() => time), doc.text, (task) => (later.push(task), () => undefined), elsewhere);
  here = [];
});

const typed = (note: string) => `${text}// ${note}\n`;
const type = (note: string) => doc.change('Type', typed(note), 'typed');

describe('a text that takes long', () => {
  test('is not read by the page while it is typed', () => {
    type('a');
    doc.extend(typed('ab'));
    expect(here).toEqual([]);
    expect(stage.reading.value).toBe(true);
    expect(asked.map((one) => one.text)).toEqual([typed('a'), typed('ab')]);
    answer();
    expect(stage.reading.value).toBe(false);
    expect(stage.sketch.value?.facts).toBe(stage.facts.value);
    expect(stage.facts.value).toEqual(core.sketch(typed('ab')).facts);
    expect(stage.poses.value).toEqual(core.sketch(typed('ab')).poses());
    expect(here).toEqual([]);
  });

  test('is not read by the page either once its mistakes are mended, however soon those were found', () => {
    doc.change('Type', broken, 'typed');
    answer(2);
    expect(stage.fresh.value).toBe(false);
    type('a');
    expect(here).toEqual([]);
    answer(2);
    type('b');
    expect(here).toEqual([typed('b')]);
  });

  test('is read at once by whoever works on it, and what comes later does not count', () => {
    type('a');
    const { answer: late } = asked[0]!;
    stage.settle();
    expect(here).toEqual([typed('a')]);
    expect(stage.reading.value).toBe(false);
    expect(asked).toEqual([]); // dropped: the reader calls nobody
    expect(late).toBeDefined();
    stage.settle();
    expect(here).toHaveLength(1);
  });

  test('is read at once where a gesture changes it', () => {
    doc.begin('Move');
    doc.change('Move', typed('moved'));
    expect(here).toEqual([typed('moved')]);
    doc.commit();
    doc.change('Colour', typed('coloured'));
    expect(here).toEqual([typed('moved'), typed('coloured')]);
  });

  test('may wait when steps are taken back and done again, but not in a gesture', () => {
    doc.change('Colour', typed('coloured'));
    here = [];
    doc.undo();
    doc.redo();
    expect(here).toEqual([]);
    answer();
    expect(stage.facts.value).toEqual(core.sketch(typed('coloured')).facts);
    doc.begin('Move');
    doc.change('Move', typed('moved'));
    doc.undo();
    expect(here).toEqual([typed('moved'), typed('coloured')]);
  });

  test('with errors keeps the last picture, as everywhere', () => {
    const { value: before } = stage.sketch;
    doc.change('Type', broken, 'typed');
    answer();
    expect(stage.fresh.value).toBe(false);
    expect(stage.facts.value.diags.length).toBeGreaterThan(0);
    expect(stage.sketch.value).toBe(before);
  });

  test('that takes long no more is read by the page again', () => {
    type('a');
    answer(1);
    time = 0;
    doc.extend(typed('ab'));
    expect(here).toEqual([typed('ab')]);
    expect(stage.reading.value).toBe(false);
  });

  test('is reported when it is late, and no longer than that', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      type('a');
      vi.advanceTimersByTime(200);
      doc.extend(typed('ab'));
      expect(stage.isLate.value).toBe(false);
      vi.advanceTimersByTime(200);
      expect(stage.isLate.value).toBe(true);
      answer();
      expect(stage.isLate.value).toBe(false);
      type('c');
      answer();
      vi.advanceTimersByTime(1000);
      expect(stage.isLate.value).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is read by the page where the worker fails', () => {
    type('a');
    stage.readHereOnly();
    doc.extend(typed('ab'));
    expect(here).toEqual([typed('a'), typed('ab')]);
    expect(stage.reading.value).toBe(false);
  });

  test('is studied elsewhere', () => {
    later.at(-1)?.();
    const study = { diagnosis: core.sketch(text).diagnosis(), curves: [] };
    expect(asked.map((one) => [one.text, one.answer.onRead])).toEqual([[text, undefined]]);
    asked[0]?.answer.onStudy(study);
    expect(stage.diagnosis.value).toBe(study.diagnosis);
  });
});

test('what was dragged stays where it is when only a note is typed', () => {
  const sketch = stage.sketch.value!;
  sketch.grab(1, 0.01, 0.02);
  sketch.drag(0.015, 0.018);
  sketch.release();
  stage.pull();
  const moved = stage.poses.value;
  type('a');
  answer();
  expect(moved).not.toEqual(core.sketch(text).poses());
  expect(Math.max(...stage.poses.value.map((value, i) => Math.abs(value - moved[i]!)))).toBeLessThan(1e-9); // joints are closed anew
});

test('nothing is known of the freedoms of a new text until it is studied', () => {
  stage.readHereOnly();
  later.at(-1)?.();
  expect(stage.diagnosis.value?.mobility).toBe(2);
  doc.change('Add', fourBars(3));
  expect(stage.diagnosis.value).toBeNull();
  later.at(-1)?.();
  expect(stage.diagnosis.value?.mobility).toBe(3);
});

test('what stays in sight of a text with errors is studied, though that was asked for before', () => {
  later.at(-1)?.();
  expect(asked.map((one) => one.text)).toEqual([text]);
  doc.change('Edit', broken);
  expect(asked).toEqual([]);
  later.at(-1)?.();
  expect(asked.map((one) => one.text)).toEqual([text]);
});
