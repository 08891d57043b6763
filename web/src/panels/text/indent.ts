// indent.ts: how far a new line is indented, as the core's layout does it. Pure.
import { blockWords, type Token } from './tokens';

const unit = 2;
const opens = /\b(?:begin|components|structure)\s*$|[([]\s*$/;

/** Spaces before a line that says `text`, below the lines `before`. */
export function indentOf(before: readonly string[], text: string): number {
  const last = before.findLast((line) => line.trim() !== '') ?? '';
  if (/^\s*end\b/.test(text)) {
    return spacesBefore(openerOf(before));
  }
  return spacesBefore(last) + (opens.test(last.replace(/\/\/.*$/, '')) ? unit : 0);
}

function spacesBefore(line: string): number {
  return line.length - line.trimStart().length;
}

/** The line whose `begin` is not closed yet. */
function openerOf(before: readonly string[]): string {
  const text = before.join('\n');
  const open: Token[] = [];
  for (const word of blockWords(text)) {
    if (text.startsWith('begin', word.start)) {
      open.push(word);
    } else {
      open.pop();
    }
  }
  const start = open.at(-1)?.start ?? 0;
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
}
