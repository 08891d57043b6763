// autosave.ts: keeps the document in the browser at most a second after a change, and when the page
// goes. Every document that is opened has an id of its own. It does not decide what is restored.
import type { Doc } from '../document/doc';
import type { App } from '../app';
import type { Claims } from './claim';
import { isUnsaved, type KeptText, type KeptTexts } from './kept';

/** From a change to its keeping [ms]. */
const PATIENCE = 700;

export interface AutosaveParts {
  readonly doc: Doc;
  readonly kept: KeptTexts;
  readonly claims: Claims;
  readonly say: App['say'];
  /** The server's file that the document is of; '' for none. */
  readonly file: () => string;
  readonly now: () => number;
  readonly newId: () => string;
  /** Tells the tab which document it has, for when it is loaded again. */
  readonly tell: (id: string) => void;
}

export class Autosave {
  readonly #parts: AutosaveParts;
  #id: string;
  #base: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #complained = false;

  constructor(parts: AutosaveParts) {
    this.#parts = parts;
    this.#id = parts.newId();
    this.#base = parts.doc.text.value;
    parts.tell(this.#id);
    void parts.claims.claim(this.#id);
    parts.doc.text.subscribe(() => this.touch());
    parts.doc.name.subscribe(() => this.touch());
    parts.doc.dirty.subscribe(() => this.touch());
  }

  get id(): string {
    return this.#id;
  }

  get kept(): KeptTexts {
    return this.#parts.kept;
  }

  /** Whether this tab may go on with a kept text under its own id. */
  async claim(id: string): Promise<boolean> {
    return this.#parts.claims.exact && (await this.#parts.claims.claim(id));
  }

  /** Call before another document is opened: this one is kept, the next gets `id` or a new one. */
  leave(id: string = this.#parts.newId()): void {
    this.flush();
    this.#parts.claims.release(this.#id);
    this.#id = id;
    this.#parts.tell(id);
    void this.#parts.claims.claim(id);
  }

  /** The document, or what belongs to it, has changed. */
  touch(): void {
    const { doc } = this.#parts;
    if (!doc.dirty.value) {
      this.#base = doc.text.value;
    }
    this.#timer ??= setTimeout(() => this.flush(), PATIENCE);
  }

  /** Keeps what has changed now. */
  flush(): void {
    if (this.#timer === undefined) {
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { doc, kept, file, now } = this.#parts;
    const one: KeptText = { id: this.#id, name: doc.name.value, text: doc.text.value, saved: this.#base, time: now(), file: file(), seen: false };
    if (!kept.write(one) && !this.#complained && isUnsaved(one)) {
      this.#complained = true;
      this.#parts.say({ kind: 'warning', text: 'The browser has no space left to keep this document: save it yourself.' });
    }
  }

  /** Kept texts that no tab has open. */
  async orphans(): Promise<KeptText[]> {
    const { kept, claims } = this.#parts;
    const free: KeptText[] = [];
    for (const one of kept.list().filter(({ id }) => id !== this.#id)) {
      if (await claims.claim(one.id)) {
        claims.release(one.id);
        free.push(one);
      }
    }
    return free;
  }
}
