// tokens.ts: a line of the text as coloured pieces. It only colours: what a text means, and what is
// wrong with it, the core says. Pure, so that the tests run it over every example.
import { constantWords, definingWords, functionWords, hingeWords, otherWords, reservedWords, shapeWords, unitWords } from './vocabulary';

export type TokenKind =
  | 'comment' | 'string' | 'number' | 'unit' | 'word' | 'definition' | 'label' | 'shape' | 'hinge' | 'function' | 'constant' | 'name' | 'sign' | 'bad';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

/** What a line must know of those before it. */
export interface TokenState {
  comment: boolean;
  /** What the piece before allows: a step of a path, the unit of a number, a new name, a hinge. */
  after: '' | 'dot' | 'number' | 'definer' | 'with' | 'hinge';
}

export function startState(): TokenState {
  return { comment: false, after: '' };
}

const digits = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const power = /\^-?\d+(?:\.\d+)?/y;
const spaces = /\s+/y;
const signs = /\.\.|<=|>=|==|!=|[()[\],;:.=+\-*/^<>]/y;

/** Where `pattern`, which is sticky, ends when it matches at `at`; -1: it does not. */
function matchEnd(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : -1;
}

/** The piece at `at`; null: spaces, up to `end`. Changes `state` to what holds behind it. */
export function nextToken(line: string, at: number, state: TokenState): { readonly kind: TokenKind | null; readonly end: number } {
  const gap = state.comment ? -1 : matchEnd(spaces, line, at);
  if (gap > 0) {
    state.after = state.after === 'number' ? '' : state.after;
    return { kind: null, end: gap };
  }
  if (state.comment || line.startsWith('/*', at)) {
    return blockComment(line, at, state);
  }
  if (line.startsWith('//', at)) {
    return { kind: 'comment', end: line.length };
  }
  const { after } = state;
  state.after = '';
  if (after === 'number') {
    const end = unitEnd(line, at);
    if (end > at) {
      return { kind: 'unit', end };
    }
  }
  return plainToken(line, at, state, after);
}

function blockComment(line: string, at: number, state: TokenState): { kind: TokenKind; end: number } {
  const close = line.indexOf('*/', state.comment ? at : at + 2);
  state.comment = close < 0;
  return { kind: 'comment', end: close < 0 ? line.length : close + 2 };
}

function plainToken(line: string, at: number, state: TokenState, after: TokenState['after']): { kind: TokenKind; end: number } {
  if (line[at] === '"') {
    const close = line.indexOf('"', at + 1);
    return close < 0 ? { kind: 'bad', end: line.length } : { kind: 'string', end: close + 1 };
  }
  const number = matchEnd(digits, line, at);
  if (number > 0) {
    state.after = 'number';
    return { kind: 'number', end: number };
  }
  const name = matchEnd(word, line, at);
  if (name > 0) {
    return { kind: wordKind(line, at, name, state, after), end: name };
  }
  const sign = matchEnd(signs, line, at);
  if (sign > 0) {
    if (line.slice(at, sign) === '.') {
      state.after = after === 'hinge' ? 'hinge' : 'dot';
    }
    return { kind: 'sign', end: sign };
  }
  return { kind: 'bad', end: at + 1 };
}

/** mm, m/s^2, N*m: goes on behind an operator as long as names of units follow. */
function unitEnd(line: string, at: number): number {
  let end = matchEnd(word, line, at);
  if (end < 0) {
    return at;
  }
  end = Math.max(end, matchEnd(power, line, end));
  while (line[end] === '/' || line[end] === '*') {
    const next = matchEnd(word, line, end + 1);
    if (next < 0 || !unitWords.has(line.slice(end + 1, next))) {
      break;
    }
    end = Math.max(next, matchEnd(power, line, next));
  }
  return end;
}

function wordKind(line: string, at: number, end: number, state: TokenState, after: TokenState['after']): TokenKind {
  const text = line.slice(at, end);
  const rest = line.slice(end).trimStart();
  if (after === 'hinge') {
    // A step of the name of a hinge: ball.and.socket.
    state.after = rest.startsWith('.') ? 'hinge' : '';
    return 'hinge';
  }
  if (after === 'dot') {
    return 'name';
  }
  if (rest.startsWith(':')) {
    return 'label';
  }
  if (reservedWords.has(text) || (otherWords.has(text) && isExpected(text, line.slice(0, at), rest))) {
    state.after = text === 'with' ? 'with' : definingWords.has(text) ? 'definer' : '';
    return 'word';
  }
  if (after === 'definer') {
    return 'definition';
  }
  if (after === 'with' && hingeWords.has(text)) {
    state.after = rest.startsWith('.') ? 'hinge' : '';
    return 'hinge';
  }
  return calledKind(text, rest.startsWith('('));
}

/** Whether a word that may be a name, too, is none here. Most of them begin a line. */
function isExpected(text: string, before: string, rest: string): boolean {
  if (text === 'near' || text === 'step' || text === 'on' || text === 'plane' || text === 'normal') {
    return /[\w)\]]\s+$/.test(before) && !/\b(?:join|to|place|by)\s+$/.test(before) && /^[\w(-]/.test(rest);
  }
  return before.trim() === '' && /^[\p{L}_\d(]/u.test(rest);
}

function calledKind(text: string, called: boolean): TokenKind {
  if (called && shapeWords.has(text)) {
    return 'shape';
  }
  if (called && functionWords.has(text)) {
    return 'function';
  }
  return !called && constantWords.has(text) ? 'constant' : 'name';
}

/** All pieces of a text, without the spaces. Offsets are those of the text. */
export function tokensOf(text: string): Token[] {
  const state = startState();
  const tokens: Token[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    for (let at = 0; at < line.length; ) {
      const { kind, end } = nextToken(line, at, state);
      if (kind) {
        tokens.push({ kind, start: start + at, end: start + end });
      }
      at = end;
    }
    if (state.after === 'number') {
      state.after = '';
    }
    start += line.length + 1;
  }
  return tokens;
}

/** Every `begin` and `end` of a text, in order. */
export function blockWords(text: string): Token[] {
  return tokensOf(text).filter(({ kind, start, end }) => kind === 'word' && /^(?:begin|end)$/.test(text.slice(start, end)));
}

/** The `begin` and `end` of a block, one of which is at `offset`; null: neither is. */
export function blockAt(text: string, offset: number): readonly [Token, Token] | null {
  const open: Token[] = [];
  for (const word of blockWords(text)) {
    if (text.startsWith('begin', word.start)) {
      open.push(word);
      continue;
    }
    const begin = open.pop();
    if (begin && [begin, word].some(({ start, end }) => start <= offset && offset <= end)) {
      return [begin, word];
    }
  }
  return null;
}
