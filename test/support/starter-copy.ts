import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Child, repository } from './child.js';

/** A copy of the starter in a folder of its own, for tests to be saved into it and run there as its owner would. */
export class StarterCopy implements Disposable {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'botwright-starter-'));

  constructor() {
    const starter = path.join(repository, 'examples/starter');
    for (const part of ['src', 'test', 'package.json']) {
      cpSync(path.join(starter, part), path.join(this.folder, part), { recursive: true });
    }
    symlinkSync(path.join(repository, 'node_modules'), path.join(this.folder, 'node_modules'), 'junction');
    this.write('tsconfig.json', JSON.stringify(this.compilerSettings()));
  }

  /** Below the copy. */
  write(file: string, content: string): void {
    writeFileSync(path.join(this.folder, file), content);
  }

  read(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  /** The exit code, and what was printed. */
  compile(): Promise<Outcome> {
    return run(['node_modules/typescript/bin/tsc', '-p', this.folder]);
  }

  runTest(file: string): Promise<Outcome> {
    return run(['node_modules/vitest/vitest.mjs', 'run', '--root', this.folder, file]);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }

  private compilerSettings(): object {
    return {
      extends: path.join(repository, 'tsconfig.base.json'),
      compilerOptions: { noEmit: true, composite: false, declaration: false, declarationMap: false, rootDir: '.' },
      include: ['src', 'test'],
    };
  }
}

interface Outcome {
  readonly code: number | null;
  readonly printed: string;
}

/** The variables by which vitest knows its own are left out: this one is no part of it. */
const withoutVitest = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => name.startsWith('VITEST') || name === 'NODE_ENV' || name === 'TEST')
    .map((name) => [name, undefined]),
);

async function run(args: readonly string[]): Promise<Outcome> {
  await using child = new Child(args, withoutVitest);
  const code = await child.exit();
  return { code, printed: child.stdout + child.stderr };
}
