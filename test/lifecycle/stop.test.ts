import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environmentFor, runScript, startBot } from '../support/bot-process.js';
import { botwright, type Child, repository } from '../support/child.js';
import { SandboxProcess } from '../support/sandbox-process.js';

let sandbox: SandboxProcess;

beforeAll(async () => {
  sandbox = await SandboxProcess.start();
});

afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
});

async function say(content: string): Promise<void> {
  const params = { channelId: sandbox.description.channels.general };
  expect(await sandbox.caller('ada').call('createChannelMessage', { params, body: { content } })).toMatchObject({
    status: 200,
  });
}

async function addTodo(content: string): Promise<void> {
  const params = { channelId: sandbox.description.channels['to-do'] };
  await sandbox.caller('ada').call('createTodoItem', { params, body: { content } });
}

/** The exit code, and how many milliseconds after this it came. */
async function end(child: Child): Promise<{ readonly code: number | null; readonly afterMs: number }> {
  const asked = performance.now();
  return { code: await child.exit(), afterMs: performance.now() - asked };
}

describe('a handler that never ends', () => {
  const graceMs = 1000;

  test.for([
    ['a command', 'command stuck', () => say('!stuck'), /begun stuck/],
    ['a listener', 'Starer.stare', () => addTodo('stare'), /begun to stare/],
  ] as const)(
    '#160 %s is named, and the process exits with 1 within a second after the grace time',
    async ([, name, begin, begun], { annotate }) => {
      await using bot = await startBot('busy', sandbox, { GRACE_MS: String(graceMs) });
      await begin();
      await bot.printed(begun);
      bot.signal('SIGTERM');
      const { code, afterMs } = await end(bot);
      expect(code).toBe(1);
      expect(afterMs).toBeGreaterThanOrEqual(graceMs);
      expect(afterMs).toBeLessThanOrEqual(graceMs + 1000);
      expect(bot.stderr).toContain(name);
      expect(bot.stderr).toContain('STOP_TIMED_OUT');
      await annotate(`exit 1 ${Math.round(afterMs - graceMs)} ms after the grace time`, 'reached');
    },
  );

  test.for([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    '#161 does not hold back a second %s, which ends the process within a second',
    async ([signal, status], { annotate }) => {
      await using bot = await startBot('busy', sandbox);
      await say('!stuck');
      await bot.printed(/begun stuck/);
      bot.signal(signal);
      await pause(100);
      bot.signal(signal);
      const { code, afterMs } = await end(bot);
      expect(code).toBe(status);
      expect(afterMs).toBeLessThanOrEqual(1000);
      await annotate(`${Math.round(afterMs)} ms`, 'reached');
    },
  );
});

test('a bot that is told to stop while it connects stops, and that is no failure', async () => {
  const silent = createServer();
  const asked = new Promise((resolve) => silent.once('connection', resolve));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const address = { ...environmentFor(sandbox), BOT_BASE_URL: `http://127.0.0.1:${port}` };
  await using bot = botwright(['start', 'test/lifecycle/bots/busy.ts'], address);
  await asked;
  bot.signal('SIGTERM');
  const { code, afterMs } = await end(bot);
  silent.close();
  expect([code, bot.stderr]).toEqual([0, '']);
  expect(afterMs).toBeLessThanOrEqual(2000);
});

test('a bot whose token is withdrawn while it runs stops, and exits with 1 and the reason', async () => {
  await using service = await SandboxProcess.start();
  await using bot = await startBot('one-plugin', service);
  await service.control('POST', '/reset', { seed: 'in which the token is another' });
  expect(await bot.exit()).toBe(1);
  expect(bot.stderr).toContain('CONNECTION_REFUSED');
  expect(bot.stdout).toContain('plugin stopped');
});

describe('a program that uses the library', () => {
  test('#164 ends by itself within a second after stop(), and nothing ended it', async ({ annotate }) => {
    await using program = runScript('one-life', environmentFor(sandbox));
    await program.printed(/stopped/);
    const { code, afterMs } = await end(program);
    expect([code, program.stderr]).toEqual([0, '']);
    expect(afterMs).toBeLessThanOrEqual(1000);
    await annotate(`${Math.round(afterMs)} ms`, 'reached');
  });

  test('#164 finds no call of process.exit in it: the commands alone end the process', () => {
    const files = globSync('packages/*/src/**/*.ts', { cwd: repository });
    expect(files.length).toBeGreaterThan(100);
    const ending = files.filter((file) =>
      /\bprocess\.(?:exit|abort|kill)\b/.test(readFileSync(`${repository}${file}`, 'utf8')),
    );
    expect(ending.filter((file) => !file.startsWith('packages/botwright/src/cli/'))).toEqual([]);
  });
});

test('#165 when plugin 3 of 5 cannot start, the 2 before it stop in reverse, all that failed is told, and the exit code is 1', async ({
  annotate,
}) => {
  await using bot = botwright(['start', 'test/lifecycle/bots/five-plugins.ts'], environmentFor(sandbox));
  expect(await bot.exit()).toBe(1);
  expect(bot.stdout).toBe('start a\nstart b\nstop b\nstop a\n');
  expect(bot.stderr).toMatch(/START_FAILED[\s\S]*Plugin c[\s\S]*c is ill[\s\S]*plugin b[\s\S]*b would not go/);
  await annotate('2 of 2 stopped in reverse, 2 of 2 failures told, exit 1', 'reached');
});
