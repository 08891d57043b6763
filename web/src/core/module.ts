// module.ts: the exports of a core module, and how texts and numbers cross to it. Views of its memory
// are made anew at each use: any call may grow it, which detaches older ones.
import { CoreError } from './core';

type Call = (...args: number[]) => number;

/** The exports by their C names. Every function takes and gives plain numbers. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  readonly [name: string]: Call | WebAssembly.Memory | (() => void);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const PAGE = 65536; // of memory [byte]
const MEMORY = 5; // TM_ERR_MEMORY has a message; this one is ours, for tm_wasm_alloc

export class Module {
  readonly #exports: Exports;

  constructor(exports: Exports) {
    this.#exports = exports;
    exports._initialize();
  }

  /** Becomes what another instance of the module was when its memory was copied. */
  become(memory: ArrayBuffer): void {
    const own = this.#exports.memory;
    own.grow(Math.max(0, memory.byteLength - own.buffer.byteLength) / PAGE);
    this.bytes.set(new Uint8Array(memory));
  }

  /** Calls a function by its C name. */
  call(name: string, ...args: number[]): number {
    return (this.#exports[name] as Call)(...args);
  }

  /** Calls a function that returns a status, and throws its message unless that is OK. */
  must(name: string, ...args: number[]): void {
    const status = this.call(name, ...args);
    if (status !== 0) {
      throw new CoreError(this.message(status));
    }
  }

  message(status: number): string {
    return this.textAt(this.call('tm_status_message', status));
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer);
  }

  doubles(address: number, count: number): Float64Array {
    return new Float64Array(this.#exports.memory.buffer, address, count);
  }

  words(address: number, count: number): Uint32Array {
    return new Uint32Array(this.#exports.memory.buffer, address, count);
  }

  /** The UTF-8 text that ends with a zero byte at `address`. */
  textAt(address: number): string {
    const bytes = this.bytes;
    return decoder.decode(bytes.subarray(address, bytes.indexOf(0, address)));
  }

  /** What the last call wrote for its host. */
  output(): string {
    const address = this.call('tm_wasm_output');
    return decoder.decode(this.bytes.subarray(address, address + this.call('tm_wasm_output_length')));
  }

  /** Calls use(address) with `size` bytes of memory that are freed afterwards. */
  withMemory<T>(size: number, use: (address: number) => T): T {
    const address = this.call('tm_wasm_alloc', Math.max(size, 8));
    if (address === 0) {
      throw new CoreError(`there is not enough memory for ${size} bytes (${MEMORY})`);
    }
    try {
      return use(address);
    } finally {
      this.call('tm_wasm_free', address);
    }
  }

  /** Calls use(address, length) with a copy of the bytes, closed by a zero. */
  withBytes<T>(bytes: Uint8Array, use: (address: number, length: number) => T): T {
    return this.withMemory(bytes.length + 1, (address) => {
      const memory = this.bytes;
      memory.set(bytes, address);
      memory[address + bytes.length] = 0;
      return use(address, bytes.length);
    });
  }

  withText<T>(text: string, use: (address: number, length: number) => T): T {
    return this.withBytes(encoder.encode(text), use);
  }

  withDoubles<T>(values: Float64Array, use: (address: number) => T): T {
    return this.withMemory(8 * values.length, (address) => {
      this.doubles(address, values.length).set(values);
      return use(address);
    });
  }

  /** Calls a function that fills `count` doubles, and returns a copy of them; null unless OK. */
  filled(count: number, call: (address: number) => number): Float64Array | null {
    return this.withMemory(8 * count, (address) =>
      call(address) === 0 ? this.doubles(address, count).slice() : null,
    );
  }

  /** Makes an owner by a function that puts its address into its last argument. */
  made(call: (place: number) => number): number {
    return this.withMemory(8, (place) => {
      const status = call(place);
      if (status !== 0) {
        throw new CoreError(this.message(status));
      }
      return this.words(place, 1)[0] ?? 0;
    });
  }
}
