// Writes docs/reference, and the part of the contract that needs no schemas, from the contract; with --check, names the
// files that do not fit it.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contractFiles, staleFiles, textOf, writeFiles } from './contract-documents/files.ts';
import { outlineModule } from './contract-documents/outline-module.ts';

const folder = fileURLToPath(new URL('../docs/reference/', import.meta.url));
const outline = 'packages/protocol/src/outline.ts';
const outlineFile = fileURLToPath(new URL(`../${outline}`, import.meta.url));
const files = contractFiles();

if (!process.argv.includes('--check')) {
  writeFiles(folder, files);
  writeFileSync(outlineFile, outlineModule());
} else {
  const stale = staleFiles(folder, files).map((name) => `docs/reference/${name}`);
  if (textOf(outlineFile) !== outlineModule()) stale.push(outline);
  for (const name of stale) console.error(`${name} does not fit the contract: run npm run docs:contract`);
  process.exitCode = stale.length > 0 ? 1 : 0;
}
