// What holds for all actions at once.
import { expect, test } from 'vitest';

import type { ToolInfo } from '../../../src/app';
import { actions, makeRegistry } from '../../../src/actions/index';
import { parseChord } from '../../../src/actions/keys';
import { fileActions } from '../../../src/files/actions';
import { tools } from '../../../src/tools/index';
import { menus } from '../../../src/panels/bars/menus';

test('every action has an id of its own, a label and a line of help', () => {
  expect(new Set(actions.map((action) => action.id)).size).toBe(actions.length);
  for (const action of actions) {
    expect(action.label, action.id).toMatch(/^[A-Z]/);
    expect(action.help, action.id).toMatch(/^[A-Z].*[^.]$/);
  }
});

test('no two actions or tools have the same key', () => {
  const seen = new Map<string, string>();
  for (const action of makeRegistry(tools, actions, fileActions).values()) {
    for (const keys of action.keys ?? []) {
      const chord = JSON.stringify(parseChord(keys));
      expect(seen.get(chord), `${keys} of ${action.id}`).toBeUndefined();
      seen.set(chord, action.id);
    }
  }
});

test('a tool becomes an action that chooses it', () => {
  const bar: ToolInfo = { id: 'bar', label: 'Bar', key: 'B', help: 'Draws a bar', icon: 'bar', group: 'links' };
  const registry = makeRegistry([bar], actions);
  expect(registry.get('tool.bar')?.keys).toEqual(['B']);
  expect(registry.size).toBe(actions.length + 1);
});

test('a menu names no action of another group', () => {
  const registry = makeRegistry([], actions);
  for (const menu of menus) {
    for (const id of menu.sections.flat()) {
      expect(registry.get(id)?.group ?? menu.group, id).toBe(menu.group);
    }
  }
});
