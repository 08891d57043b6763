// service.ts: keeps the files of the page for when there is no network. web/vite/offline.ts makes
// offline.js of it and puts the list of files before it. The page itself comes from the network while
// there is one, so that nobody is kept on an old one; its parts have their hash in their name and come
// from the kept ones. A new version waits until pages of the old one are closed: they need its parts.

/** All files but index.html, relative to this one, and a hash of their contents. */
declare const FILES: readonly string[];
declare const VERSION: string;

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly registration: ServiceWorkerRegistration;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}

const worker = self as unknown as Worker;
const { scope } = worker.registration;
const kept = `trammel ${scope} ${VERSION}`;
const parts = new Set(FILES.map((file) => new URL(file, scope).href));

async function keepAll(): Promise<void> {
  const cache = await caches.open(kept);
  // Past the browser's own cache, which may hold an older index.html.
  await cache.addAll([scope, ...parts].map((url) => new Request(url, { cache: 'no-cache' })));
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`trammel ${scope} `) && name !== kept);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const answer = await caches.match(scope, { cacheName: kept });
    if (answer) {
      return answer;
    }
    throw error;
  }
}

async function part(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: kept })) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const place = request.url.replace(/[?#].*/, '');
  if (request.method === 'GET' && request.mode === 'navigate' && place === scope) {
    event.respondWith(page(request));
  } else if (request.method === 'GET' && parts.has(request.url)) {
    event.respondWith(part(request));
  }
});
