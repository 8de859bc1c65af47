import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packageFolder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
/** The bundler has these within itself. */
const compilerHelper = /^\0@oxc-project\+runtime@/;
const compilerHelpers = fileURLToPath(new URL('../../node_modules/@oxc-project/runtime', import.meta.url));

/** Writes the licences of the libraries that a bundle carries beside it; fails on one that has none. */
export function notices() {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
      const folders = new Set(modules.flatMap(folderOf));
      if (folders.size === 0) return;
      const source = [...folders].sort().map(notice).join('\n');
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES.txt', source });
    },
  };
}

function folderOf(id) {
  return compilerHelper.test(id) ? compilerHelpers : (packageFolder.exec(id)?.[0] ?? []);
}

function notice(folder) {
  const { name, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (file === undefined) throw new Error(`${name} is to be bundled and has no licence file`);
  return `${name} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
