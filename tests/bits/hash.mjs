// hash.mjs MODULE PROBLEMS SEED: prints the hash of tm_bits_hash in WebAssembly.
import { readFileSync } from "node:fs";

import { bitsHash, loadTrammel } from "../../wasm/load.mjs";

const [module, problems, seed] = process.argv.slice(2);
const trammel = await loadTrammel(readFileSync(module));
console.log(String(bitsHash(trammel, Number(problems), seed)));
