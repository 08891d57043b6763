// The recipe "To add an editor tool" of CONTRIBUTING.md, followed as it is written: its file is mark.ts beside this
// one, and its row goes into the table of tools.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import type { App } from '../../../src/app';
import { actions, makeRegistry } from '../../../src/actions/index';
import { actionFor } from '../../../src/actions/keys';
import { Signal } from '../../../src/base/signal';
import { find } from '../../../src/panels/palette';
import { hasIcon } from '../../../src/panels/widgets/icons';
import { tools, type ToolRow } from '../../../src/tools/index';
import { ToolBox } from '../../../src/tools/machine';
import { makeUi } from '../../../src/transient/ui';
import { markTool } from './mark';

const here = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const recipe = /\n## To add an editor tool\n(.*?)\n## /s.exec(here('../../../../CONTRIBUTING.md'))?.[1] ?? '';
const [file = '', line = ''] = [...recipe.matchAll(/```ts\n(.*?)```/gs)].map((block) => (block[1] ?? '').replace(/^ {3}/gm, ''));
const row = new Function('markTool', `return ${line.trim().replace(/,$/, '')};`)(markTool) as ToolRow;
const all = [...tools, row];

function makeApp(said: string[]): App {
  const app = {
    ui: makeUi(null),
    live: { state: new Signal('off') },
    doc: { name: new Signal('test.tml') },
    actions: makeRegistry(all, actions),
    stageElement: { focus: () => undefined },
    say: (text: string) => said.push(text),
  };
  return app as unknown as App;
}

test('the file of the recipe is the one that is tried', () => {
  expect(here('mark.ts').replaceAll('../../../src/tools/', '../')).toBe(file);
});

test('its row makes it known to palette, keys, help and the bar', () => {
  const app = makeApp([]);
  const action = app.actions.get('tool.mark');
  expect(action?.help).toBe(row.help);
  expect(find(app, row.label)[0]).toBe(action);
  const press = { key: row.key, code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  expect(actionFor(app.actions.values(), press, false)).toBe(action);
  expect(hasIcon(row.icon)).toBe(true);
});

test('its key is free', () => {
  expect(tools.map((tool) => tool.key)).not.toContain(row.key);
});

test('its action chooses it, and it works', () => {
  const said: string[] = [];
  const app = makeApp(said);
  const box = new ToolBox(app, { size: { width: 800, height: 600 }, preview: null }, all);
  app.actions.get('tool.mark')?.perform(app);
  expect(box.path).toBe('mark.idle');
  const pointer = { px: { x: 400, y: 300 }, touch: false, shift: false, alt: false, ctrl: false, clicks: 1, again: false };
  box.move(pointer);
  expect(app.ui.hint.value).toContain('Click to tell this place');
  box.down(pointer);
  box.up(pointer);
  expect(said).toHaveLength(1);
});
