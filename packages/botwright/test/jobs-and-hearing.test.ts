import { existsSync } from 'node:fs';
import path from 'node:path';
import { createLog, VirtualClock } from '@botwright/core';
import { createSandbox } from '@botwright/sandbox';
import { testBot } from '@botwright/testing';
import { describe, expect, test } from 'vitest';
import {
  Api,
  Cron,
  createBot,
  Every,
  type HeardContext,
  Hears,
  inject,
  type JobRun,
  Keyword,
  Listener,
  OnReaction,
  type ReactionContext,
  ScheduleInvalid,
  Store,
} from '../src/index.js';
import { ownDirectory } from './support/bots.js';

@Listener()
class Jobs {
  readonly runs: string[] = [];
  readonly works: (() => void)[] = [];

  @Every('10 minutes')
  tick({ dueAt }: JobRun): void {
    this.runs.push(`tick ${dueAt.toISOString()}`);
  }

  @Cron('0 9 * * 1', { zone: 'Europe/Berlin' })
  async monday({ dueAt }: JobRun): Promise<void> {
    this.runs.push(`monday ${dueAt.toISOString()}`);
  }
}

/** A clock that a sleeping machine sets forward: timers stand still meanwhile, as Node's do on Linux. */
class SleepingClock extends VirtualClock {
  #sleptMs = 0;

  override now(): number {
    return super.now() + this.#sleptMs;
  }

  sleepThrough(ms: number): void {
    this.#sleptMs += ms;
  }
}

describe('jobs', () => {
  test('are called at their times, by the clock of the bot', async () => {
    const seen: string[] = [];
    @Listener()
    class Told extends Jobs {
      override readonly runs = seen;
    }
    // Monday, half past eight in Berlin, which is an hour ahead.
    const begin = Date.UTC(2026, 0, 5, 7, 30);
    await using it = await testBot({ listeners: [Told], clock: new VirtualClock(begin) });
    await it.clock.advance(30 * 60_000 - 1);
    expect(seen).toHaveLength(2);
    await it.clock.advance(1);
    const ticks = [10, 20, 30].map((minutes) => `tick ${new Date(begin + minutes * 60_000).toISOString()}`);
    expect(seen).toEqual(expect.arrayContaining([...ticks, 'monday 2026-01-05T08:00:00.000Z']));
    expect(seen).toHaveLength(4);
  });

  test('#116 make up for at most 1 call each after a machine slept for 8 hours, and none comes in a storm', async ({
    annotate,
  }) => {
    const runs: { readonly job: string; readonly at: number }[] = [];
    const clock = new SleepingClock();
    const run = (job: string) => runs.push({ job, at: clock.now() });
    @Listener()
    class Frequent {
      @Every('1 minute')
      minute(): void {
        run('every minute');
      }

      @Cron('*/5 * * * *')
      five(): void {
        run('every five');
      }

      @Cron('0 * * * *')
      hour(): void {
        run('every hour');
      }
    }
    await using it = await testBot({ listeners: [Frequent], clock });
    await it.clock.advance(10.5 * 60_000);
    const before = runs.length;
    clock.sleepThrough(8 * 3_600_000);
    const wokenAt = clock.now();
    await it.clock.advance(60 * 60_000);
    const after = Map.groupBy(runs.slice(before), ({ job }) => job);
    const usual = { 'every minute': 60, 'every five': 12, 'every hour': 1 };
    const extra = Object.entries(usual).map(([job, count]) => (after.get(job)?.length ?? 0) - count);
    expect(Math.max(...extra)).toBeLessThanOrEqual(1);
    expect(Math.min(...extra)).toBeGreaterThanOrEqual(-1);
    const firstMinute = runs.filter(({ at }) => at >= wokenAt && at < wokenAt + 60_000).map(({ job }) => job);
    expect(new Set(firstMinute).size).toBe(firstMinute.length);
    await annotate(`at most ${Math.max(0, ...extra)} more than usual in the hour after, of any of 3 jobs`, 'reached');
  });

  test('do not overlap with themselves, survive their failures, and end with the bot', async () => {
    const log: string[] = [];
    const lines: string[] = [];
    const gate = Promise.withResolvers<void>();
    @Listener()
    class Slow {
      @Every('1 minute')
      async work(): Promise<void> {
        log.push('begin');
        if (log.length === 1) throw new Error('first one fails');
        await gate.promise;
        log.push('end');
      }
    }
    const logger = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
    const it = await testBot({ listeners: [Slow], clock: 'virtual', log: logger });
    await it.clock.advance(5 * 60_000);
    expect(log).toEqual(['begin', 'begin']);
    const stopped = it.bot.stop();
    gate.resolve();
    await stopped;
    expect(log).toEqual(['begin', 'begin', 'end']);
    await it.clock.advance(5 * 60_000);
    expect(log).toHaveLength(3);
    expect(lines.some((line) => line.includes('first one fails'))).toBe(true);
    await it[Symbol.asyncDispose]();
  });

  test('are refused at the start when their time cannot be read', async () => {
    @Listener()
    class Wrong {
      @Cron('61 * * * *')
      never(): void {}
    }
    await expect(testBot({ listeners: [Wrong] })).rejects.toThrow(ScheduleInvalid);
  });
});

@Listener()
class Ears {
  constructor(@inject(Api) private readonly api: Api) {}

  @Hears(/(\d+) degrees/i)
  async degrees(ctx: HeardContext): Promise<void> {
    await ctx.reply(`${Number(ctx.match.groups[1]) - 273} C`);
  }

  @Keyword('coffee', 'café')
  async coffee(ctx: HeardContext): Promise<void> {
    const milk = await ctx.ask('Milk?');
    await ctx.send(`coffee, milk: ${milk}`);
  }

  @Hears(/^(a+)+$/)
  async never(ctx: HeardContext): Promise<void> {
    await ctx.reply('found');
  }

  @OnReaction(['🎉', '👋'], { when: 'both' })
  async cheer({ channelId, emojiId, added, user }: ReactionContext): Promise<void> {
    await this.api.messages.create(channelId, { content: `${user.username} ${added ? 'gave' : 'took'} ${emojiId}` });
  }
}

describe('listeners', () => {
  test('hear patterns and whole words, and may ask back without hearing the answer twice', async () => {
    await using it = await testBot({ listeners: [Ears] });
    const { ada } = it.people;
    expect((await ada.asks('it is 300 Degrees')).content).toBe('27 C');
    await ada.says('coffeeshop');
    expect((await ada.asks('Café, please')).content).toBe('Milk?');
    await ada.says('coffee milk');
    await ada.hears('coffee, milk: coffee milk');
  });

  test('may wait in vain: the person is told, and it counts as no failure', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'error', destination: { write: (line) => lines.push(line) } });
    await using it = await testBot({ listeners: [Ears], log });
    const { ada } = it.people;
    await ada.asks('coffee?');
    await ada.says('cancel');
    await ada.hears('Cancelled.');
    await ada.asks('coffee!');
    await it.bot.stop();
    await ada.hears(/being restarted/);
    expect(lines).toEqual([]);
  });

  test('are not held up by a pattern that takes for ever', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
    await using it = await testBot({ listeners: [Ears], log });
    const { ada } = it.people;
    await ada.says(`${'a'.repeat(60)}!`);
    expect((await ada.asks('300 degrees')).content).toBe('27 C');
    expect(lines.some((line) => line.includes('Ears.never'))).toBe(true);
  });

  test('hear reactions', async () => {
    await using it = await testBot({ listeners: [Ears] });
    const { ada, bob } = it.people;
    await ada.listens();
    const { channelId, id } = await ada.says('done');
    const press = (method: string, emoji: string) =>
      bob.does(method, `/channels/${channelId}/messages/${id}/reactions/${encodeURIComponent(emoji)}`);
    await press('POST', '👍');
    await press('POST', '🎉');
    await ada.hears('bob gave 🎉');
    await press('DELETE', '🎉');
    await ada.hears('bob took 🎉');
  });
});

describe('the store', () => {
  test('is injected as Store, and no file is made before something is kept', async () => {
    class Notes {
      constructor(@inject(Store) readonly store: Store) {}
    }
    await using directory = await ownDirectory();
    await using sandbox = await createSandbox();
    await sandbox.listen({ port: 0 });
    const { url, bot: account } = sandbox.description;
    const store = { url: directory.url('bot.sqlite') };
    const file = path.join(directory.at, 'bot.sqlite');
    await using bot = createBot({
      store,
      services: [Notes],
      listeners: [Ears],
      log: createLog({ level: 'silent' }),
      credentials: { token: account.token, baseUrl: url },
    });
    await bot.start();
    expect(existsSync(file)).toBe(false);
    await bot.container.resolve(Notes).store.namespace('test').set('key', 1);
    expect(existsSync(file)).toBe(true);
  });
});
