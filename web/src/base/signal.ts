// signal.ts: a value that notifies its listeners when it changes. The page's only way to react.

export type Unsubscribe = () => void;

export interface ReadSignal<T> {
  readonly value: T;
  /** Calls `listener` after each change, not at once. */
  subscribe(listener: (value: T) => void): Unsubscribe;
}

export class Signal<T> implements ReadSignal<T> {
  readonly #listeners = new Set<(value: T) => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    if (!Object.is(value, this.#value)) {
      this.#value = value;
      this.touch();
    }
  }

  /** Tells the listeners though the value is the same object, changed inside. */
  touch(): void {
    for (const listener of [...this.#listeners]) {
      listener(this.#value);
    }
  }

  subscribe(listener: (value: T) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Subscribes to several signals at once. */
export function onAny(signals: readonly ReadSignal<unknown>[], listener: () => void): Unsubscribe {
  const ends = signals.map((signal) => signal.subscribe(listener));
  return () => ends.forEach((end) => end());
}
