import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';
import { builtIns } from './built-ins.mjs';
import { notices } from './notices.mjs';

/**
 * Libraries that are carried inside of a bundle, with what they need themselves: their classes are nobody else's concern.
 * What else a package depends on is loaded from where npm put it, so that it is there once.
 */
const carried = new Set(['croner', 'fastest-levenshtein', 'kysely', 'pino', 'ws', 'zod']);

const packageName = /^(?:@[^/]+\/)?[^/]+/;

/** Writes `dist/bundle` of a package: an ES module for each entry, source maps, and the licences of what is inside. */
export async function bundle(folder, entries) {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    plugins: [builtIns(), notices()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: 'dist/bundle',
      emptyOutDir: false,
      target: 'es2023',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: entries.map((entry) => join(folder, entry)),
        external: externalOf(folder),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          comments: false,
          // What may change is not folded into the code that uses it: with `var` an event costs a tenth more.
          topLevelVar: false,
        },
      },
    },
  });
}

/** Tells what a bundle does not hold. What the compiler adds by itself is no dependency of the package, and so is held. */
function externalOf(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const dependencies = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));
  return (specifier, importer) => {
    if (isBuiltin(specifier)) return true;
    const name = packageName.exec(specifier)?.[0] ?? '';
    const isOfLibrary = importer?.includes('node_modules') ?? false;
    return !isOfLibrary && dependencies.has(name) && !carried.has(name);
  };
}
