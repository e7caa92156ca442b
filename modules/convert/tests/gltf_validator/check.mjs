// node check.mjs WRITE_GLB FOLDER: runs the program, then Khronos' validator on every file it wrote.
// Exit 0 without errors, 1 with any, 77 (skipped) where `npm ci` was not run here.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

let validator;
try {
  validator = createRequire(import.meta.url)('gltf-validator');
} catch {
  console.log('skipped: gltf-validator is not installed; run scripts/setup');
  process.exit(77);
}
const [program, folder] = process.argv.slice(2);
const files = execFileSync(program, [folder], { encoding: 'utf8' }).trim().split('\n');
let errors = 0;
for (const file of files) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 100 });
  const { numErrors, numWarnings, messages } = report.issues;
  errors += numErrors;
  console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings`);
  for (const m of messages.filter((m) => m.severity === 0).slice(0, 10))
    console.log(`  ${m.code} ${m.pointer}: ${m.message}`);
}
console.log(`${files.length} files, ${errors} errors`);
process.exit(errors === 0 && files.length > 0 ? 0 : 1);
