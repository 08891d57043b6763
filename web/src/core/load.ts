// load.ts: fetches and starts the core.
import address from '#editor.wasm?url';

import type { Core, Sketch, SketchCopy, Text } from './core';
import type { GearFact, GearMesh } from './facts';
import { Module, type Exports } from './module';
import { CoreSketch } from './sketch';
import { CoreText } from './text';
import { Twins } from './twins';

/** Fetches and compiles a module of this page. */
export async function fetchModule(from: string): Promise<WebAssembly.Module> {
  const response = await fetch(from);
  if (!response.ok) {
    throw new Error(`the core could not be fetched: ${response.status} ${response.statusText}`);
  }
  // A server that does not know .wasm gives another type, which compileStreaming refuses.
  if (response.headers.get('Content-Type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Starts an instance of a compiled module. It imports nothing. */
export async function startModule(compiled: WebAssembly.Module): Promise<Module> {
  const instance = await WebAssembly.instantiate(compiled);
  return new Module(instance.exports as unknown as Exports);
}

export class LoadedCore implements Core {
  readonly version: string;
  /** For a worker, which starts an instance of its own. */
  readonly compiled: WebAssembly.Module;
  readonly #module: Module;
  readonly #twins: Twins;
  /** The last sketch that was given back as it was made, which the next one of its text is: an edit tries the
   * text that the page then shows. */
  #spare: CoreSketch | null = null;

  constructor(compiled: WebAssembly.Module, module: Module) {
    this.compiled = compiled;
    this.#module = module;
    this.#twins = new Twins(compiled);
    this.version = module.textAt(module.call('tm_version_text'));
  }

  text(source: string): Text {
    return new CoreText(this.#module, source);
  }

  sketch(source: string, run = -1): CoreSketch {
    const spare = this.#spare;
    this.#spare = null;
    if (spare?.isOf(source, run)) {
      return spare;
    }
    spare?.destroy();
    return new CoreSketch(this.#module, source, { run, giveBack: (sketch) => this.#keep(sketch) });
  }

  #keep(sketch: CoreSketch | null): void {
    this.#spare?.destroy();
    this.#spare = sketch;
  }

  /** Goes on with a sketch that a core of the same module has made. */
  adopt(copy: SketchCopy): Sketch {
    return this.#twins.adopt(copy);
  }

  mesh({ teeth: first, module }: GearFact, teeth: number, angle: number, direction: number): GearMesh {
    const told = this.#module.filled(3, (address) =>
      this.#module.call('tm_gear_mesh', first, teeth, module, angle, direction, address),
    );
    const [distance = NaN, ratio = NaN, turned = NaN] = told ?? [];
    return { distance, ratio, angle: turned };
  }

  quantity(typed: string, unit: string): number | string {
    const module = this.#module;
    let status = 0;
    const value = module.withText(unit, (at) =>
      module.withText(typed, (text, length) => module.filled(1, (address) => (status = module.call('tm_wasm_quantity', text, length, at, address)))),
    );
    return value?.[0] ?? (module.output() || module.message(status));
  }

  addFile(name: string, bytes: Uint8Array): void {
    this.#keep(null); // its text may include it
    this.#module.withText(name, (at) =>
      this.#module.withBytes(bytes, (start, length) =>
        this.#module.must('tm_wasm_file_add', at, start, length),
      ),
    );
  }

  removeFile(name: string): void {
    this.#keep(null);
    this.#module.withText(name, (at) => this.#module.must('tm_wasm_file_add', at, 0, 0));
  }

  missingFiles(): string[] {
    this.#module.must('tm_wasm_files_missing');
    return this.#module.output().split('\n').filter((name) => name !== '');
  }
}

/** Makes the core of a compiled module: in tests that of a file. */
export async function makeCore(compiled: WebAssembly.Module): Promise<LoadedCore> {
  return new LoadedCore(compiled, await startModule(compiled));
}

/** Fetches the page's core. */
export async function loadCore(): Promise<LoadedCore> {
  return makeCore(await fetchModule(address));
}
