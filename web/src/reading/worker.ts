// worker.ts: the worker that reads texts which take longer than half a frame.
import { makeCore } from '../core/load';
import type { Ask } from './protocol';
import { TextReader } from './text_reader';

let reader: Promise<TextReader> | null = null;

async function take(ask: Ask): Promise<void> {
  if (ask.kind === 'start') {
    reader = makeCore(ask.compiled).then((core) => new TextReader(core, (told, moved) => self.postMessage(told, { transfer: [...moved] })));
  } else {
    (await reader)?.answer(ask);
  }
}

// The page hears of what is reported, but not of promises.
self.onmessage = ({ data }: MessageEvent<Ask>) => void take(data).catch(reportError);
