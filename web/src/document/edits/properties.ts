// properties.ts: colour, lock, density and the like of bodies, and gravity of the world.
import type { Node } from '../../core/core';
import type { Draft, Outcome } from '../draft';
import { ownType } from './writing/bodies';
import { colorText } from './links';
import { decimal } from './writing/numbers';
import { attempt, redraw, refuse } from './writing/pen';
import type { Pen } from './writing/pen';
import { settled } from './writing/places';

export function setProperty(draft: Draft, bodies: readonly number[], property: string, value: string | null): Outcome {
  return attempt(draft, (pen) => {
    bodies.forEach((body) => {
      if (body === 0) {
        refuse('The ground has no properties: choose a body.');
      }
      writeProperty(pen, ownType(pen, body), property, value);
    });
  });
}

/** The item of a list of properties, with or without a value; 0: none. */
function itemOf(pen: Pen, owner: string, property: string): Node {
  const named = pen.find(`${owner}.properties.${property}`);
  if (named !== 0) {
    return pen.element(named);
  }
  for (let k = 1; pen.find(`${owner}.properties[${k}]`) !== 0; k++) {
    const node = pen.find(`${owner}.properties[${k}]`);
    if (pen.slice(node) === property) {
      return node;
    }
  }
  return 0;
}

/** Sets, adds or takes away an item; empty `properties` go. */
function writeProperty(pen: Pen, owner: string, property: string, value: string | null): void {
  const text = value === null || value === '' ? property : `${property}: ${value}`;
  const item = itemOf(pen, owner, property);
  const list = pen.find(`${owner}.properties`);
  if (value === null) {
    removeItem(pen, owner, item, list);
  } else if (item !== 0) {
    pen.replace(item, text);
  } else if (list !== 0) {
    pen.insert(list, 'last', text);
  } else {
    pen.insert(pen.find(owner), 'first', `properties: (${text})`);
  }
  pen.flush();
}

function removeItem(pen: Pen, owner: string, item: Node, list: Node): void {
  if (item !== 0) {
    const alone = pen.find(`${owner}.properties[2]`) === 0;
    pen.remove(alone ? pen.element(list) : item);
  }
}

export function setColor(draft: Draft, bodies: readonly number[], color: string): Outcome {
  return setProperty(draft, bodies, 'color', colorText(color));
}

export function setLocked(draft: Draft, bodies: readonly number[], on: boolean): Outcome {
  return setProperty(draft, bodies, 'locked', on ? 'true' : null);
}

export function setHidden(draft: Draft, bodies: readonly number[], on: boolean): Outcome {
  return setProperty(draft, bodies, 'hidden', on ? 'true' : null);
}

export function setGround(draft: Draft, bodies: readonly number[], on: boolean): Outcome {
  // What nothing holds any longer stays where it is seen, not where its numbers began.
  const now = settled(draft, { text: draft.text, made: [] });
  const settledDraft = 'refused' in now ? draft : redraw(draft, now.text);
  return setProperty(settledDraft, bodies, 'fixed', on ? '' : null);
}

/** In kg/m^3. */
export function setDensity(draft: Draft, bodies: readonly number[], density: number): Outcome {
  return density > 0
    ? setProperty(draft, bodies, 'density', decimal(density, 3))
    : { refused: 'A density must be above 0.' };
}

export function setGravity(draft: Draft, on: boolean): Outcome {
  return attempt(draft, (pen) => {
    const now = itemOf(pen, pen.world, 'gravity') !== 0;
    if (now !== on) {
      writeProperty(pen, pen.world, 'gravity', on ? '' : null);
    }
  });
}
