// start.ts: starts the worker that reads texts. Few pages need it: it comes when it is first asked for.
export function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
