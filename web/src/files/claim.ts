// claim.ts: which tab a kept text belongs to. A tab holds a lock while it lives, however it ends; so
// a tab that was duplicated finds its text taken, and one that crashed leaves it free.

export interface Claims {
  /** Whether an answer of `claim` is sure. */
  readonly exact: boolean;
  /** Takes it unless another tab has it. */
  claim(id: string): Promise<boolean>;
  release(id: string): void;
}

const held = (id: string): string => `trammel.kept.${id}`;

class LockClaims implements Claims {
  readonly exact = true;
  readonly #locks: LockManager;
  readonly #release = new Map<string, () => void>();

  constructor(locks: LockManager) {
    this.#locks = locks;
  }

  claim(id: string): Promise<boolean> {
    if (this.#release.has(id)) {
      return Promise.resolve(true);
    }
    return new Promise((answer) => {
      const hold = (lock: Lock | null): Promise<void> => {
        answer(lock !== null);
        return lock === null ? Promise.resolve() : new Promise((end) => this.#release.set(id, end));
      };
      this.#locks.request(held(id), { ifAvailable: true }, hold).catch(() => answer(true));
    });
  }

  release(id: string): void {
    this.#release.get(id)?.();
    this.#release.delete(id);
  }
}

/** Where the browser has no locks (pages from plain http) nothing is ever taken. */
const free: Claims = { exact: false, claim: () => Promise.resolve(true), release: () => undefined };

export function browserClaims(): Claims {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  return locks ? new LockClaims(locks) : free;
}
