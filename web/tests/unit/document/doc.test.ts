// The document: steps, gestures, cancel, and undo that is exact.
import { expect, test } from 'vitest';

import { applyDiff, diffOf, inverse } from '../../../src/document/diff';
import { TextDoc } from '../../../src/document/doc';

test('a diff makes the one text of the other, and its inverse back', () => {
  const pairs = [
    ['', 'a'],
    ['aaa', 'aa'],
    ['abcabc', 'abcXabc'],
    ['same', 'same'],
    ['π 𝛼', 'π 𝛽'],
  ] as const;
  for (const [before, after] of pairs) {
    const diff = diffOf(before, after);
    expect(diff === null).toBe(before === after);
    if (diff !== null) {
      expect(applyDiff(before, diff)).toBe(after);
      expect(applyDiff(after, inverse(diff))).toBe(before);
    }
  }
});

test('changes are undone and redone one by one, with their labels', () => {
  const doc = new TextDoc('a.tml', 'one');
  doc.change('two', 'one two');
  doc.change('three', 'one two three');
  expect(doc.undoLabel.value).toBe('three');
  doc.undo();
  expect([doc.text.value, doc.undoLabel.value, doc.redoLabel.value]).toEqual(['one two', 'two', 'three']);
  doc.undo();
  doc.undo();
  expect([doc.text.value, doc.canUndo.value, doc.canRedo.value]).toEqual(['one', false, true]);
  doc.redo();
  doc.redo();
  expect([doc.text.value, doc.canRedo.value]).toEqual(['one two three', false]);
});

test('a gesture is one step however often the text changes in it', () => {
  const doc = new TextDoc('a.tml', 'x');
  doc.begin('drag');
  ['x1', 'x12', 'x3'].forEach((text) => doc.change('move', text));
  expect([doc.inGesture, doc.canUndo.value]).toEqual([true, false]);
  doc.commit();
  expect([doc.undoLabel.value, doc.inGesture]).toEqual(['drag', false]);
  doc.undo();
  expect(doc.text.value).toBe('x');
});

test('cancel returns to where the gesture began and keeps what could be redone', () => {
  const doc = new TextDoc('a.tml', 'x');
  doc.change('y', 'y');
  doc.undo();
  doc.begin('drag');
  doc.change('move', 'z');
  doc.cancel();
  expect([doc.text.value, doc.canRedo.value]).toEqual(['x', true]);
  doc.redo();
  expect(doc.text.value).toBe('y');
});

test('undo within a gesture takes back the gesture, and a second gesture finishes the first', () => {
  const doc = new TextDoc('a.tml', 'x');
  doc.begin('first');
  doc.change('', 'y');
  doc.begin('second');
  doc.change('', 'z');
  doc.undo();
  expect([doc.text.value, doc.inGesture, doc.undoLabel.value]).toEqual(['y', false, 'first']);
});

test('a gesture that changes nothing is no step', () => {
  const doc = new TextDoc('a.tml', 'x');
  doc.begin('click');
  doc.commit();
  doc.change('same', 'x');
  expect(doc.canUndo.value).toBe(false);
});

test('dirty tells whether the text is what was saved, also after undo', () => {
  const doc = new TextDoc('a.tml', 'x');
  doc.change('', 'y');
  expect(doc.dirty.value).toBe(true);
  doc.saved('b.tml');
  expect([doc.dirty.value, doc.name.value]).toEqual([false, 'b.tml']);
  doc.undo();
  expect(doc.dirty.value).toBe(true);
  doc.redo();
  expect(doc.dirty.value).toBe(false);
});

test('opening another text forgets the history', () => {
  const doc = new TextDoc('a.tml', 'x');
  doc.change('', 'y');
  doc.open('c.tml', 'z');
  expect([doc.text.value, doc.name.value, doc.canUndo.value, doc.dirty.value]).toEqual(['z', 'c.tml', false, false]);
});

test('who listens to the text finds the history as it is then', () => {
  const doc = new TextDoc('a.tml', 'x');
  const seen: string[] = [];
  doc.text.subscribe(() => seen.push(doc.undoLabel.value));
  doc.change('one', 'y');
  doc.undo();
  expect(seen).toEqual(['one', '']);
});

test('steps beside the text are taken back in order with its own, and typing does not go on in them', () => {
  const doc = new TextDoc('a.tml', 'a');
  let image = 'shown';
  doc.change('Type', 'ab');
  doc.beside('Show image', { undo: () => (image = ''), redo: () => (image = 'shown') });
  doc.extend('abc');
  expect(doc.undoLabel.value).toBe('Edit');
  doc.undo();
  expect([doc.text.value, image, doc.undoLabel.value]).toEqual(['ab', 'shown', 'Show image']);
  doc.undo();
  expect([doc.text.value, image]).toEqual(['ab', '']);
  doc.undo();
  doc.redo();
  doc.redo();
  expect([doc.text.value, image, doc.redoLabel.value]).toEqual(['ab', 'shown', 'Edit']);
});
