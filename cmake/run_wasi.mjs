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

// Each system call goes through a plain function: called directly from compiled code, node's own ones may
// collect garbage where that is not allowed and crash the process at its end (nodejs/node issue 46777).
const imports = wasi.getImportObject();
for (const calls of Object.values(imports)) {
  for (const [name, call] of Object.entries(calls)) calls[name] = (...values) => call(...values);
}

const module = await WebAssembly.compile(await readFile(path));
const instance = await WebAssembly.instantiate(module, imports);
process.exit(wasi.start(instance));
