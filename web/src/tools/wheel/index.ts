// index.ts: the tool for gear wheels: a click makes one of a usual size, a drag sets its radius in
// whole teeth. Beside another wheel it takes that one's module, and meshes with it.
import type { Tool } from '../machine';
import { idle } from './idle';
import { makeGhost } from './ghost';

export const wheelTool: Tool = { id: 'wheel', start: (bench) => idle(bench, makeGhost(bench.app.core)) };
