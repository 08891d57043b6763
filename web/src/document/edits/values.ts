// values.ts: the arguments of a join's hinge: limits, stiffness, ratio ….
import type { Draft, Outcome } from '../draft';
import { needOwnJoint } from './writing/joins';
import { attempt, refuse } from './writing/pen';

/** Sets an argument of a hinge as the text writes it, such as '30deg'; null takes it away. */
export function setJointValue(draft: Draft, joint: number, name: string, value: string | null): Outcome {
  return attempt(draft, (pen) => {
    const fact = draft.facts.joints[joint] ?? refuse('This joint no longer exists.');
    needOwnJoint(pen, fact);
    const node = pen.find(`${pen.path(pen.elementAt(fact.span ?? { start: 0, end: 0 }))}.with`);
    pen.replace(node, withArgument(pen.slice(node), name, value));
  });
}

/** The call of a hinge with one named argument changed; others stay as they are written. */
export function withArgument(call: string, name: string, value: string | null): string {
  const open = call.indexOf('(');
  const hinge = (open < 0 ? call : call.slice(0, open)).trim();
  const given = open < 0 ? [] : splitArguments(call.slice(open + 1, call.lastIndexOf(')')));
  const isIt = (argument: string): boolean => new RegExp(`^${name}\\s*:`).test(argument);
  const rest = value === null ? given.filter((argument) => !isIt(argument)) : given.map((argument) => (isIt(argument) ? `${name}: ${value}` : argument));
  if (value !== null && !given.some(isIt)) {
    rest.push(`${name}: ${value}`);
  }
  return rest.length > 0 ? `${hinge}(${rest.join(', ')})` : hinge;
}

/** Pieces between the commas that are in no brackets. */
function splitArguments(text: string): readonly string[] {
  const pieces: string[] = [];
  let depth = 0;
  let piece = '';
  for (const letter of text) {
    depth += letter === '(' || letter === '[' ? 1 : letter === ')' || letter === ']' ? -1 : 0;
    if (letter === ',' && depth === 0) {
      pieces.push(piece);
      piece = '';
    } else {
      piece += letter;
    }
  }
  return [...pieces, piece].map((one) => one.trim()).filter(Boolean);
}
