// main.ts: starts the page.
import { actions, makeRegistry } from './actions/index';
import { holdKeys } from './actions/keys';
import { loadCore } from './core/load';
import { fileActions } from './files/actions';
import { mountFiles } from './files/index';
import { makePage } from './make_app';
import { keepForOffline } from './offline/register';
import { makeToolBox, tools } from './tools/index';

const root = document.getElementById('app');
if (root) {
  const actOnKeys = holdKeys([...makeRegistry(tools, actions, fileActions).values()], window);
  const core = await loadCore();
  const page = makePage(root, core, { tools, actions: [fileActions] });
  makeToolBox(page.app, page.picture);
  mountFiles(page);
  actOnKeys();
  (window as unknown as { __trammel: unknown }).__trammel = page.app;
  keepForOffline();
}
