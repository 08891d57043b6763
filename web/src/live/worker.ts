// worker.ts: the worker: a core of its own, asked by messages (protocol.ts).
import { loadLiveModule } from '../core/live_module';
import type { Module } from '../core/module';
import type { Frame, Reply, Request } from './protocol';
import { Simulator } from './simulator';

function answer(module: Module, simulator: Simulator, request: Request): readonly Frame[] | undefined {
  switch (request.kind) {
    case 'file':
      module.withText(request.name, (name) =>
        module.withBytes(request.bytes, (address, length) =>
          module.must('tm_wasm_file_add', name, address, length),
        ),
      );
      break;
    case 'start':
      simulator.start(request.world, request.poses);
      break;
    case 'update':
      simulator.update(request.world);
      break;
    case 'advance':
      simulator.advance(request.by);
      break;
    case 'scrub':
      simulator.scrub(request.time);
      break;
    case 'input':
      simulator.setInput(request.index, request.value);
      break;
    case 'pull':
      simulator.pull(request.body, request.at, request.to);
      break;
    case 'let go':
      simulator.letGo();
      break;
    case 'sample':
      return simulator.sample(request.times);
  }
  return undefined;
}

const loading = loadLiveModule().then((module) => ({ module, simulator: new Simulator(module) }));

self.onmessage = async (event: MessageEvent<Request>) => {
  let reply: Reply;
  try {
    const { module, simulator } = await loading;
    simulator.between = [];
    const samples = answer(module, simulator, event.data);
    const [from, to] = simulator.span;
    reply = { frame: simulator.frame, between: simulator.between, from, to, problem: simulator.problem, pass: simulator.pass, ...(samples ? { samples } : {}) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    reply = { frame: null, between: [], from: 0, to: 0, problem, pass: '' };
  }
  self.postMessage(reply);
};
