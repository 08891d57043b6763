// make_app.ts: makes the one App of the page and joins its parts to each other.
import { actions as shellActions, makeRegistry, runAction } from './actions/index';
import { settleFirst } from './actions/settle';
import type { Action, App, ToolInfo } from './app';
import type { LoadedCore } from './core/load';
import { emptyText } from './document/edits';
import { TextDoc } from './document/doc';
import { WorkerLive } from './live/worker_live';
import { makeFrame, type Frame } from './panels/frame';
import { mountShell } from './panels/shell';
import { makeSay } from './panels/bars/status';
import { WorkerReader } from './reading/reader';
import { DocStage, whenIdle } from './transient/stage';
import { runMotor } from './transient/motor';
import { makeUi } from './transient/ui';
import { followApp } from './view/follow';
import { Picture } from './view/picture';
import { keepInSight } from './view/reframe';

export interface Page {
  readonly app: App;
  readonly frame: Frame;
  readonly picture: Picture;
  readonly stage: DocStage;
  /** Files that texts may include, as they were offered to the core. */
  readonly files: Map<string, Uint8Array>;
}

function makeWorker(): Worker {
  return new Worker(new URL('./live/worker.ts', import.meta.url), { type: 'module' });
}

/** What is derived of the document, read in a worker where that takes long. */
function makeStage(core: LoadedCore, doc: TextDoc, picture: Picture, files: ReadonlyMap<string, Uint8Array>): DocStage {
  const reader = new WorkerReader({
    compiled: core.compiled,
    files,
    makeWorker: async () => (await import('./reading/start')).startWorker(),
    wish: () => picture.wish,
    onPainted: (painted, facts) => (picture.painted = { ...painted, facts: facts ?? picture.input.facts }),
    onBroken: () => stage.readHereOnly(),
  });
  const stage: DocStage = new DocStage(core, doc.text, whenIdle, { reader, mayWait: () => doc.mayWait, adopt: (copy) => core.adopt(copy) });
  return stage;
}

export interface Extra {
  readonly tools: readonly ToolInfo[];
  readonly actions: readonly (readonly Action[])[];
}

export function makePage(root: HTMLElement, core: LoadedCore, extra: Extra): Page {
  const frame = makeFrame(root);
  const picture = new Picture(frame.stage);
  const ui = makeUi();
  const doc = new TextDoc('untitled.tml', emptyText());
  const files = new Map<string, Uint8Array>();
  const stage = makeStage(core, doc, picture, files);
  const say = makeSay(frame);
  const live = new WorkerLive({ core, doc, stage, ui, say, files: () => files, makeWorker });
  const app: App = {
    core,
    doc,
    stage,
    ui,
    live,
    actions: makeRegistry(extra.tools, shellActions, ...extra.actions),
    tools: new Map(extra.tools.map((tool) => [tool.id, tool])),
    say,
    run: (action) => runAction(app, action),
    stageElement: frame.stage,
  };
  settleFirst(app, window);
  keepInSight(app, picture);
  mountShell(app, frame);
  followApp(app, picture);
  runMotor(app);
  return { app, frame, picture, stage, files };
}
