// Runs one wasm32-wasi program under node: the arguments and the whole file system are passed on, and
// the program's exit code becomes this process's.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [path, ...args] = process.argv.slice(2);
const wasi = new WASI({
  version: 'preview1',
  args: [path, ...args],
  env: process.env,
  preopens: { '/': '/' },
});
const module = await WebAssembly.compile(await readFile(path));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exit(wasi.start(instance));
