// twins.ts: instances of the core's module that go on with what another instance has made. Memory is
// copied in a millisecond where reading the text anew would take many.
import type { SketchCopy } from './core';
import { Module, type Exports } from './module';
import { CoreSketch } from './sketch';

class AdoptedSketch extends CoreSketch {
  #leave: (() => void) | null;

  constructor(module: Module, copy: SketchCopy, leave: () => void) {
    super(module, copy.source, copy);
    this.#leave = leave;
  }

  /** Nothing is freed: the next copy takes all of the memory. */
  override dispose(): void {
    this.#leave?.();
    this.#leave = null;
  }
}

export class Twins {
  readonly #compiled: WebAssembly.Module;
  /** Few, and used again: browsers have room for some dozens of memories only. */
  readonly #free: Module[] = [];

  constructor(compiled: WebAssembly.Module) {
    this.#compiled = compiled;
  }

  adopt(copy: SketchCopy): CoreSketch {
    const module = this.#free.pop() ?? new Module(new WebAssembly.Instance(this.#compiled).exports as unknown as Exports);
    module.become(copy.memory);
    return new AdoptedSketch(module, copy, () => this.#free.push(module));
  }
}
