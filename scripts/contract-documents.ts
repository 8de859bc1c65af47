// Writes docs/reference from the contract; with --check, names the files that do not fit it.
import { fileURLToPath } from 'node:url';
import { contractFiles, staleFiles, writeFiles } from './contract-documents/files.ts';

const folder = fileURLToPath(new URL('../docs/reference/', import.meta.url));
const files = contractFiles();

if (!process.argv.includes('--check')) {
  writeFiles(folder, files);
} else {
  const stale = staleFiles(folder, files);
  for (const name of stale)
    console.error(`docs/reference/${name} does not fit the contract: run npm run docs:contract`);
  process.exitCode = stale.length > 0 ? 1 : 0;
}
