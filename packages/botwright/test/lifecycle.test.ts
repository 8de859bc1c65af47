import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLog } from '@botwright/core';
import { createSandbox, type Sandbox } from '@botwright/sandbox';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Bot, type BotOptions, createBot, definePlugin } from '../src/index.js';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox();
  await sandbox.listen({ port: 0 });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await sandbox.close();
});

const quiet = createLog({ level: 'silent' });

function newBot(options: BotOptions = {}): Bot {
  const { url, bot } = sandbox.description;
  return createBot({ log: quiet, credentials: { token: bot.token, baseUrl: url }, ...options });
}

/** How many gateway connections the sandbox has ever had. */
async function connectionsEver(): Promise<number> {
  const { url, controlToken } = sandbox.description;
  const ledger = await fetch(`${url}/_sandbox/ledger`, { headers: { 'x-sandbox-token': controlToken } });
  return (await ledger.text()).split('\n').filter((line) => line.includes('"kind":"open"')).length;
}

const hundred = (call: () => Promise<void>) => Promise.allSettled(Array.from({ length: 100 }, call));
const done = { status: 'fulfilled', value: undefined };
const refused = (...codes: string[]) => ({
  status: 'rejected',
  reason: expect.objectContaining({ code: expect.stringMatching(new RegExp(`^(?:${codes.join('|')})$`)) }),
});

const lives: Record<string, (bot: Bot) => Promise<number>> = {
  'started a hundred times at once': async (bot) => {
    expect(await hundred(() => bot.start())).toEqual(Array(100).fill(done));
    return 1;
  },
  'started a hundred times more when it runs': async (bot) => {
    await bot.start();
    expect(await hundred(() => bot.start())).toEqual(Array(100).fill(done));
    return 1;
  },
  'started while it stops': async (bot) => {
    await bot.start();
    const stopped = bot.stop();
    expect(await hundred(() => bot.start())).toEqual(Array(100).fill(refused('BOT_NOT_RUNNING')));
    await stopped;
    return 1;
  },
  'stopped a hundred times at once': async (bot) => {
    await bot.start();
    expect(await hundred(() => bot.stop())).toEqual(Array(100).fill(done));
    return 1;
  },
  'stopped in the turn in which it was started': async (bot) => {
    const started = Promise.allSettled([bot.start()]);
    await bot.stop();
    expect(await started).toEqual([refused('NOT_CONNECTED', 'BOT_NOT_RUNNING')]);
    return 0;
  },
  'stopped before it was started': async (bot) => {
    await bot.stop();
    expect(await hundred(() => bot.start())).toEqual(Array(100).fill(refused('BOT_NOT_RUNNING')));
    return 0;
  },
  'stopped after it has stopped': async (bot) => {
    await bot.start();
    await bot.stop();
    expect(await hundred(() => bot.stop())).toEqual(Array(100).fill(done));
    return 1;
  },
};

describe('a bot', () => {
  test.for(Object.entries(lives))(
    '#162 opens one connection at most, and every call of one kind settles alike, when it is %s',
    async ([, live], { annotate }) => {
      const bot = newBot();
      const connections = await live(bot);
      await bot.stop();
      expect(bot.state).toBe('stopped');
      expect(await connectionsEver()).toBe(connections);
      await annotate(`connections: ${connections}`, 'reached');
    },
  );

  test('#162 never comes up, and leaves nothing behind, when it is stopped at any moment of its start', async ({
    annotate,
  }) => {
    let moments = 0;
    for (let isUp = false; !isUp; moments += 1) {
      const bot = newBot();
      const started = Promise.allSettled([bot.start()]);
      for (let turn = 0; turn < moments; turn += 1) await nextTurn();
      isUp = bot.state === 'running';
      await bot.stop();
      const [outcome] = await started;
      expect(outcome).toEqual(isUp ? done : refused('NOT_CONNECTED', 'BOT_NOT_RUNNING'));
      expect([bot.state, bot.client.gateway.stats.attempts <= 1]).toEqual(['stopped', true]);
    }
    expect(moments).toBeGreaterThan(1);
    await annotate(`${moments} moments`, 'reached');
  });

  test('that makes its log while it is stopped does not connect', async () => {
    vi.stubEnv('BOTWRIGHT_LOG_LEVEL', 'silent');
    const { url, bot } = sandbox.description;
    const unlogged = createBot({ credentials: { token: bot.token, baseUrl: url } });
    const started = unlogged.start();
    await unlogged.stop();
    await expect(started).rejects.toMatchObject({ code: 'BOT_NOT_RUNNING' });
    expect(await connectionsEver()).toBe(0);
  });
});

describe('what does not end', () => {
  const graceMs = 50;
  const never = () => new Promise<void>(() => undefined);

  test('keeps neither the other plugins nor the connection from being stopped, and is named', async () => {
    const stopped: string[] = [];
    const wellBehaved = definePlugin({ name: 'good', stop: () => void stopped.push('good') });
    const hanging = definePlugin({ name: 'hanging', stop: never });
    const bot = newBot({ plugins: [wellBehaved(), hanging()], graceMs });
    await bot.start();
    await expect(bot.stop()).rejects.toMatchObject({
      code: 'STOP_FAILED',
      causes: [{ code: 'PLUGIN_STOP_FAILED', plugin: 'hanging', problem: 'did not end in time' }],
    });
    expect(stopped).toEqual(['good']);
    expect(bot.client.gateway.state).toBe('closed');
  });

  test('is named when it is a plugin that starts', async () => {
    const begun = Promise.withResolvers<void>();
    const start = () => {
      begun.resolve();
      return never();
    };
    const bot = newBot({ plugins: [definePlugin({ name: 'slow', start })()], graceMs });
    void bot.start();
    await begun.promise;
    await expect(bot.stop()).rejects.toMatchObject({
      causes: [{ code: 'STOP_TIMED_OUT', running: ['start of plugin slow'] }],
    });
  });
});

test('a start that fails tells of the stop that failed after it as well', async () => {
  const stop = () => {
    throw new Error('no');
  };
  const start = () => {
    throw new Error('ill');
  };
  const plugins = [definePlugin({ name: 'first', stop })(), definePlugin({ name: 'second', start })()];
  await expect(newBot({ plugins }).start()).rejects.toMatchObject({
    code: 'START_FAILED',
    causes: [
      { code: 'PLUGIN_START_FAILED', plugin: 'second' },
      { code: 'STOP_FAILED', causes: [{ code: 'PLUGIN_STOP_FAILED', plugin: 'first', problem: 'failed' }] },
    ],
  });
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '10'])('a grace time of %j is refused', (given) => {
  const graceMs = given as number;
  expect(() => newBot({ graceMs })).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', option: 'graceMs' }));
});
