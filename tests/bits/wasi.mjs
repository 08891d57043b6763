// wasi.mjs MODULE FOLDER FILE…: runs a WebAssembly program on files below the folder.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [module, folder, ...files] = process.argv.slice(2);
const wasi = new WASI({
  version: "preview1",
  args: [module, ...files],
  preopens: { ".": folder },
  returnOnExit: true,
});
const { instance } = await WebAssembly.instantiate(readFileSync(module), wasi.getImportObject());
process.exitCode = wasi.start(instance);
