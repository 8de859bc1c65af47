import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLog } from '@botwright/core';
import { testBot } from '@botwright/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { InjectionIncomplete } from '../src/index.js';
import type * as Greeter from './fixtures/source/greeter.js';
import { fixtures, transpilers } from './support/transpilers.js';

const folders: string[] = [];

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** Beside the source, where its imports lead to the same files. */
async function compiledBy(name: string): Promise<typeof Greeter> {
  const transpile = transpilers[name];
  if (transpile === undefined) throw new TypeError(`There is no transpiler "${name}".`);
  const folder = await mkdtemp(path.join(fixtures, '.compiled-'));
  folders.push(folder);
  const file = await transpile(path.join(fixtures, 'source/greeter.ts'), folder);
  return (await import(pathToFileURL(file).href)) as typeof Greeter;
}

describe.each(Object.keys(transpilers))('compiled by %s', (name) => {
  test('a bot works the same', async () => {
    const { Greet, Greetings, Meet, Ears } = await compiledBy(name);
    await using it = await testBot({
      commands: [Greet],
      conversations: [Meet],
      listeners: [Ears],
      services: [Greetings],
    });
    const { ada } = it.people;
    expect((await ada.asks('!greet 5m')).content).toBe('Hello you warmly for 5 minutes');
    expect((await ada.asks('!greet --how=coldly --loud 1h ada and bob')).content).toBe(
      'HELLO ADA AND BOB COLDLY FOR 1 HOUR',
    );
    expect((await ada.asks('we should meet')).content).toBe('Who are you?');
    await ada.says('Ada');
    await ada.hears('Hello Ada');
  });

  test('injection by type works, or the start says which class, which parameter, and what to write', async () => {
    const { Bare, Greetings } = await compiledBy(name);
    const log = createLog({ level: 'silent' });
    const start = async () => {
      await using it = await testBot({ commands: [Bare], services: [Greetings], log });
      return (await it.people.ada.asks('!bare')).content;
    };
    if (name.endsWith('with metadata') || name === 'vitest itself') {
      expect(await start()).toBe('Hello');
      return;
    }
    const failure = await start().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InjectionIncomplete);
    expect(failure).toMatchObject({ className: 'Bare', parameter: 1, message: expect.stringContaining('@inject(') });
  });
});
