import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentFor } from '../support/bot-process.js';
import { Child } from '../support/child.js';
import { SandboxProcess } from '../support/sandbox-process.js';

const start = ['packages/botwright/bin/botwright.js', 'start', 'test/lifecycle/bots/busy.ts'];
const node = [process.execPath, ...start];

let sandbox: SandboxProcess;

beforeAll(async () => {
  sandbox = await SandboxProcess.start();
});

afterAll(async () => {
  await sandbox.close();
});

/** In a namespace in which nothing on the disk can be written. */
const readOnly = ['unshare', '--map-root-user', '--mount', 'sh', '-c', 'mount -o remount,ro,bind / && exec "$@"', 'sh'];
const limited = ['sh', '-c', 'ulimit -n 64; exec "$@"', 'sh'];
const unheard = ['sh', '-c', 'exec "$@" >&-', 'sh'];
const speechless = ['sh', '-c', 'exec "$@" >&- 2>&-', 'sh'];

interface Surroundings {
  readonly command: readonly string[];
  readonly environment?: Record<string, string>;
}

const matrix: Record<string, Surroundings> = {
  'a disk that cannot be written': { command: [...readOnly, ...node] },
  '64 descriptors': { command: [...limited, ...node] },
  'a heap of 128 MB': { command: [process.execPath, '--max-old-space-size=128', ...start] },
  'a closed standard output': { command: [...unheard, ...node] },
  'both outputs closed': { command: [...speechless, ...node] },
  'a Turkish locale': { command: node, environment: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } },
  'a zone of half hours': { command: node, environment: { TZ: 'Australia/Lord_Howe' } },
  'a zone that skipped a day': { command: node, environment: { TZ: 'Pacific/Apia' } },
  'a zone that is none': { command: node, environment: { TZ: 'Nowhere/At-All' } },
  'an empty zone': { command: node, environment: { TZ: '' } },
};

function launch({ command, environment = {} }: Surroundings): Child {
  const [program, ...args] = command;
  return new Child(args, { ...environmentFor(sandbox), ...environment }, program);
}

/** Asks until the bot answers: nothing else tells that one is online whose output is closed. */
async function ask(bot: Child): Promise<void> {
  const ada = sandbox.caller('ada');
  const params = { channelId: sandbox.description.channels.general };
  const { body: asked } = await ada.call('createChannelMessage', { params, body: { content: 'from here on' } });
  const { id: mark } = asked['message'] as { readonly id: string };
  const answered = async () => {
    await ada.call('createChannelMessage', { params, body: { content: '!PING' } });
    const { body } = await ada.call('getChannelMessages', { params, query: { limit: '50' } });
    const messages = body['messages'] as readonly { readonly id: string; readonly content: string }[];
    const since = messages.slice(
      0,
      messages.findIndex(({ id }) => id === mark),
    );
    return since.some(({ content }) => content === 'Pong!');
  };
  await expect.poll(answered, { timeout: 20_000, interval: 300, message: bot.stderr }).toBe(true);
}

function cpuMs({ pid }: Child): number {
  const [, , , , , , , , , , , user = '', system = ''] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // In ticks of 10 ms.
  return (Number(user) + Number(system)) * 10;
}

/** How much of a core the bot takes while nobody wants anything of it. */
async function idleShare(bot: Child): Promise<number> {
  const [before, begun] = [cpuMs(bot), performance.now()];
  await pause(2000);
  return (cpuMs(bot) - before) / (performance.now() - begun);
}

const canRemount = spawnSync(readOnly[0] ?? '', [...readOnly.slice(1), 'true']).status === 0;

for (const [name, surroundings] of Object.entries(matrix)) {
  test.skipIf(name.startsWith('a disk') && !canRemount && process.env['CI'] !== 'true')(
    `#168 with ${name} a bot answers, takes next to no time while idle, and stops with exit code 0`,
    async ({ annotate }) => {
      await using bot = launch(surroundings);
      await ask(bot);
      const share = await idleShare(bot);
      expect(share).toBeLessThan(0.1);
      bot.signal('SIGTERM');
      expect([await bot.exit(), bot.stderr]).toEqual([0, '']);
      await annotate(`works; ${(share * 100).toFixed(1)} % of a core while idle`, 'reached');
    },
  );
}

test('#168 with a reader of its output that went away a bot answers, and stops with exit code 0', async ({
  annotate,
}) => {
  await using bot = launch({ command: node, environment: { BOTWRIGHT_LOG_LEVEL: 'debug' } });
  bot.closeStdout();
  await ask(bot);
  const share = await idleShare(bot);
  expect(share).toBeLessThan(0.1);
  bot.signal('SIGTERM');
  expect([await bot.exit(), bot.stderr]).toEqual([0, '']);
  await annotate(`works; ${(share * 100).toFixed(1)} % of a core while idle`, 'reached');
});
