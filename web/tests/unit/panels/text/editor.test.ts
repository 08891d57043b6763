// The parts of the editor that CodeMirror calls, with its states and without a page.
import { IndentContext, ensureSyntaxTree, getIndentation } from '@codemirror/language';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { highlightTree } from '@lezer/highlight';
import { describe, expect, test } from 'vitest';

import { typedOf } from '../../../../src/panels/text/binding';
import { classes, trammelLanguage } from '../../../../src/panels/text/language';
import { isWritten } from '../../../../src/panels/text/offers';
import { tokensOf } from '../../../../src/panels/text/tokens';
import { projectText } from '../../test_core';

const stateOf = (doc: string) => EditorState.create({ doc, extensions: [EditorState.lineSeparator.of('\n'), trammelLanguage] });

describe('edits', () => {
  const typed = (...specs: TransactionSpec[]) => typedOf([stateOf('abc').update(...specs)]);

  test('are told apart by what the person did', () => {
    const at = { from: 1, insert: 'x' };
    expect(typed({ changes: at, userEvent: 'input.type' })).toEqual({ kind: 'type', from: 1, to: 1, newTo: 2, text: 'x' });
    expect(typed({ changes: { from: 1, insert: '\n  ' }, userEvent: 'input' }).kind).toBe('type');
    expect(typed({ changes: { from: 0, to: 1 }, userEvent: 'delete.backward' })).toEqual({ kind: 'delete', from: 0, to: 1, newTo: 0, text: '' });
    expect(typed({ changes: at, userEvent: 'input.paste' }).kind).toBe('other');
    expect(typed({ changes: at, userEvent: 'input.complete' }).kind).toBe('other');
    expect(typed({ changes: { from: 0, to: 2, insert: '31' }, userEvent: 'number' }).kind).toBe('number');
  });

  test('of several places count from the last, which is what was typed', () => {
    const edit = typed({ changes: { from: 3, insert: 'd' }, userEvent: 'input.type' }, { changes: { from: 0, to: 2 }, sequential: true });
    expect(edit).toEqual({ kind: 'type', from: 3, to: 3, newTo: 2, text: 'd' });
  });
});

test('a word that is whole is offered no more, unless it begins a longer one', () => {
  const offers = ['in', 'include', 'end'].map((text) => ({ text, kind: 'word', help: '', span: { start: 0, end: 0 } }));
  expect(isWritten(offers, 'end')).toBe(true);
  expect(isWritten(offers, 'en')).toBe(false);
  expect(isWritten(offers, 'in')).toBe(false);
  expect(isWritten(offers, 'x')).toBe(false);
});

test('a line that Enter is about to make is indented below its block', () => {
  const text = 'world w begin\n  structure begin\n  end\nend';
  const state = stateOf(text);
  const indentAt = (pos: number) => getIndentation(new IndentContext(state, { simulateBreak: pos }), pos);
  expect(indentAt('world w begin'.length)).toBe(2);
  expect(indentAt(text.indexOf('structure begin') + 15)).toBe(4);
  expect(indentAt(text.length)).toBe(0);
});

test('CodeMirror colours what the tokens say, past comments of several lines', () => {
  const text = `/* a\n b */ ${projectText('examples/papers/four_bar.tml')}`;
  const tree = ensureSyntaxTree(stateOf(text), text.length, 5000);
  const coloured: string[] = [];
  highlightTree(tree!, classes, (from, to, name) => coloured.push(`${name} ${text.slice(from, to)}`));
  const expected = tokensOf(text).filter(({ kind }) => kind !== 'name').map(({ kind, start, end }) => `tok-${kind} ${text.slice(start, end)}`);
  // Neighbours of one kind are one span there.
  expect(coloured.join('').replaceAll(/tok-\w+ /g, '')).toBe(expected.join('').replaceAll(/tok-\w+ /g, ''));
  expect(coloured).toContain('tok-definition four_bar');
  expect(coloured).toContain('tok-hinge pin');
  expect(coloured).toContain('tok-unit cm');
});
