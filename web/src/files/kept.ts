// kept.ts: texts that are kept in the browser, so that a crash loses nothing: a key for each document,
// so that several tabs do not overwrite each other. Few and small: the oldest go first.

export interface KeptText {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** As it was last opened or saved. */
  readonly saved: string;
  /** Milliseconds since 1970 of the last change. */
  readonly time: number;
  /** The file of the server that it is of; '' for none. */
  readonly file: string;
  /** Whether a later visit has offered it already. */
  readonly seen: boolean;
}

/** The part of Storage that is used here. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export const MAX_KEPT = 20;
/** Of all texts together; browsers allow about five million [UTF-16 unit]. */
export const KEPT_SIZE = 4_000_000;

const PREFIX = 'trammel.kept.';

export const isUnsaved = (kept: KeptText): boolean => kept.text !== kept.saved;

export class KeptTexts {
  readonly #shelf: Shelf | null;

  constructor(shelf: Shelf | null) {
    this.#shelf = shelf;
  }

  /** The newest first. */
  list(): KeptText[] {
    return this.#ids().flatMap((id) => this.read(id) ?? []).sort((a, b) => b.time - a.time);
  }

  /** Null where there is none, or where something else wrote there. */
  read(id: string): KeptText | null {
    try {
      const value: unknown = JSON.parse(this.#shelf?.getItem(PREFIX + id) ?? 'null');
      return toKept(id, value);
    } catch {
      return null;
    }
  }

  /** False where there is no room, even without all others. */
  write(kept: KeptText): boolean {
    const { id, ...rest } = kept;
    const value = JSON.stringify(rest);
    if (value.length > KEPT_SIZE) {
      return false;
    }
    // By their lengths alone: reading them all would be felt, while a drag changes the text.
    const others = this.#ids().filter((other) => other !== id);
    const size = others.reduce((sum, other) => sum + (this.#shelf?.getItem(PREFIX + other)?.length ?? 0), value.length);
    const hasRoom = others.length < MAX_KEPT && size <= KEPT_SIZE;
    return (hasRoom && this.#put(id, value)) || this.#replace(id, value);
  }

  /** Makes room first: saved ones go before unsaved ones, the oldest first. */
  #replace(id: string, value: string): boolean {
    const others = this.list().filter((one) => one.id !== id);
    const leaving = [...others.filter(isUnsaved), ...others.filter((one) => !isUnsaved(one))];
    const size = () => leaving.reduce((sum, one) => sum + one.text.length + one.saved.length, value.length);
    const isFull = () => leaving.length >= MAX_KEPT || size() > KEPT_SIZE;
    while (isFull() || !this.#put(id, value)) {
      const last = leaving.pop();
      if (!last) {
        return false;
      }
      this.remove(last.id);
    }
    return true;
  }

  remove(id: string): void {
    try {
      this.#shelf?.removeItem(PREFIX + id);
    } catch {
      // A store that is forbidden holds nothing to remove.
    }
  }

  #put(id: string, value: string): boolean {
    try {
      this.#shelf?.setItem(PREFIX + id, value);
      return this.#shelf !== null;
    } catch {
      return false;
    }
  }

  #ids(): string[] {
    const keys = Array.from({ length: this.#shelf?.length ?? 0 }, (_, k) => this.#shelf?.key(k) ?? '');
    return keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  }
}

function toKept(id: string, value: unknown): KeptText | null {
  if (typeof value !== 'object' || value === null) {
    return null;
  }
  const { name, text, saved, time, file, seen } = value as Record<string, unknown>;
  if (typeof name !== 'string' || typeof text !== 'string' || typeof saved !== 'string' || typeof time !== 'number') {
    return null;
  }
  return { id, name, text, saved, time, file: typeof file === 'string' ? file : '', seen: seen === true };
}

export function browserShelf(): Shelf | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
