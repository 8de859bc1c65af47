import { createLog } from '@botwright/core';
import { createSandbox, type Sandbox } from '@botwright/sandbox';
import { Person } from '@botwright/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  Api,
  type BotOptions,
  Command,
  type CommandContext,
  createBot,
  definePlugin,
  type EventPayload,
  inject,
  Listener,
  On,
} from '../src/index.js';

class Counter {
  value = 0;
}

@Command({ name: 'count', summary: 'Counts.' })
class Count {
  constructor(@inject(Counter) private readonly counter: Counter) {}

  async run(ctx: CommandContext): Promise<void> {
    this.counter.value += 1;
    await ctx.reply(String(this.counter.value));
  }
}

@Listener()
class Echo {
  constructor(@inject(Api) private readonly api: Api) {}

  @On('MESSAGE_SEND')
  async repeat({ message, channelId }: EventPayload<'MESSAGE_SEND'>): Promise<void> {
    if (message.createdBy.bot) return;
    await this.api.messages.create(channelId, { content: `heard: ${message.content}` });
  }
}

let sandbox: Sandbox;
let ada: Person;

beforeEach(async () => {
  sandbox = await createSandbox();
  await sandbox.listen({ port: 0 });
  ada = new Person(sandbox, 'ada', sandbox.description.people.ada);
});

afterEach(async () => {
  await ada.leaves();
  await sandbox.close();
});

function botIn(options: BotOptions) {
  const { url, bot } = sandbox.description;
  return createBot({ log: createLog({ level: 'fatal' }), credentials: { token: bot.token, baseUrl: url }, ...options });
}

describe('a running bot', () => {
  test('makes each command anew, with the services of its container', async () => {
    await using bot = botIn({ commands: [Count], services: [Counter] });
    await bot.start();
    expect(await ada.asks('!count')).toMatchObject({ content: '1' });
    expect(await ada.asks('!count')).toMatchObject({ content: '2' });
  });

  test('lets listeners hear their events', async () => {
    await using bot = botIn({ listeners: [Echo] });
    await bot.start();
    await ada.listens();
    await ada.says('good morning');
    await ada.hears('heard: good morning');
  });

  test("gives a plugin's commands the plugin's own services, which the bot cannot see", async () => {
    const counting = definePlugin({ name: 'counting', commands: [Count], services: [Counter] });
    await using bot = botIn({ plugins: [counting()] });
    await bot.start();
    expect(await ada.asks('!count')).toMatchObject({ content: '1' });
    expect(bot.container.isRegistered(Counter)).toBe(false);
  });

  test('shares nothing with another bot made from the same classes', async () => {
    await using first = botIn({ commands: [Count], services: [Counter] });
    await using second = botIn({ commands: [Count], services: [Counter] });
    await Promise.all([first.start(), second.start()]);
    expect(first.container.resolve(Counter)).not.toBe(second.container.resolve(Counter));
  });
});

describe('starting and stopping', () => {
  function recording(log: string[], name: string, failing = false) {
    return definePlugin({
      name,
      start: () => {
        if (failing) throw new Error(`${name} is ill`);
        log.push(`start ${name}`);
      },
      stop: () => {
        log.push(`stop ${name}`);
      },
    })();
  }

  test('plugins start in order and stop in reverse', async () => {
    const log: string[] = [];
    const bot = botIn({ plugins: [recording(log, 'a'), recording(log, 'b')] });
    await bot.start();
    await bot.stop();
    expect(log).toEqual(['start a', 'start b', 'stop b', 'stop a']);
    expect(bot.state).toBe('stopped');
  });

  test('when plugin 3 of 5 cannot start, the 2 before it are stopped, last first, and the error names it', async () => {
    const log: string[] = [];
    const names = ['a', 'b', 'c', 'd', 'e'];
    const bot = botIn({ plugins: names.map((name) => recording(log, name, name === 'c')) });
    await expect(bot.start()).rejects.toMatchObject({
      code: 'PLUGIN_START_FAILED',
      plugin: 'c',
      cause: new Error('c is ill'),
    });
    expect(log).toEqual(['start a', 'start b', 'stop b', 'stop a']);
    expect(bot.state).toBe('stopped');
  });

  test('a bot stopped while it connects never comes up', async () => {
    const bot = botIn({});
    const started = bot.start();
    const stopped = bot.stop();
    await expect(started).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
    await stopped;
    expect(bot.state).toBe('stopped');
  });

  test('a running command finishes before the bot has stopped', async () => {
    const finish = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    @Command({ name: 'slow', summary: 'Takes its time.' })
    class Slow {
      async run(ctx: CommandContext): Promise<void> {
        begun.resolve();
        await finish.promise;
        await ctx.reply('done at last');
      }
    }
    const bot = botIn({ commands: [Slow] });
    await bot.start();
    await ada.listens();
    await ada.says('!slow');
    await begun.promise;
    const stopped = bot.stop();
    finish.resolve();
    await stopped;
    await ada.hears('done at last');
  });

  test('a command that does not finish in time is given up, and the stop says so', async () => {
    const begun = Promise.withResolvers<void>();
    @Command({ name: 'stuck', summary: 'Never ends.' })
    class Stuck {
      run(): Promise<void> {
        begun.resolve();
        return new Promise(() => undefined);
      }
    }
    const bot = botIn({ commands: [Stuck], graceMs: 50 });
    await bot.start();
    await ada.says('!stuck');
    await begun.promise;
    await expect(bot.stop()).rejects.toMatchObject({
      code: 'STOP_FAILED',
      causes: [expect.objectContaining({ code: 'STOP_TIMED_OUT', graceMs: 50, running: ['command stuck'] })],
    });
  });
});

describe('READY', () => {
  test('is told to every plugin each time it comes, and one that fails harms nobody', async () => {
    const counts = { first: 0, second: 0 };
    const again = Promise.withResolvers<void>();
    const failing = definePlugin({
      name: 'failing',
      ready: () => {
        counts.first += 1;
        throw new Error('ill');
      },
    });
    const counting = definePlugin({
      name: 'counting',
      ready: () => {
        counts.second += 1;
        if (counts.second === 2) again.resolve();
      },
    });
    await using bot = botIn({ plugins: [failing(), counting()] });
    await bot.start();
    expect(counts).toEqual({ first: 1, second: 1 });
    const { url, controlToken } = sandbox.description;
    await fetch(`${url}/_sandbox/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-token': controlToken },
      body: '{}',
    });
    await again.promise;
    expect(counts).toEqual({ first: 2, second: 2 });
  });
});

describe('what cannot work is said at the start', () => {
  test('a parameter without a token is named with its class and its place', async () => {
    class Faulty {
      constructor(readonly _api: Api) {}
      async run(): Promise<void> {}
    }
    Command({ name: 'faulty', summary: 'Cannot be made.' })(Faulty);
    await expect(botIn({ commands: [Faulty] }).start()).rejects.toMatchObject({
      code: 'INJECTION_INCOMPLETE',
      className: 'Faulty',
      parameter: 1,
    });
  });

  test('a listener without @Listener() is named', async () => {
    class Deaf {}
    await expect(botIn({ listeners: [Deaf] }).start()).rejects.toMatchObject({
      code: 'LISTENER_INVALID',
      className: 'Deaf',
    });
  });

  test('a listener of an event that there is not is named, with its method', async () => {
    @Listener()
    class Misled {
      @On('MESAGE_SEND' as 'MESSAGE_SEND')
      greet(): void {}
    }
    await expect(botIn({ listeners: [Misled] }).start()).rejects.toMatchObject({
      code: 'LISTENER_INVALID',
      message: expect.stringMatching(/Misled .* its greet hears "MESAGE_SEND", which is no event/),
    });
  });
});
