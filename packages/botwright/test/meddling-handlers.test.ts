import { createLog } from '@botwright/core';
import { type TestBot, testBot } from '@botwright/testing';
import { describe, expect, test } from 'vitest';
import {
  type Bot,
  Client,
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
  type PluginDefinition,
  type Talk,
} from '../src/index.js';

const longestMs = 5_000;
const log = createLog({ level: 'silent' });

@Command({ name: 'ping', summary: 'Say pong.' })
class Ping {
  async run(ctx: CommandContext): Promise<void> {
    await ctx.reply('pong');
  }
}

@Command({ name: 'flood', summary: 'Say a thousand things at once.' })
class Flood {
  async run(ctx: CommandContext): Promise<void> {
    await Promise.all(Array.from({ length: 1_000 }, (_, index) => ctx.send(`drop ${index}`)));
    await ctx.reply('flooded');
  }
}

@Command({ name: 'say', summary: 'Let an event come about.' })
class Say {
  constructor(@inject(Client) private readonly client: Client) {}

  async run(ctx: CommandContext): Promise<void> {
    const { message, channelId, teamId, channelType } = ctx;
    const said = { ...message, content: '!ping' };
    this.client.events.dispatch('MESSAGE_SEND', { message: said, channelId, teamId, channelType });
    await ctx.reply('said');
  }
}

/** Either everything has stopped, or everything that stays is there for people. */
async function settled({ bot, people: { ada } }: TestBot): Promise<void> {
  if (bot.state !== 'running') {
    await bot.stop();
    expect([bot.state, bot.client.gateway.state]).toEqual(['stopped', 'closed']);
    return;
  }
  await ada.listens();
  await ada.says('!ping');
  await ada.hears('pong');
  await expect.poll(() => bot.client.events.stats).toMatchObject({ failures: 0, waiting: 0, running: 0 });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Does to its own bot what a handler should not do, and waits for it. */
type Deed = (it: TestBot) => Promise<unknown>;

const stop: Deed = ({ bot }) => bot.stop();
const unload: Deed = ({ bot }) => bot.unload('meddler');
const reload: Deed = ({ bot }) => bot.reload(definePlugin({ name: 'meddler' })());
const emit: Deed = async ({ bot, sandbox }) => {
  const { general } = sandbox.description.channels;
  const message = await bot.client.api.messages.create(general, { content: 'emitted' });
  const event = { message, channelId: general, channelType: 'text', teamId: sandbox.description.team.id };
  bot.client.events.dispatch('MESSAGE_SEND', event);
};
const flood: Deed = async ({ bot, sandbox }) => {
  const { general } = sandbox.description.channels;
  const all = Array.from({ length: 1_000 }, (_, index) =>
    bot.client.api.messages.create(general, { content: `drop ${index}` }),
  );
  await Promise.all(all);
};
const harmless: Record<string, Deed> = {
  'emits in its own channel': emit,
};
const fatal: Record<string, Deed> = {
  'stops the bot': stop,
  'unloads its plugin': unload,
  'replaces its plugin': reload,
  'unloads its plugin twice at once': (it) => Promise.allSettled([unload(it), unload(it)]),
  'unloads its plugin and stops the bot': (it) => Promise.allSettled([unload(it), stop(it)]),
  'says 1,000 things, emits, unloads, stops': async (it) => {
    await flood(it);
    await emit(it);
    await unload(it);
    await stop(it);
  },
};

/** Runs the deed once, whoever asks. */
interface Meddling {
  meddle(): Promise<void>;
}

/** The classes of a plugin one of whose handlers meddles, and what lets it. */
const handlers: Record<string, (meddling: Meddling) => readonly [Partial<PluginDefinition>, Deed]> = {
  'a command': (meddling) => {
    @Command({ name: 'meddle', summary: 'Meddle.' })
    class Meddle {
      run(): Promise<void> {
        return meddling.meddle();
      }
    }
    return [{ commands: [Meddle] }, ({ people }) => people.ada.says('!meddle')];
  },
  'a command that has asked back': (meddling) => {
    @Command({ name: 'meddle', summary: 'Meddle.' })
    class Meddle {
      async run(ctx: CommandContext): Promise<void> {
        await ctx.ask('Sure?');
        await meddling.meddle();
      }
    }
    return [
      { commands: [Meddle] },
      async ({ people: { ada } }) => {
        await ada.asks('!meddle');
        await ada.says('yes');
      },
    ];
  },
  'a command that is still being answered': (meddling) => {
    @Command({ name: 'meddle', summary: 'Meddle.' })
    class Meddle {
      async run(ctx: CommandContext): Promise<void> {
        await Promise.allSettled([ctx.ask('Sure?', { prefixed: 'command', timeoutMs: 200 }), meddling.meddle()]);
      }
    }
    return [{ commands: [Meddle] }, ({ people }) => people.ada.says('!meddle')];
  },
  'a listener': (meddling) => {
    @Listener()
    class Meddler {
      @On('MESSAGE_SEND')
      hear(): Promise<void> {
        return meddling.meddle();
      }
    }
    return [{ listeners: [Meddler] }, ({ people }) => people.ada.says('hello')];
  },
  'a listener of a pattern': (meddling) => {
    @Listener()
    class Meddler {
      @Hears(/meddle/)
      hear(_context: HeardContext): Promise<void> {
        return meddling.meddle();
      }
    }
    return [{ listeners: [Meddler] }, ({ people }) => people.ada.says('do meddle')];
  },
  'a job': (meddling) => {
    @Listener()
    class Meddler {
      @Every('20ms')
      work(_run: JobRun): Promise<void> {
        return meddling.meddle();
      }
    }
    return [{ listeners: [Meddler] }, async () => undefined];
  },
  'a conversation': (meddling) => {
    @Conversation({ name: 'meddling', version: 1 })
    class Talking {
      async run(talk: Talk): Promise<void> {
        await talk.run('meddle', () => meddling.meddle());
      }
    }
    @Command({ name: 'talk', summary: 'Begin.' })
    class Begin {
      async run(ctx: CommandContext): Promise<void> {
        await ctx.begin(Talking);
      }
    }
    return [{ commands: [Begin], conversations: [Talking] }, ({ people }) => people.ada.says('!talk')];
  },
  'what runs after READY': (meddling) => {
    const go = Promise.withResolvers<void>();
    const ready = () => go.promise.then(() => meddling.meddle());
    return [{ ready }, async () => go.resolve()];
  },
};

const table = Object.entries(handlers).flatMap(([who, make]) =>
  [harmless, fatal].flatMap((deeds) =>
    Object.entries(deeds).map(([what, deed]) => ({ who, what, make, deed, stays: deeds === harmless })),
  ),
);

describe('a handler does what it should not, and nobody waits more than 5 s', () => {
  test.for(table)(
    '#81 $who $what: no deadlock over 5 s, and a consistent state at the end',
    async ({ make, deed, stays }, { annotate }) => {
      const over = Promise.withResolvers<void>();
      const gone: string[] = [];
      let it: TestBot;
      let hasBegun = false;
      const meddle = async (): Promise<void> => {
        if (hasBegun) return;
        hasBegun = true;
        await deed(it);
        over.resolve();
      };
      const [classes, cause] = make({ meddle });
      const meddler = definePlugin({ name: 'meddler', ...classes, stop: () => void gone.push('stopped') });
      it = await testBot({ plugins: [meddler()], commands: [Ping], log });
      await using _ = it;
      const ms = await timed(async () => {
        await Promise.all([cause(it), over.promise]);
      });
      expect(ms).toBeLessThan(longestMs);
      await settled(it);
      expect(gone).toEqual(stays ? [] : ['stopped']);
      await annotate(`${ms.toFixed(0)} ms`, 'reached');
    },
  );

  test('#81 handlers of two plugins unload each other: both are gone within 5 s', async ({ annotate }) => {
    let it: TestBot;
    const both = Promise.withResolvers<void>();
    const over: Promise<void>[] = [];
    const unloading = (own: string, other: string) => {
      @Listener()
      class Rival {
        @On('MESSAGE_SEND')
        async hear(): Promise<void> {
          const ended = Promise.withResolvers<void>();
          over.push(ended.promise);
          if (over.length === 2) both.resolve();
          await both.promise;
          await it.bot.unload(other);
          ended.resolve();
        }
      }
      return definePlugin({ name: own, listeners: [Rival] })();
    };
    it = await testBot({ plugins: [unloading('one', 'other'), unloading('other', 'one')], commands: [Ping], log });
    await using _ = it;
    const ms = await timed(async () => {
      await it.people.ada.says('hello');
      await both.promise;
      await Promise.all(over);
    });
    expect(ms).toBeLessThan(longestMs);
    await it.people.ada.asks('!ping');
    await annotate(`${ms.toFixed(0)} ms`, 'reached');
  });

  test.for(['start', 'stop'] as const)(
    '#81 the %s of a plugin stops the bot: it has stopped within 5 s',
    async (hook, { annotate }) => {
      let bot: Bot;
      const meddler = definePlugin({ name: 'meddler', [hook]: () => bot.stop() });
      bot = createBot({ log });
      const it = await testBot(bot);
      await using _ = it.sandbox;
      const loaded = Promise.allSettled([bot.load(meddler())]);
      const ms = await timed(async () => {
        await loaded;
        await bot.stop();
      });
      expect(ms).toBeLessThan(longestMs);
      expect([bot.state, bot.client.gateway.state]).toEqual(['stopped', 'closed']);
      const [{ status }] = (await loaded) as [PromiseSettledResult<void>];
      expect(status).toBe(hook === 'start' ? 'rejected' : 'fulfilled');
      await annotate(`${ms.toFixed(0)} ms`, 'reached');
    },
  );
  test('a command stops the bot and waits for that: the bot stops, and has stopped when it goes on', async () => {
    const told = Promise.withResolvers<string>();
    let it: TestBot;
    @Command({ name: 'halt', summary: 'Stop the bot.' })
    class Halt {
      async run(): Promise<void> {
        await it.bot.stop();
        told.resolve(it.bot.state);
      }
    }
    it = await testBot({ commands: [Halt], log });
    await using _ = it;
    await it.people.ada.says('!halt');
    expect(await timed(() => told.promise)).toBeLessThan(longestMs);
    expect([await told.promise, it.bot.client.gateway.state]).toEqual(['stopped', 'closed']);
  });

  test('a listener stops the bot and waits for that, while another one works: both end', async () => {
    const ended: string[] = [];
    const over = Promise.withResolvers<void>();
    let it: TestBot;
    @Listener()
    class Meddler {
      @On('MESSAGE_SEND')
      async stop(): Promise<void> {
        await it.bot.stop();
        ended.push('stop');
        over.resolve();
      }

      @On('MESSAGE_SEND')
      async work(): Promise<void> {
        await new Promise((resolve) => setImmediate(resolve));
        ended.push('work');
      }
    }
    it = await testBot({ listeners: [Meddler], log });
    await using _ = it;
    await it.people.ada.says('hello');
    expect(await timed(() => over.promise)).toBeLessThan(longestMs);
    expect(ended).toEqual(['work', 'stop']);
    expect(it.bot.state).toBe('stopped');
  });

  test('a command sends an event in its own channel: that is handled next', async () => {
    await using it = await testBot({ commands: [Ping, Say], log, edits: false });
    const { ada } = it.people;
    await ada.listens();
    expect(await timed(() => ada.asks('!say'))).toBeLessThan(longestMs);
    await ada.asks('!ping');
    await it.bot.client.events.idle();
    expect(it.bot.client.events.stats).toMatchObject({ failures: 0, waiting: 0 });
  });

  test('a command sends 1,000 messages at once: all are there, and another channel is answered meanwhile', async () => {
    await using it = await testBot({ commands: [Ping, Flood], log });
    const { ada, bob } = it.people;
    await ada.listens();
    const flooded = ada.asks('!flood', { timeoutMs: longestMs });
    const elsewhere = await timed(() => bob.asks('!ping', { in: 'random' }));
    expect(elsewhere).toBeLessThan(longestMs);
    await flooded;
    const { general } = it.sandbox.description.channels;
    const drops = new Set<string | null>();
    for await (const { content } of it.bot.client.api.messages.history(general)) {
      if (content?.startsWith('drop ')) drops.add(content);
    }
    expect(drops.size).toBe(1_000);
  });
});
