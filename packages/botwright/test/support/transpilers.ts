import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform as transformBySwc } from '@swc/core';
import { transform as transformByEsbuild } from 'esbuild';
import { transformSync } from 'oxc-transform';

const compiler = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Makes JavaScript of a file in a folder, and says where it is. */
export type Transpile = (file: string, folder: string) => Promise<string>;

function oxc(options: Parameters<typeof transformSync>[2]): Transpile {
  return async (file, folder) => {
    const { code, errors } = transformSync(file, await readFile(file, 'utf8'), { lang: 'ts', ...options });
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
    return written(file, folder, code);
  };
}

function tsc(...flags: readonly string[]): Transpile {
  return async (file, folder) => {
    const usual = [
      '--ignoreConfig',
      '--noResolve',
      '--noCheck',
      '--isolatedModules',
      '--verbatimModuleSyntax',
      '--module',
      'nodenext',
    ];
    const args = [compiler, ...usual, '--experimentalDecorators', ...flags, '--outDir', folder, file];
    await promisify(execFile)(process.execPath, args, { cwd: path.dirname(file) });
    return path.join(folder, `${path.basename(file, '.ts')}.js`);
  };
}

/** tsx runs what esbuild makes. */
const esbuild: Transpile = async (file, folder) => {
  const tsconfigRaw = { compilerOptions: { experimentalDecorators: true, verbatimModuleSyntax: true } };
  const { code } = await transformByEsbuild(await readFile(file, 'utf8'), {
    loader: 'ts',
    target: 'es2023',
    tsconfigRaw,
  });
  return written(file, folder, code);
};

function swc(decoratorMetadata: boolean): Transpile {
  return async (file, folder) => {
    const { code } = await transformBySwc(await readFile(file, 'utf8'), {
      swcrc: false,
      configFile: false,
      jsc: {
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata, verbatimModuleSyntax: true },
        target: 'es2023',
      },
      module: { type: 'es6' },
    });
    return written(file, folder, code);
  };
}

async function written(file: string, folder: string, code: string): Promise<string> {
  const target = path.join(folder, `${path.basename(file, '.ts')}.js`);
  await writeFile(target, code);
  return target;
}

/** Every transpiler that this repository has, with and without parameter metadata, and with both meanings of fields. */
export const transpilers: Readonly<Record<string, Transpile>> = {
  'tsc with metadata': tsc('--target', 'es2023', '--emitDecoratorMetadata'),
  'tsc without metadata': tsc('--target', 'es2023'),
  'tsc with assigned fields': tsc('--target', 'es2023', '--useDefineForClassFields', 'false'),
  'oxc with metadata': oxc({ decorator: { legacy: true, emitDecoratorMetadata: true } }),
  'oxc without metadata': oxc({ decorator: { legacy: true } }),
  'oxc with assigned fields': oxc({
    decorator: { legacy: true },
    assumptions: { setPublicClassFields: true },
    typescript: { removeClassFieldsWithoutInitializer: true },
  }),
  'esbuild, as tsx does': esbuild,
  'swc with metadata': swc(true),
  'swc without metadata': swc(false),
  'vitest itself': async (file) => file,
};

export const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));
