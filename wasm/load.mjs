// load.mjs: loads trammel.wasm and gives its functions with plain helpers for memory. Not a
// binding: names and arguments are C's.

/** Decodes the UTF-8 text that ends with a zero byte at `address` of `memory`. */
function readText(memory, address) {
  const bytes = new Uint8Array(memory.buffer);
  const end = bytes.indexOf(0, address);
  return new TextDecoder().decode(bytes.subarray(address, end));
}

/**
 * Instantiates the module from its bytes. Views are made anew at each use: any call may grow the
 * memory, which detaches older ones.
 */
export async function loadTrammel(bytes) {
  const { module, instance } = await WebAssembly.instantiate(bytes, {});
  const core = instance.exports;
  core._initialize();
  return {
    module,
    core,
    /** A view of the memory as it is now; good until the next call. */
    view: () => new DataView(core.memory.buffer),
    text: (address) => readText(core.memory, address),
    /** Calls use(address) with `size` bytes of memory that are freed afterwards. */
    withMemory(size, use) {
      const address = core.tm_wasm_alloc(size);
      if (address === 0) {
        throw new RangeError(`no memory for ${size} bytes`);
      }
      try {
        return use(address);
      } finally {
        core.tm_wasm_free(address);
      }
    },
  };
}

/** Calls tm_bits_hash with the default allocator and no threads; returns the hash as a BigInt. */
export function bitsHash(trammel, problems, seed) {
  return trammel.withMemory(8, (address) => {
    const status = trammel.core.tm_bits_hash(0, 0, problems, BigInt(seed), address);
    if (status !== 0) {
      throw new Error(trammel.text(trammel.core.tm_status_message(status)));
    }
    return trammel.view().getBigUint64(address, true);
  });
}
