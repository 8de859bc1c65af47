import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSandbox } from '@botwright/sandbox';
import { memoryStore } from '@botwright/store';
import { Person } from '@botwright/testing';
import type { Bot } from 'botwright';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Child, repository } from './support/child.js';
import { codeIn, type Example, examplesIn } from './support/guide.js';

// Inside the repository, so that `botwright` is found from there.
const folder = path.join(repository, 'test/.guide');

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

/** Runs the piece of code as `botwright start` would, and plays the talk. */
async function talk({ code, chat }: Example, name: string): Promise<void> {
  await using sandbox = await createSandbox();
  const { url, bot: account, channels, people } = await sandbox.listen();
  vi.stubEnv('LOG_LEVEL', 'error');
  await using bot = await load(code, name);
  await bot.start({ credentials: { token: account.token, baseUrl: url }, store: memoryStore() });
  const present = new Map(Object.entries(people).map(([who, person]) => [who, new Person(sandbox, who, person)]));
  let answers = 0;
  for (const { who, text } of chat) {
    if (who !== 'bot') await present.get(who)?.says(text);
    else {
      answers += 1;
      await vi.waitFor(
        async () => expect((await saidBy(bot, channels.general))[answers - 1] ?? 'nothing').toMatch(patternOf(text)),
        5_000,
      );
    }
  }
}

/** Everything the bot said in the main channel, the oldest first. */
async function saidBy({ client }: Bot, channelId: string): Promise<(string | null)[]> {
  const messages = await client.api.messages.list(channelId, { limit: 50 });
  return messages.flatMap(({ createdBy, content }) => (createdBy.id === client.user.id ? [content] : [])).reverse();
}

async function load(code: string, name: string): Promise<Bot> {
  const file = path.join(folder, `${name}.ts`);
  writeFileSync(file, code);
  const { default: bot }: { default: Bot } = await import(pathToFileURL(file).href);
  return bot;
}

function patternOf(text: string): RegExp {
  const literal = text.replaceAll(/[.*+?^()[\]{}|\\/$]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('…', '[^]*?')}$`);
}

describe.each(['commands', 'plugins'])('the guide to %s', (page) => {
  const examples = examplesIn(`${page}.md`);

  test('has examples', () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  test.each(examples.map((example, position) => [example.title, example, position] as const))(
    '%s: the talk goes as written',
    async (_title, example, position) => {
      await talk(example, `${page}-${position}`);
    },
  );

  test('every piece of code compiles', async () => {
    const compiled = path.join(folder, `compiled-${page}`);
    mkdirSync(compiled);
    for (const [position, code] of codeIn(`${page}.md`).entries()) {
      writeFileSync(path.join(compiled, `${position}.ts`), code);
    }
    writeFileSync(
      path.join(compiled, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../../tsconfig.base.json',
        compilerOptions: {
          noEmit: true,
          composite: false,
          declaration: false,
          declarationMap: false,
          rootDir: '../../..',
        },
        include: ['*.ts'],
      }),
    );
    await using tsc = new Child(['node_modules/typescript/bin/tsc', '-p', compiled]);
    expect([await tsc.exit(), tsc.stdout]).toEqual([0, '']);
  });
});
