import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'field-mismatch-'));
});

afterEach(() => rm(folder, { recursive: true }));

function commandWith(field: string): string {
  return [
    "import { Arg, integer, type CommandContext } from '@botwright/commands';",
    'export class Example {',
    `  ${field}`,
    '  run(_ctx: CommandContext): void {}',
    '}',
  ].join('\n');
}

/** What the compiler prints about these files. */
async function compile(files: Readonly<Record<string, string>>): Promise<string> {
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: true,
      composite: false,
      declaration: false,
      declarationMap: false,
      tsBuildInfoFile: null,
      rootDir: '/',
      typeRoots: [join(root, 'node_modules/@types')],
      paths: {
        '@botwright/protocol/facts': [join(root, 'packages/protocol/src/facts.ts')],
        '@botwright/*': [join(root, 'packages/*/src/index.ts')],
      },
    },
    files: Object.keys(files),
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  for (const [name, source] of Object.entries(files)) await writeFile(join(folder, name), source);
  return new Promise((resolve) => {
    const options = { cwd: folder };
    execFile(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], options, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

test('a field that cannot hold what its parser gives does not compile, and the message says so in words', async () => {
  const output = await compile({
    'right.mts': commandWith("@Arg(integer(), 'a number') count!: number;"),
    'wrong.mts': commandWith("@Arg(integer(), 'a number') name!: string;"),
  });
  expect(output).toMatch(/^wrong\.mts\(3,/m);
  expect(output).toContain("field 'name' cannot hold what its parser gives");
  expect(output).toContain('{ field: string; parser: number; }');
  expect(output).not.toContain('right.mts');
}, 60_000);
