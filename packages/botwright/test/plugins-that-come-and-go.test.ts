import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLog } from '@botwright/core';
import { type TestBot, testBot } from '@botwright/testing';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type Bot,
  type BotOptions,
  Command,
  type CommandContext,
  Conversation,
  createBot,
  definePlugin,
  Every,
  type HeardContext,
  Hears,
  inject,
  type JobRun,
  Listener,
  On,
  type Plugin,
  Store,
  type Talk,
} from '../src/index.js';
import { until } from './support/census.js';

const log = createLog({ level: 'silent' });

/** What happened, in its order, and how many of each kind of thing are there. */
class Chronicle {
  readonly lines: string[] = [];

  note(line: string): void {
    this.lines.push(line);
  }
}

/** Which generation of the plugin a class belongs to. */
class Generation {
  constructor(readonly number: number) {}
}

interface Extras {
  start?(): unknown;
  ready?(): unknown;
  stop?(): unknown;
}

/** A plugin with one of everything, which tells a chronicle what becomes of it. */
function everythingPlugin(chronicle: Chronicle, number: number, extras: Extras = {}): Plugin {
  const note = (what: string) => chronicle.note(`${what} ${number}`);

  class Service {
    dispose(): void {
      note('disposed');
    }
  }

  @Command({ name: 'who', summary: 'Say which generation this is.' })
  class Who {
    constructor(@inject(Generation) private readonly generation: Generation) {}

    async run(ctx: CommandContext): Promise<void> {
      await ctx.reply(`generation ${this.generation.number}`);
    }
  }

  @Command({ name: 'quiz', summary: 'Ask something.' })
  class Quiz {
    async run(ctx: CommandContext): Promise<void> {
      await ctx.reply(`you said ${await ctx.ask('Yes?')}`);
    }
  }

  @Listener()
  class Ears {
    constructor(@inject(Service) readonly service: Service) {}

    @On('MESSAGE_SEND')
    heard({ message }: { message: { content: string | null } }): void {
      note(`heard "${message.content}"`);
    }

    @Hears(/swordfish/)
    async password(ctx: HeardContext): Promise<void> {
      await ctx.reply(`password ${number}`);
    }

    @Every('1 minute')
    tick(_run: JobRun): void {
      note('ticked');
    }
  }

  return definePlugin({
    name: 'everything',
    commands: [Who, Quiz],
    listeners: [Ears],
    services: [Service],
    register: (container) => void container.registerInstance(Generation, new Generation(number)),
    start: async (container) => {
      container.resolve(Store).namespace('everything/notes', z.string());
      note('started');
      await extras.start?.();
    },
    ready: async () => {
      note('ready');
      await extras.ready?.();
    },
    stop: async () => {
      note('stopped');
      await extras.stop?.();
    },
  })();
}

function running(options: Omit<BotOptions, 'credentials' | 'clock'> = {}): Promise<TestBot> {
  return testBot({ log, ...options, clock: 'virtual' });
}

function commandsOf(bot: Bot): string[] {
  return bot.describe().map(({ name }) => name);
}

describe('a plugin that comes while the bot runs', () => {
  test('starts, hears of READY, and has its commands, listeners and jobs at once', async () => {
    const chronicle = new Chronicle();
    await using it = await running();
    await it.bot.load(everythingPlugin(chronicle, 1));
    expect(chronicle.lines).toEqual(['started 1', 'ready 1']);
    expect(commandsOf(it.bot)).toEqual(['who', 'quiz', 'help']);
    const { ada } = it.people;
    expect((await ada.asks('!who')).content).toBe('generation 1');
    expect((await ada.asks('the swordfish')).content).toBe('password 1');
    expect((await ada.asks('!help who')).content).toContain('which generation');
    expect(chronicle.lines).toContain('heard "the swordfish" 1');
    await it.clock.advance(60_000);
    await until(() => chronicle.lines.includes('ticked 1'));
    expect((await it.bot.explain('!who', placeOf(it))).outcome).toBe('runs');
  });

  test('joins the others before the bot starts, and can be taken away again', async () => {
    const chronicle = new Chronicle();
    const bot = createBot({ log, plugins: [definePlugin({ name: 'first' })()] });
    await bot.load(everythingPlugin(chronicle, 1));
    await bot.unload('first');
    await bot.reload(everythingPlugin(chronicle, 2));
    await using it = await testBot(bot, { clock: 'virtual' });
    expect((await it.people.ada.asks('!who')).content).toBe('generation 2');
    expect(chronicle.lines.slice(0, 2)).toEqual(['started 2', 'ready 2']);
    await expect(bot.unload('first')).rejects.toMatchObject({ code: 'PLUGIN_UNKNOWN', known: ['everything'] });
  });
});

function placeOf({ sandbox: { description } }: TestBot) {
  return { teamId: description.team.id, channelId: description.channels.general, userId: description.people.ada.id };
}

describe('a plugin that cannot come', () => {
  @Command({ name: 'who', summary: 'Another.' })
  class Who {
    run(): void {}
  }

  @Listener()
  class Deaf {}

  const start = () => expect.unreachable('it was refused before');
  const failing: Record<string, [() => Plugin, string]> = {
    'whose name is taken': [() => everythingPlugin(new Chronicle(), 2, { start }), 'PLUGIN_DUPLICATED'],
    'one of whose commands is called as another is': [
      definePlugin({ name: 'other', commands: [Who], start }),
      'COMMAND_NAME_TAKEN',
    ],
    'that has a listener which hears nothing': [
      definePlugin({ name: 'other', listeners: [Deaf], start }),
      'LISTENER_INVALID',
    ],
  };

  test.for(Object.entries(failing))('%s leaves everything as it was', async ([, [make, code]]) => {
    const chronicle = new Chronicle();
    await using it = await running({ plugins: [everythingPlugin(chronicle, 1)] });
    const before = it.bot.describe();
    await expect(it.bot.load(make())).rejects.toMatchObject({ code });
    expect(it.bot.describe()).toEqual(before);
    expect((await it.people.ada.asks('!who')).content).toBe('generation 1');
    expect(chronicle.lines).toEqual(['started 1', 'ready 1', 'heard "!who" 1']);
  });

  test('since it does not start is disposed of, and the one that it was to replace stays, with its namespace', async () => {
    const chronicle = new Chronicle();
    await using it = await running({ plugins: [everythingPlugin(chronicle, 1)] });
    const start = () => Promise.reject(new Error('no disk'));
    await expect(it.bot.reload(everythingPlugin(chronicle, 2, { start }))).rejects.toMatchObject({
      code: 'PLUGIN_START_FAILED',
      plugin: 'everything',
      cause: { message: 'no disk' },
    });
    expect(chronicle.lines).toEqual(['started 1', 'ready 1', 'started 2', 'disposed 2']);
    expect((await it.people.ada.asks('!who')).content).toBe('generation 1');
    await it.bot.reload(everythingPlugin(chronicle, 3));
    expect((await it.people.ada.asks('!who')).content).toBe('generation 3');
  });

  test('is told so when the bot stops or has stopped', async () => {
    const chronicle = new Chronicle();
    await using it = await running();
    const stopped = it.bot.stop();
    const refused = { code: 'BOT_NOT_RUNNING', state: 'stopping' };
    await expect(it.bot.load(everythingPlugin(chronicle, 1))).rejects.toMatchObject(refused);
    await stopped;
    await expect(it.bot.unload('everything')).rejects.toMatchObject({ code: 'BOT_NOT_RUNNING', state: 'stopped' });
    expect(chronicle.lines).toEqual([]);
  });

  test('before the bot stops, since it still starts, stops nothing else', async () => {
    const chronicle = new Chronicle();
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    await using it = await running();
    const start = () => {
      begun.resolve();
      return go.promise;
    };
    const loaded = it.bot.load(everythingPlugin(chronicle, 1, { start }));
    await begun.promise;
    const stopped = it.bot.stop();
    go.resolve();
    await expect(loaded).rejects.toMatchObject({ code: 'BOT_NOT_RUNNING' });
    await stopped;
    expect(chronicle.lines).toEqual(['started 1', 'stopped 1', 'disposed 1']);
  });
});

describe('a plugin that goes', () => {
  test('hears nothing more, has no commands, stops, and leaves nothing behind', async () => {
    const chronicle = new Chronicle();
    await using it = await running({ plugins: [everythingPlugin(chronicle, 1)] });
    const { ada } = it.people;
    await ada.asks('!who');
    await it.bot.unload('everything');
    expect(chronicle.lines.slice(-2)).toEqual(['stopped 1', 'disposed 1']);
    expect(commandsOf(it.bot)).toEqual(['help']);
    expect((await it.bot.explain('!who', placeOf(it))).outcome).toBe('unknown');
    await ada.says('swordfish');
    await ada.asks('!help');
    await it.clock.advance(120_000);
    expect(chronicle.lines.slice(-2)).toEqual(['stopped 1', 'disposed 1']);
    await it.bot.load(everythingPlugin(chronicle, 2));
    expect((await ada.asks('!who')).content).toBe('generation 2');
  });

  test('waits for what is at work in it, and gives up its questions', async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const order: string[] = [];

    @Listener()
    class Slow {
      @On('MESSAGE_SEND')
      async work(): Promise<void> {
        begun.resolve();
        await go.promise;
        order.push('worked');
      }
    }
    const slow = definePlugin({ name: 'slow', listeners: [Slow], stop: () => void order.push('stopped') });
    const chronicle = new Chronicle();
    await using it = await running({ plugins: [slow(), everythingPlugin(chronicle, 1)] });
    const { bob } = it.people;
    expect((await bob.asks('!quiz', { in: 'random' })).content).toBe('Yes?');
    await begun.promise;
    const gone = Promise.all([it.bot.unload('slow'), it.bot.unload('everything')]);
    await nextTurn();
    go.resolve();
    await gone;
    expect(order.slice(-1)).toEqual(['stopped']);
    await bob.hears(/being restarted/);
    expect(chronicle.lines.slice(-2)).toEqual(['stopped 1', 'disposed 1']);
  });

  test('although something of it never ends is gone, and that is named', async () => {
    const aborted = Promise.withResolvers<unknown>();

    @Command({ name: 'hang', summary: 'Never end.' })
    class Hang {
      async run(ctx: CommandContext): Promise<void> {
        ctx.signal.addEventListener('abort', () => aborted.resolve(ctx.signal.reason));
        await ctx.reply('hanging');
        await new Promise(() => undefined);
      }
    }
    const hanging = definePlugin({ name: 'hanging', commands: [Hang], stop: () => Promise.reject(new Error('no')) });
    await using it = await running({ plugins: [hanging()], graceMs: 30 });
    await it.people.ada.asks('!hang');
    await expect(it.bot.unload('hanging')).rejects.toMatchObject({
      code: 'PLUGIN_UNLOAD_FAILED',
      plugin: 'hanging',
      causes: [
        { code: 'STOP_TIMED_OUT', running: ['command hang'] },
        { code: 'PLUGIN_STOP_FAILED', problem: 'failed' },
      ],
    });
    expect(await aborted.promise).toMatchObject({ code: 'CALL_CANCELLED' });
    expect(commandsOf(it.bot)).toEqual(['help']);
  });
});

describe('a plugin that takes the place of another', () => {
  test('has started before the other stops, and hears from the very next event on', async () => {
    const chronicle = new Chronicle();
    await using it = await running({ plugins: [everythingPlugin(chronicle, 1)] });
    const { ada } = it.people;
    await ada.says('one');
    await until(() => chronicle.lines.includes('heard "one" 1'));
    await it.bot.reload(everythingPlugin(chronicle, 2));
    expect((await ada.asks('swordfish')).content).toBe('password 2');
    const order = ['started 1', 'ready 1', 'heard "one" 1', 'started 2', 'ready 2', 'stopped 1', 'disposed 1'];
    expect(chronicle.lines).toEqual([...order, 'heard "swordfish" 2']);
    await it.clock.advance(60_000);
    await until(() => chronicle.lines.at(-1) === 'ticked 2');
    expect(chronicle.lines.filter((line) => line.startsWith('ticked'))).toEqual(['ticked 2']);
  });

  test('hears what was said meanwhile exactly once, together with the other', async () => {
    const chronicle = new Chronicle();
    await using it = await running({ plugins: [everythingPlugin(chronicle, 0)] });
    const { ada } = it.people;
    const said = Array.from({ length: 40 }, (_, index) => `message ${index}`);
    const talking = (async () => {
      for (const each of said) await ada.says(each);
    })();
    for (let number = 1; number <= 40; number += 1) await it.bot.reload(everythingPlugin(chronicle, number));
    await talking;
    await until(() => chronicle.lines.some((line) => line.includes('message 39')));
    const heard = chronicle.lines.flatMap((line) => /^heard "(.*)"/.exec(line)?.[1] ?? []);
    expect(heard).toEqual(said);
    expect(commandsOf(it.bot)).toEqual(['who', 'quiz', 'help']);
  });

  test('calls what is due as if it had been there all the time', async () => {
    const chronicle = new Chronicle();
    await using it = await running({ plugins: [everythingPlugin(chronicle, 1)] });
    for (const number of [2, 3, 4]) {
      await it.clock.advance(25_000);
      await it.bot.reload(everythingPlugin(chronicle, number));
    }
    await it.clock.advance(45_000);
    const ticked = () => chronicle.lines.filter((line) => line.startsWith('ticked'));
    await until(() => ticked().length > 1);
    expect(ticked()).toEqual(['ticked 3', 'ticked 4']);
  });

  test('keeps its place among the commands', async () => {
    @Command({ name: 'last', summary: 'The last.' })
    class Last {
      run(): void {}
    }
    const chronicle = new Chronicle();
    const last = definePlugin({ name: 'last', commands: [Last] });
    await using it = await running({ plugins: [everythingPlugin(chronicle, 1), last()] });
    await it.bot.reload(everythingPlugin(chronicle, 2));
    expect(commandsOf(it.bot)).toEqual(['who', 'quiz', 'last', 'help']);
  });
});

describe('a conversation of a plugin', () => {
  function survey(thanks: string, version = 1): Plugin {
    @Conversation({ name: 'survey', version })
    class Survey {
      async run(talk: Talk): Promise<void> {
        const name = await talk.ask('name', 'Name?');
        const colour = await talk.ask('colour', 'Colour?');
        await talk.say(`${thanks} ${name} ${colour}`);
      }
    }
    @Command({ name: 'survey', summary: 'Begins.' })
    class Begin {
      async run(ctx: CommandContext): Promise<void> {
        await ctx.begin(Survey);
      }
    }
    return definePlugin({ name: 'survey', commands: [Begin], conversations: [Survey] })();
  }

  test('goes on where it was with the plugin that takes the place of the other', async () => {
    await using it = await running({ plugins: [survey('first:')] });
    const { ada } = it.people;
    await ada.asks('!survey');
    await ada.asks('Ada');
    await it.bot.reload(survey('second:'));
    expect((await ada.asks('green')).content).toBe('second: Ada green');
  });

  test('loses no answer that comes while the plugin is exchanged', async () => {
    await using it = await running({ plugins: [survey('0:')] });
    const { ada } = it.people;
    await ada.listens();
    for (let round = 1; round <= 20; round += 1) {
      await ada.asks('!survey');
      const reloaded = it.bot.reload(survey(`${round}:`));
      const asked = ada.asks('Ada');
      expect((await asked).content).toBe('Colour?');
      await reloaded;
      expect((await ada.asks('green')).content).toBe(`${round}: Ada green`);
    }
  });

  test('waits for its plugin to come back', async () => {
    await using it = await running({ plugins: [survey('first:')] });
    const { ada } = it.people;
    await ada.asks('!survey');
    await ada.asks('Ada');
    await it.bot.unload('survey');
    await it.bot.load(survey('again:'));
    expect((await ada.asks('green')).content).toBe('again: Ada green');
  });

  test('ends, and says so, when the plugin that comes has another version of it', async () => {
    await using it = await running({ plugins: [survey('first:')] });
    const { ada } = it.people;
    await ada.asks('!survey');
    await it.bot.reload(survey('second:', 2));
    await ada.hears(/changed meanwhile/);
  });
});

describe('changes that are asked for at once', () => {
  test('are made one after the other', async () => {
    const chronicle = new Chronicle();
    await using it = await running();
    const changes = [
      it.bot.load(everythingPlugin(chronicle, 1)),
      it.bot.reload(everythingPlugin(chronicle, 2)),
      it.bot.unload('everything'),
      it.bot.load(everythingPlugin(chronicle, 3)),
      it.bot.load(everythingPlugin(chronicle, 4)),
    ];
    const outcomes = await Promise.allSettled(changes);
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected']);
    const order = chronicle.lines.filter((line) => !line.startsWith('ready'));
    const first = ['started 1', 'started 2', 'stopped 1', 'disposed 1', 'stopped 2', 'disposed 2', 'started 3'];
    expect(order).toEqual(first);
  });

  test('may come from the hooks of a plugin, which brings others along and takes them away', async () => {
    const events: string[] = [];
    const small = definePlugin({
      name: 'small',
      start: () => void events.push('small started'),
      stop: () => void events.push('small stopped'),
    });
    let bot: Bot;
    const big = definePlugin({
      name: 'big',
      start: () => bot.load(small()),
      stop: async () => {
        if (bot.state === 'running') await bot.unload('small');
      },
    });
    bot = createBot({ log, plugins: [big()] });
    await using it = await testBot(bot);
    expect(events).toEqual(['small started']);
    await it.bot.unload('big');
    expect(events).toEqual(['small started', 'small stopped']);
    await it.bot.load(big());
    await expect(it.bot.load(small())).rejects.toMatchObject({ code: 'PLUGIN_DUPLICATED' });
  });
});
