// blobs.ts: what is too large for kept.ts or no text, beside a kept text, by the same id: the image to
// trace and the files that were given. In IndexedDB; where there is none, nothing is kept.

export interface Attachments {
  readonly backdrop: { readonly blob: Blob; readonly x: number; readonly y: number; readonly scale: number; readonly opacity: number } | null;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const BASE = 'trammel';
const STORE = 'attachments';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(BASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });
}

async function use<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const base = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = ask(base.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('no answer'));
    });
  } finally {
    base.close();
  }
}

/** False where it could not be kept. */
export async function putAttachments(id: string, value: Attachments): Promise<boolean> {
  return use('readwrite', (store) => store.put(value, id)).then(() => true, () => false);
}

export async function getAttachments(id: string): Promise<Attachments | null> {
  return use('readonly', (store) => store.get(id) as IDBRequest<Attachments | undefined>).then((value) => value ?? null, () => null);
}

/** Removes all whose text is no longer kept. */
export async function sweepAttachments(ids: ReadonlySet<string>): Promise<void> {
  const keys = await use('readonly', (store) => store.getAllKeys()).catch(() => []);
  for (const key of keys.filter((one) => !ids.has(String(one)))) {
    await use('readwrite', (store) => store.delete(key)).catch(() => undefined);
  }
}
