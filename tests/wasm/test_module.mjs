// The core as WebAssembly: it asks nothing of its host, offers every public function, and keeps its
// manners where memory ends.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT, run } from "../support/script.mjs";
import { bitsHash, loadTrammel } from "../../wasm/load.mjs";

const bytes = readFileSync(join(ROOT, "build/wasm/trammel.wasm"));
const HOST = ["memory", "_initialize"];
const MEBIBYTE = 1 << 20;

/** The functions that the sources of the module declare beside those of the headers. */
function declaredForHosts() {
  const sources = readdirSync(join(ROOT, "wasm")).filter((name) => name.endsWith(".c"));
  const texts = sources.map((name) => readFileSync(join(ROOT, "wasm", name), "utf8"));
  return [...new Set(texts.join("").match(/\btm_wasm_\w+(?=\()/g))];
}

const names = (module) => WebAssembly.Module.exports(module).map((item) => item.name);

await run({
  async "module imports nothing"() {
    const { module } = await loadTrammel(bytes);
    assert.deepEqual(WebAssembly.Module.imports(module), []);
  },

  async "module exports the functions of the headers and those of its host"() {
    const { module } = await loadTrammel(bytes);
    const declared = execFileSync(join(ROOT, "tools/api.py"), { encoding: "utf8" });
    const expected = [...declared.trim().split("\n"), ...declaredForHosts(), ...HOST];
    assert.deepEqual(names(module).sort(), expected.sort());
  },

  async "the editor's module asks as little and offers some of the same"() {
    const all = names((await loadTrammel(bytes)).module);
    const { module } = await loadTrammel(readFileSync(join(ROOT, "build/wasm/editor.wasm")));
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    assert.deepEqual(names(module).filter((name) => !all.includes(name)), []);
    assert.ok(names(module).includes("tm_sketch_drag"));
  },

  async "texts and numbers come across"() {
    const trammel = await loadTrammel(bytes);
    const version = trammel.text(trammel.core.tm_version_text());
    const [major, minor, patch] = version.split(".").map(Number);
    assert.equal(trammel.core.tm_version(), major * 10000 + minor * 100 + patch);
    assert.equal(trammel.text(trammel.core.tm_status_name(1)), "TM_ERR_MEMORY");
  },

  async "allocated memory is apart, aligned, and used again once freed"() {
    const { core } = await loadTrammel(bytes);
    const first = core.tm_wasm_alloc(24);
    const second = core.tm_wasm_alloc(24);
    assert.ok(first > 0 && second > 0 && Math.abs(second - first) >= 24);
    assert.equal(first % 16, 0);
    core.tm_wasm_free(first);
    core.tm_wasm_free(second);
    core.tm_wasm_free(0);
    for (let i = 0; i < 2000; i++) {
      core.tm_wasm_free(core.tm_wasm_alloc(MEBIBYTE));
    }
    assert.ok(core.memory.buffer.byteLength < 16 * MEBIBYTE);
  },

  async "memory grows up to its limit and then answers null"() {
    const { core } = await loadTrammel(bytes);
    let blocks = 0;
    while (blocks < 2048 && core.tm_wasm_alloc(MEBIBYTE) !== 0) {
      blocks++;
    }
    assert.ok(blocks > 900 && blocks < 1024, `${blocks} blocks of a mebibyte`);
    assert.equal(core.tm_wasm_alloc(MEBIBYTE), 0);
  },

  async "two instances share nothing"() {
    const one = await loadTrammel(bytes);
    const two = await loadTrammel(bytes);
    const address = one.core.tm_wasm_alloc(8);
    one.view().setBigUint64(address, 0x1122334455667788n, true);
    assert.notEqual(one.core.memory, two.core.memory);
    assert.equal(bitsHash(one, 3, 5), bitsHash(two, 3, 5));
    assert.equal(one.view().getBigUint64(address, true), 0x1122334455667788n);
  },

  async "a request that no memory can meet throws"() {
    const trammel = await loadTrammel(bytes);
    assert.throws(() => trammel.withMemory(-1, () => 0), RangeError);
  },
});
