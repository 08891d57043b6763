// memo_core.ts: a core that remembers the last sketches it made, so that a test which makes thousands
// of edits builds each text once: an edit builds it to check it, and the next begins with it.
import type { Core, Sketch, Text } from '../../../../src/core/core';
import type { GearMesh } from '../../../../src/core/facts';

const KEPT = 8;

interface Kept {
  readonly sketch: Sketch;
  readonly free: () => void;
}

export class MemoCore implements Core {
  readonly version: string;
  readonly #core: Core;
  readonly #kept = new Map<string, Kept>();

  constructor(core: Core) {
    this.#core = core;
    this.version = core.version;
  }

  text(source: string): Text {
    return this.#core.text(source);
  }

  /** Whoever has it only reads it: it goes when others have come. */
  sketch(source: string): Sketch {
    const known = this.#kept.get(source);
    if (known !== undefined) {
      return known.sketch;
    }
    const sketch = this.#core.sketch(source);
    this.#kept.set(source, { sketch, free: sketch.dispose.bind(sketch) });
    sketch.dispose = () => undefined;
    const [oldest] = this.#kept;
    if (oldest !== undefined && this.#kept.size > KEPT) {
      this.#kept.delete(oldest[0]);
      oldest[1].free();
    }
    return sketch;
  }

  quantity(typed: string, unit: string): number | string {
    return this.#core.quantity(typed, unit);
  }

  mesh(...of: Parameters<Core['mesh']>): GearMesh {
    return this.#core.mesh(...of);
  }

  addFile(name: string, bytes: Uint8Array): void {
    this.#core.addFile(name, bytes);
  }

  removeFile(name: string): void {
    this.#core.removeFile(name);
  }

  missingFiles(): string[] {
    return this.#core.missingFiles();
  }
}
