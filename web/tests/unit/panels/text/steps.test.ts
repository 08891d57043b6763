// Which edits of the editor are one step, with the document that the page has.
import { beforeEach, describe, expect, test } from 'vitest';

import { TextDoc } from '../../../../src/document/doc';
import { Steps } from '../../../../src/panels/text/steps';

let doc: TextDoc;
let steps: Steps;
beforeEach(() => {
  doc = new TextDoc('a.tml', 'ab');
  steps = new Steps(doc);
});

function insert(at: number, text: string, kind: 'type' | 'other' = 'type'): void {
  const whole = doc.text.value.slice(0, at) + text + doc.text.value.slice(at);
  steps.take({ kind, from: at, to: at, newTo: at + text.length, text }, whole);
}

function remove(from: number): void {
  steps.take({ kind: 'delete', from, to: from + 1, newTo: from, text: '' }, doc.text.value.slice(0, from) + doc.text.value.slice(from + 1));
}

/** All texts that undo goes through. */
function past(): string[] {
  const texts: string[] = [];
  while (doc.canUndo.value) {
    doc.undo();
    texts.push(doc.text.value);
  }
  return texts;
}

describe('typing', () => {
  test('characters behind each other are one step, and undo of it can be redone', () => {
    insert(1, 'x');
    insert(2, 'y');
    insert(3, 'z');
    expect(doc.undoLabel.value).toBe('Type');
    expect(past()).toEqual(['ab']);
    doc.redo();
    expect(doc.text.value).toBe('axyzb');
  });

  test('a step can be taken back while it goes on', () => {
    insert(2, 'x');
    expect(doc.canUndo.value).toBe(true);
    doc.undo();
    insert(2, 'y');
    expect(past()).toEqual(['ab']);
  });

  test('a new line ends the step that it belongs to', () => {
    insert(2, 'x');
    insert(3, '\n');
    insert(4, 'y');
    expect(past()).toEqual(['abx\n', 'ab']);
  });

  test('a jump of the cursor ends it, seen by the place or by being told', () => {
    insert(2, 'x');
    insert(0, 'y');
    steps.end();
    insert(1, 'z');
    expect(past()).toEqual(['yabx', 'abx', 'ab']);
  });

  test('deleting is another step than typing, backwards and forwards', () => {
    insert(2, 'xyz');
    remove(4);
    remove(3);
    remove(0);
    remove(0);
    expect(past()).toEqual(['abx', 'abxyz', 'ab']);
  });

  test('pasting is a step of its own', () => {
    insert(2, 'x');
    insert(3, 'pasted', 'other');
    insert(9, 'more', 'other');
    expect(past()).toEqual(['abxpasted', 'abx', 'ab']);
  });
});

describe('others', () => {
  test('a change from elsewhere ends the step', () => {
    insert(2, 'x');
    doc.change('Colour', 'abx!');
    insert(3, 'y');
    expect(past()).toEqual(['abx!', 'abx', 'ab']);
  });

  test('a gesture from elsewhere ends the step', () => {
    insert(2, 'x');
    doc.begin('Drag');
    doc.change('Drag', 'abx1');
    doc.change('Drag', 'abx12');
    doc.commit();
    insert(5, 'y');
    expect(past()).toEqual(['abx12', 'abx', 'ab']);
  });

  test('typing goes on after the same text was opened anew, as a step', () => {
    insert(2, 'x');
    doc.open('c.tml', 'abx');
    insert(3, 'y');
    expect(past()).toEqual(['abx']);
  });

  test('a number that is stepped back to where it was leaves no step', () => {
    doc.open('b.tml', 'x 10 y');
    const to = (text: string) => steps.take({ kind: 'number', from: 2, to: 4, newTo: 2 + text.length, text }, `x ${text} y`);
    doc.change('Colour', 'x 10 y ');
    doc.undo();
    to('9');
    to('8');
    expect(doc.undoLabel.value).toBe('Change number');
    to('10');
    expect(doc.canUndo.value).toBe(false);
    to('11');
    expect(past()).toEqual(['x 10 y']);
  });
});
