import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSandbox } from '@botwright/sandbox';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../packages/botwright/', import.meta.url));

/** A bot with a command and a listener, that tells which modules are loaded when it is ready, and after calls. */
const program = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });

const { Command, Listener, On, createBot } = await import('botwright');
class Ping { run(ctx) { return ctx.reply('pong'); } }
Command({ name: 'ping', summary: 'Answers.' })(Ping);
class Counter { count() {} }
On('MESSAGE_SEND')(Counter.prototype, 'count', { value: Counter.prototype.count });
Listener()(Counter);

const bot = createBot({ commands: [Ping], listeners: [Counter] });
await bot.start();
const atReady = [...loaded];
const { messages, users } = bot.client.api;
const { id } = await messages.create(process.env.CHANNEL, { content: 'hello' });
await messages.react(process.env.CHANNEL, id, '👍');
await messages.delete(process.env.CHANNEL, id);
const afterTalk = [...loaded];
await users.me();
await bot.stop();
console.log(JSON.stringify({ atReady, afterTalk, atEnd: loaded }));
`;

async function outcomeIn(mode: 'development' | 'production') {
  await using sandbox = await createSandbox();
  const { url, bot, channels } = await sandbox.listen();
  const env = {
    ...process.env,
    BOT_TOKEN: bot.token,
    BOT_BASE_URL: url,
    CHANNEL: channels.general,
    BOTWRIGHT_LOG_LEVEL: 'silent',
    NODE_ENV: mode,
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    env,
  });
  return JSON.parse(stdout) as Record<'atReady' | 'afterTalk' | 'atEnd', string[]>;
}

/** The schemas, with zod, which their bundle carries. */
const schemas = /\/protocol\/dist\/bundle\/index\.js$|\/node_modules\/zod\//;

test('a bot in production is ready without schemas, zod and what sends requests, and talks without schemas until it needs one', async () => {
  const { atReady, afterTalk, atEnd } = await outcomeIn('production');
  expect(atReady).toContainEqual(expect.stringMatching(/\/protocol\/dist\/bundle\/facts\.js$/));
  expect(atReady.filter((url) => schemas.test(url) || url.includes('/undici/'))).toEqual([]);
  expect(afterTalk.filter((url) => schemas.test(url))).toEqual([]);
  expect(atEnd.filter((url) => schemas.test(url))).toHaveLength(1);
});

test('a bot in development compares READY with the schemas', async () => {
  const { atReady } = await outcomeIn('development');
  expect(atReady.filter((url) => schemas.test(url))).toHaveLength(1);
});
