// The colours of the text, over every example of the project and against the tables of the language.
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Core } from '../../../../src/core/core';
import { blockAt, tokensOf, type Token } from '../../../../src/panels/text/tokens';
import * as vocabulary from '../../../../src/panels/text/vocabulary';
import { projectText, root, testCore } from '../../test_core';

const examples = (readdirSync(new URL('examples', root), { recursive: true }) as string[]).filter((name) => name.endsWith('.tml'));

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

/** The first column of a table of docs/language.md, without what stands behind a bracket or dot. */
function table(name: string): string[] {
  const page = projectText('docs/language.md');
  const body = page.split(`<!-- table: ${name} -->`)[1]?.split('<!-- end -->')[0] ?? '';
  return [...body.matchAll(/^\| `(\w+)/gm)].map((match) => match[1] ?? '');
}

const pieces = (text: string, kind: Token['kind']) => tokensOf(text).filter((token) => token.kind === kind).map(({ start, end }) => text.slice(start, end));

describe('words', () => {
  test.each([
    ['reserved words', vocabulary.reservedWords],
    ['other words', vocabulary.otherWords],
    ['shapes', vocabulary.shapeWords],
    ['hinges', vocabulary.hingeWords],
    ['functions', vocabulary.functionWords],
    ['constants', vocabulary.constantWords],
    ['units', vocabulary.unitWords],
  ])('%s are those of the language', (name, words) => {
    const told = table(name);
    expect(told.length).toBeGreaterThan(3);
    expect([...words].sort()).toEqual([...new Set(told)].sort());
  });
});

describe('every example', () => {
  test('there are examples', () => expect(examples.length).toBeGreaterThan(100));

  test('is cut into pieces that miss nothing and hold nothing bad', () => {
    const faults = examples.flatMap((name) => {
      const text = projectText(`examples/${name}`);
      const tokens = [...tokensOf(text), { kind: 'name', start: text.length, end: text.length } as const];
      return tokens.flatMap(({ kind, start, end }, i) => {
        const missed = text.slice(tokens[i - 1]?.end ?? 0, start);
        return missed.trim() === '' && kind !== 'bad' ? [] : [`${name}: ${missed}${text.slice(start, end)}`];
      });
    });
    expect(faults).toEqual([]);
  });

  test('has its numbers, with their units, where the core reads them', () => {
    let seen = 0;
    const faults: string[] = [];
    for (const name of examples) {
      const source = projectText(`examples/${name}`);
      const text = core.text(source);
      const tokens = tokensOf(source);
      tokens.forEach(({ kind, start, end }, i) => {
        const unit = tokens[i + 1];
        const whole = unit?.kind === 'unit' ? unit.end : end;
        // The smallest node at a number is the number, except within arrays' bounds and the like.
        const span = kind === 'number' ? text.span(text.at(start)) : null;
        if (span && span.start === start) {
          seen += 1;
          if (span.end !== whole) {
            faults.push(`${name}: ${source.slice(start, whole)}`);
          }
        }
      });
      text.dispose();
    }
    expect(seen).toBeGreaterThan(1000);
    expect(faults).toEqual([]);
  });
});

describe('one by one', () => {
  test('a word before a colon or behind a dot is no word of the grammar', () => {
    expect(pieces('end: (0, 0); a.begin join', 'word')).toEqual(['join']);
  });

  test('a hinge is coloured with all steps of its name', () => {
    expect(pieces('join a to b with ball.and.socket matching (a b)', 'hinge')).toEqual(['ball', 'and', 'socket']);
  });

  test('words that may be names are words only where the grammar expects them', () => {
    expect(pieces('world table begin\n  join input to world with pin matching (a near)', 'word')).toEqual(['world', 'begin', 'join', 'to', 'with', 'matching']);
    expect(pieces('place a by b near (0, 0)', 'word')).toEqual(['place', 'by', 'near']);
  });

  test('a unit goes on behind an operator only where a unit follows', () => {
    expect(pieces('9.81m/s^2 + 3mm/x + 2N*m + 4 mm', 'unit')).toEqual(['m/s^2', 'mm', 'N*m']);
    expect(pieces('0 .. 7 1..3 1e-3s', 'number')).toEqual(['0', '7', '1', '3', '1e-3']);
  });

  test('a comment spans lines and ends where it ends', () => {
    expect(pieces('a /* b\n1 "c */ 2 // 3', 'number')).toEqual(['2']);
    expect(pieces('a /* b\n1 "c */ 2 // 3', 'comment')).toEqual(['/* b', '1 "c */', '// 3']);
  });

  test('begin and end find each other, past inner blocks and comments', () => {
    const text = 'world w begin a begin // end\n end begin end b end';
    const places = (offset: number) => blockAt(text, offset)?.map(({ start }) => start);
    expect(places(text.indexOf('begin'))).toEqual([8, text.lastIndexOf('end')]);
    expect(places(text.lastIndexOf('end') + 3)).toEqual([8, text.lastIndexOf('end')]);
    expect(places(text.indexOf('\n') + 2)).toEqual([16, text.indexOf('\n') + 2]);
    expect(places(0)).toBeUndefined();
  });
});
