// includes.ts: gets the files that a text includes, from where the text came from, and offers them to
// the core. They belong to the document: another one begins without them.
import type { Core } from '../core/core';

/** Gives a file by the name that a text has for it; null: there is none. */
export type FileSource = (name: string) => Promise<Uint8Array | null>;

/** Texts that include each other in turn end here. */
const MAX_ROUNDS = 16;
/** After the last change, so that names are not asked for while they are typed [ms]. */
const PATIENCE = 400;

export interface IncludesParts {
  readonly core: Core;
  /** What was offered, for the worker's core and for links. */
  readonly files: Map<string, Uint8Array>;
  /** Names that texts asked for in vain. */
  readonly missing: () => readonly string[];
  readonly text: () => string;
  /** The present text once more: a file has arrived. */
  readonly refresh: () => void;
}

export class Includes {
  readonly #parts: IncludesParts;
  #source: FileSource = () => Promise.resolve(null);
  #asked = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: IncludesParts) {
    this.#parts = parts;
  }

  get files(): ReadonlyMap<string, Uint8Array> {
    return this.#parts.files;
  }

  /** For a new document: forgets the files of the old, offers `given`, and gets what else it wants. */
  async begin(text: string, given: ReadonlyMap<string, Uint8Array>, source: FileSource): Promise<void> {
    const { core, files } = this.#parts;
    clearTimeout(this.#timer);
    [...files.keys()].forEach((name) => core.removeFile(name));
    files.clear();
    this.#asked = new Set();
    this.#source = source;
    given.forEach((bytes, name) => this.#add(name, bytes));
    for (let round = 0; round < MAX_ROUNDS; round++) {
      core.sketch(text).dispose();
      if (!(await this.#get(text))) {
        return;
      }
    }
  }

  /** A file by hand, for the present document. */
  offer(name: string, bytes: Uint8Array): void {
    this.#add(name, bytes);
    this.#parts.refresh();
  }

  /** The text was read: gets what it wants now, a little later. */
  look(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.#get(this.#parts.text()).then((found) => (found ? this.#parts.refresh() : undefined));
    }, PATIENCE);
  }

  /** Whether a file came that was missing. */
  async #get(text: string): Promise<boolean> {
    const asked = this.#asked;
    const source = this.#source;
    const names = this.#parts.missing().filter((name) => !asked.has(name) && this.#isNamed(name, text));
    names.forEach((name) => asked.add(name));
    const found = await Promise.all(names.map((name) => source(name).catch(() => null)));
    if (asked !== this.#asked) {
      return false; // another document was opened meanwhile
    }
    found.forEach((bytes, k) => (bytes ? this.#add(names[k] ?? '', bytes) : undefined));
    return found.some((bytes) => bytes !== null);
  }

  /** The core remembers what earlier texts asked for; only what this one names is its own. */
  #isNamed(name: string, text: string): boolean {
    const quoted = JSON.stringify(name);
    const included = [...this.#parts.files].filter(([file]) => file.endsWith('.tml')).map(([, bytes]) => new TextDecoder().decode(bytes));
    return [text, ...included].some((one) => one.includes(quoted));
  }

  #add(name: string, bytes: Uint8Array): void {
    this.#parts.files.set(name, bytes);
    this.#parts.core.addFile(name, bytes);
  }
}

/** Asks one after the other. */
export function firstOf(...sources: readonly FileSource[]): FileSource {
  return async (name) => {
    for (const source of sources) {
      const bytes = await source(name).catch(() => null);
      if (bytes) {
        return bytes;
      }
    }
    return null;
  };
}
