import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));
const bundled = ['clock', 'protocol', 'store', 'core', 'commands', 'botwright'];

/** The names of the packages that the bundle of a package imports. */
function importsOf(name: string): string[] {
  const folder = `${packages}${name}/dist/bundle`;
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const lines = files.flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split('\n'));
  const specifiers = lines.flatMap((line) => /^(?:import|export) (?:.* from )?"([^".][^"]*)";$/.exec(line)?.[1] ?? []);
  const names = specifiers.map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
  return [...new Set(names)].filter((found) => !found.startsWith('node:') && !builtinModules.includes(found));
}

/** What a module prints that is run in botwright's folder, on what Node loads there. */
async function printed(source: string): Promise<string> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', source], {
    cwd: `${packages}botwright`,
  });
  return stdout.trim();
}

test.each(bundled)('the bundle of %s imports nothing that the package does not depend on', (name) => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(`${packages}${name}/package.json`, 'utf8'));
  const declared = Object.keys({ ...dependencies, ...peerDependencies });
  expect(declared).toEqual(expect.arrayContaining(importsOf(name)));
});

test('the bundles share their classes: an error of one is an error to the others', async () => {
  const source = `
    import { BotwrightError, Client } from '@botwright/core';
    import * as botwright from 'botwright';
    console.log(botwright.Client === Client, new botwright.BotNotRunning('new') instanceof BotwrightError);`;
  expect(await printed(source)).toBe('true true');
});

test('a stack names the sources, when Node is told to look at source maps', async () => {
  const source = `
    process.setSourceMapsEnabled(true);
    const { createBot } = await import('botwright');
    try { createBot().client; } catch (error) { console.log(error.stack); }`;
  expect(await printed(source)).toMatch(/src[\\/]bot\.ts:\d+/);
});

test.each([
  ['protocol', 'zod'],
  ['core', 'ws'],
  ['store', 'kysely'],
])('beside the bundle of %s is the licence of %s, which is inside', (name, library) => {
  const notices = readFileSync(`${packages}${name}/dist/bundle/THIRD-PARTY-NOTICES.txt`, 'utf8');
  const [, text = ''] = notices.split(`${library} (MIT)\n`);
  expect(text).toMatch(/^\n.*Permission is hereby granted/s);
});
