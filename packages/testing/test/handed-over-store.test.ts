import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@botwright/store';
import { Command, type CommandContext, inject, memoryStore, type Namespace, Store } from 'botwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testBot } from '../src/index.js';

class Counter {
  readonly counts: Namespace<number>;

  constructor(@inject(Store) store: Store) {
    this.counts = store.namespace('test/counts', z.number());
  }
}

@Command({ name: 'count', summary: 'Count the calls.' })
class Count {
  constructor(@inject(Counter) private readonly counter: Counter) {}

  async run(context: CommandContext): Promise<void> {
    await context.reply(String(await this.counter.counts.update('calls', (calls = 0) => calls + 1)));
  }
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handed-over-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const kinds = [
  ['memoryStore', () => memoryStore()],
  ['openStore', () => openStore({ url: `file:${join(folder, 'bot.sqlite')}` })],
] as const;

describe.each(kinds)('a store of %s', (_kind, make) => {
  test('goes from a bot that has stopped to the next one, which finds what the first has kept', async () => {
    await using store = make();
    const options = { commands: [Count], services: [Counter], settingsCommands: true, store };
    for (const answer of ['1', '2', '3']) {
      await using it = await testBot(options);
      expect((await it.people.ada.asks('!count')).content).toBe(answer);
    }
    expect(await store.namespace('test/counts').get('calls')).toBe(3);
  });

  test('is not shared by two bots that run at once', async () => {
    await using store = make();
    const options = { commands: [Count], services: [Counter], settingsCommands: true, store };
    await using first = await testBot(options);
    await expect(testBot(options)).rejects.toMatchObject({ code: 'NAMESPACE_TAKEN' });
    expect((await first.people.ada.asks('!count')).content).toBe('1');
  });
});
