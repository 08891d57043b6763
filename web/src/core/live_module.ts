// live_module.ts: the module that simulates, fetched when somebody first does. It has the whole core:
// editing needs less, and loads faster without.
import address from '#trammel.wasm?url';

import { fetchModule, startModule } from './load';
import type { Module } from './module';

export async function loadLiveModule(): Promise<Module> {
  return startModule(await fetchModule(address));
}
