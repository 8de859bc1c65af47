import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as buildByEsbuild } from 'esbuild';
import { build as buildByVite } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { botwright, Child } from './support/child.js';

const sources = fileURLToPath(new URL('./registry/', import.meta.url));
/** Somewhere that is never asked: the bots end, or are refused, before they connect. */
const environment = { BOT_TOKEN: 'none', BOT_BASE_URL: 'http://127.0.0.1:9', BOTWRIGHT_LOG_LEVEL: 'silent' };
const folders: string[] = [];

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

interface Shape {
  readonly minify: boolean;
  /** Whether the libraries are inside too, botwright among them. */
  readonly whole: boolean;
}

/** Writes one file that holds a bot. */
type Bundler = (entry: string, outfile: string, shape: Shape) => Promise<unknown>;

const byEsbuild: Bundler = (entry, outfile, { minify, whole }) =>
  buildByEsbuild({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify,
    platform: 'node',
    format: 'esm',
    target: 'es2023',
    sourcemap: true,
    logLevel: 'error',
    // What was CommonJS asks for Node's own modules in a way that ES modules lack.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    ...(!whole && { packages: 'external' }),
  });

/** Bundles by rolldown. */
const byVite: Bundler = (entry, outfile, { minify, whole }) =>
  buildByVite({
    root: sources,
    configFile: false,
    logLevel: 'error',
    oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
    ...(whole && { ssr: { noExternal: true as const } }),
    build: {
      ssr: entry,
      outDir: path.dirname(outfile),
      emptyOutDir: false,
      target: 'es2023',
      minify,
      sourcemap: true,
      rolldownOptions: { output: { entryFileNames: path.basename(outfile) } },
    },
  });

const bundles: readonly (readonly [string, Bundler, Shape])[] = [
  ['esbuild', byEsbuild, { minify: false, whole: false }],
  ['esbuild, minified', byEsbuild, { minify: true, whole: false }],
  ['esbuild, minified with all libraries', byEsbuild, { minify: true, whole: true }],
  ['vite', byVite, { minify: false, whole: false }],
  ['vite, minified', byVite, { minify: true, whole: false }],
  ['vite, minified with all libraries', byVite, { minify: true, whole: true }],
];

/** Beside the sources, from where packages are found as by them. */
async function bundled([, bundler, shape]: (typeof bundles)[number], entry: string): Promise<string> {
  const folder = await mkdtemp(path.join(sources, '.bundled-'));
  folders.push(folder);
  const outfile = path.join(folder, 'bot.mjs');
  await bundler(path.join(sources, entry), outfile, shape);
  return outfile;
}

/** What a program has printed when it has ended, and how it ended. */
async function outcomeOf(child: Child) {
  await using program = child;
  const code = await program.exit();
  return { code, stdout: program.stdout, stderr: program.stderr };
}

const inDevelopment = (file: string) => outcomeOf(botwright(['start', path.join('test/registry', file)], environment));
const runBundle = (file: string) => outcomeOf(new Child(['--enable-source-maps', file], environment));

test('#93 commands that inherit, override, import each other in a circle and have symbols for names are the same in development and in 6 bundles of 2 bundlers, and a name wanted twice is refused at load with both files', async ({
  annotate,
}) => {
  const { stdout, stderr } = await inDevelopment('bot.ts');
  expect(stderr).toBe('');
  const registry = JSON.parse(stdout) as { name: string }[];
  expect(registry.map(({ name }) => name)).toEqual(['unban', 'ban loudly', 'ban', 'help']);
  expect(registry).toMatchObject([
    { usage: 'unban <who> [--quiet]', needs: ['BAN_MEMBERS', 'MANAGE_TEAM'] },
    {
      options: [
        { name: 'quiet', short: 'q' },
        { name: 'for', short: 'f' },
      ],
    },
    { aliases: ['b'], examples: ['ban ada --for=1h'] },
    {},
  ]);
  const refused = await inDevelopment('taken/bot.ts');
  expect(refused.stderr).toMatch(/"mute" is wanted by Mute and by Mute.*one\.ts:3:\d+ and .*other\.ts:3:\d+/);

  for (const bundle of bundles) {
    const [name] = bundle;
    const same = await runBundle(await bundled(bundle, 'run.ts'));
    expect(same, name).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(same.stdout), name).toEqual(registry);
    const conflict = await runBundle(await bundled(bundle, 'taken/run.ts'));
    expect(conflict, name).toMatchObject({ code: 1, stdout: '' });
    expect(conflict.stderr, name).toMatch(/"mute" is wanted by .*one\.ts:3:\d+ and .*other\.ts:3:\d+/);
  }
  await annotate(`the same ${registry.length} commands in development and in ${bundles.length} bundles`, 'reached');
});
