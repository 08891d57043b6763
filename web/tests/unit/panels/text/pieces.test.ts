// How small changes are, numbers that are stepped, lines that are indented, places of what is selected.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Core } from '../../../../src/core/core';
import type { Diag } from '../../../../src/core/facts';
import { applyDiff } from '../../../../src/document/diff';
import { digitsAt, partAt, stepped } from '../../../../src/panels/text/digits';
import { indentOf } from '../../../../src/panels/text/indent';
import { picksAt, samePicks, spansOf } from '../../../../src/panels/text/links';
import { piecesOf } from '../../../../src/panels/text/pieces';
import { nextPlace } from '../../../../src/panels/text/places';
import { projectText, testCore } from '../../test_core';

describe('pieces', () => {
  test('numbers changed on two lines are two changes, and what is between stays', () => {
    const pieces = piecesOf('a 10 b\nkept\nc 20 d', 'a 11 b\nkept\nc 2.5 d');
    expect(pieces).toEqual([
      { start: 3, removed: '0', inserted: '1' },
      { start: 15, removed: '0', inserted: '.5' },
    ]);
  });

  test('any text becomes any other, from the last piece to the first', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r', 'ä'), maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = piecesOf(before, after);
        expect(pieces.reduceRight((made, piece) => applyDiff(made, piece), before)).toBe(after);
      }),
    );
  });
});

describe('numbers', () => {
  const at = (line: string, mark: string) => digitsAt(line, line.indexOf(mark))?.text;

  test('a number is found from its first digit to the end of its unit', () => {
    const line = 'a: (10mm, -2.5mm); b: 3 - 4;';
    expect(at(line, '10')).toBe('10');
    expect(digitsAt(line, line.indexOf(','))?.text).toBe('10');
    expect(at(line, '2.5')).toBe('-2.5');
    expect(at(line, '4')).toBe('4');
    expect(at(line, 'a')).toBeUndefined();
    expect(digitsAt('near -4', 7)?.text).toBe('-4');
    expect(digitsAt('x2 // 3', 2)).toBeNull();
    expect(digitsAt('x2 // 3', 7)).toBeNull();
  });

  test('has digits without sign and unit, and a unit of its own', () => {
    const part = (line: string, at: number) => line.slice(partAt(line, at)?.start, partAt(line, at)?.end);
    expect([5, 7, 9].map((at) => part('b: (-23.5mm, 0)', at))).toEqual(['23.5', '23.5', '23.5']);
    expect(part('b: (-23.5mm, 0)', 11)).toBe('mm');
    expect(partAt('b: c', 3)).toBeNull();
  });

  test.each([
    ['30', 1, '31'],
    ['0.25', -1, '0.24'],
    ['-0.1', 1, '0.0'],
    ['0', -1, '-1'],
    ['1.5e-3', 10, '2.5e-3'],
    ['9.99', 1, '10.00'],
  ])('%s by %d steps of its last digit is %s', (text, steps, made) => {
    expect(stepped(text, steps)).toBe(made);
  });
});

describe('indentation', () => {
  test('a block is indented, and its end stands below its beginning', () => {
    expect(indentOf(['  structure begin'], '')).toBe(4);
    expect(indentOf(['world w begin', '  components // begin', '    a: b;'], 'end')).toBe(0);
    expect(indentOf(['world w begin', '  structure begin', '    for i in 1 .. 2 begin', '    end'], 'end')).toBe(2);
    expect(indentOf(['  a: b;', ''], '')).toBe(2);
  });
});

describe('problems', () => {
  const diag = (severity: Diag['severity'], start: number | null): Diag => ({
    severity, message: '', hint: null, related: null, file: null, span: start === null ? null : { start, end: start + 1 }, line: 1, column: 1, parts: [],
  });

  test('errors come before warnings, in turn, and round again', () => {
    const diags = [diag('warning', 1), diag('error', 9), diag('error', 5), diag('error', null)];
    expect(nextPlace(diags, 0)).toBe(diags[2]);
    expect(nextPlace(diags, 5)).toBe(diags[1]);
    expect(nextPlace(diags, 9)).toBe(diags[2]);
    expect(nextPlace(diags.slice(0, 1), 3)).toBe(diags[0]);
    expect(nextPlace([], 3)).toBeNull();
  });
});

describe('places of what is selected', () => {
  let core: Core;
  beforeAll(async () => {
    core = await testCore();
  });

  test('a component, a join and a point are found from the text and in it', () => {
    const source = projectText('examples/papers/four_bar.tml');
    const sketch = core.sketch(source);
    const { facts } = sketch;
    const joint = facts.joints.find((one) => one.span)!;
    const picks = picksAt(facts, joint.span!.start + 2);
    expect(picks).toEqual([{ kind: 'joint', joint: joint.name }]);
    expect(spansOf(facts, picks)).toEqual([joint.span]);
    const body = facts.bodies.find((one) => one.span && one !== facts.bodies[0])!;
    expect(picksAt(facts, body.span!.start)).toContainEqual({ kind: 'body', body: body.name });
    expect(spansOf(facts, [{ kind: 'body', body: body.name }])).toContainEqual(body.span);
    expect(spansOf(facts, [{ kind: 'body', body: 'world' }])).toEqual([]);
    sketch.dispose();
  });

  test('the order of picks does not count', () => {
    expect(samePicks([{ kind: 'body', body: 'a' }, { kind: 'joint', joint: 'b' }], [{ joint: 'b', kind: 'joint' }, { kind: 'body', body: 'a' }])).toBe(true);
    expect(samePicks([{ kind: 'body', body: 'a' }], [{ kind: 'joint', joint: 'a' }])).toBe(false);
  });
});
