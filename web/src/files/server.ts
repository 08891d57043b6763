// server.ts: the files that `trammel edit` lets this page read and save, by the key in its address;
// see docs/guide/editor-server.md. Knows nothing of documents.

export interface ServerFile {
  readonly bytes: Uint8Array;
  readonly tag: string;
}

export type Written =
  | { readonly kind: 'saved'; readonly tag: string }
  /** Somebody else changed the file; it has this tag now, null: it is gone. */
  | { readonly kind: 'changed'; readonly tag: string | null };

export class ServerFiles {
  readonly #folder: URL;
  readonly #fetch: typeof fetch;

  constructor(base: string, key: string, ask: typeof fetch = (input, init) => fetch(input, init)) {
    this.#folder = new URL(`${key}/`, base);
    this.#fetch = ask;
  }

  /** The file to begin with; null: none was named. */
  async open(): Promise<string | null> {
    const response = await this.#ask('open');
    const told: unknown = await response.json();
    const name = typeof told === 'object' && told !== null && 'name' in told ? told.name : null;
    return typeof name === 'string' ? name : null;
  }

  /** Null: there is no such file. */
  async read(name: string): Promise<ServerFile | null> {
    const path = filePath(name);
    if (path === null) {
      return null;
    }
    const response = await this.#ask(path, {}, [404]);
    return response.ok ? { bytes: new Uint8Array(await response.arrayBuffer()), tag: response.headers.get('ETag') ?? '' } : null;
  }

  /** Saves unless the file is another than that of `tag`; null: than none at all. */
  async write(name: string, text: string, tag: string | null): Promise<Written> {
    const path = filePath(name) ?? name;
    const headers: Record<string, string> = tag === null ? { 'If-None-Match': '*' } : { 'If-Match': tag };
    const response = await this.#ask(path, { method: 'PUT', headers, body: text }, [412]);
    const now = response.headers.get('ETag');
    return response.ok ? { kind: 'saved', tag: now ?? '' } : { kind: 'changed', tag: now };
  }

  /** Answers other than good ones and `known` are thrown, as sentences. */
  async #ask(path: string, init: RequestInit = {}, known: readonly number[] = []): Promise<Response> {
    let response: Response;
    try {
      response = await this.#fetch(new URL(path, this.#folder), { cache: 'no-store', ...init });
    } catch {
      throw new Error('The server does not respond: is `trammel edit` still running?');
    }
    if (!response.ok && !known.includes(response.status)) {
      throw new Error(`The server refused: ${response.status} ${response.statusText}`);
    }
    return response;
  }
}

/** Null where the name leads out of the folder: the server would refuse it, too. */
function filePath(name: string): string | null {
  const parts = name.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..') && !/[\\\0]/.test(name);
  return isPlain ? ['file', ...parts.map(encodeURIComponent)].join('/') : null;
}

/** The key in the page's address; null: it was not served by `trammel edit`. */
export function keyOf(search: string): string | null {
  const key = new URLSearchParams(search).get('key') ?? '';
  return /^[0-9A-Za-z]{16,128}$/.test(key) ? key : null;
}
