import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, systemClock, type Timer } from '@botwright/clock';
import { createLog } from '@botwright/core';
import { authorization } from '@botwright/protocol';
import { memoryStore } from '@botwright/store';
import {
  type Bot,
  Command,
  type CommandContext,
  Conversation,
  createBot,
  definePlugin,
  Every,
  inject,
  type JobRun,
  Keyword,
  Listener,
  On,
  Rest,
  Store,
  type Talk,
  text,
} from 'botwright';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { type Census, inMebibytes, largestChange, takeCensus } from '../../packages/botwright/test/support/census.js';
import { SandboxProcess } from '../support/sandbox-process.js';

/** Fewer for a look while other things run. */
const reloads = Number(process.env.BOTWRIGHT_RELOADS ?? 1_000);
const everyMs = 100;
const eventsPerSecond = 500;
const speakers = 50;

/** How often what was said has been heard: by number, of each way to hear. */
class Ledger {
  readonly heard = new Uint8Array(2 ** 17);
  readonly called = new Uint8Array(2 ** 17);
  readonly keywords = new Uint8Array(2 ** 17);
  /** Generations of the plugin that have stopped. */
  generations = 0;
  /** Services that were made and not yet disposed of: one a container. */
  containers = 0;

  note(where: 'heard' | 'called' | 'keywords', content: string): void {
    const number = Number(/\d+/.exec(content)?.[0]);
    this[where][number] = (this[where][number] ?? 0) + 1;
  }
}

const ledger = new Ledger();

class Service {
  constructor() {
    ledger.containers += 1;
  }

  dispose(): void {
    ledger.containers -= 1;
  }
}

@Command({ name: 'count', summary: 'Be counted.' })
class Count {
  @Rest(text(), 'a number') what!: string;

  async run(_ctx: CommandContext): Promise<void> {
    await pause(1);
    ledger.note('called', this.what);
  }
}

@Conversation({ name: 'survey', version: 1 })
class Survey {
  async run(talk: Talk): Promise<void> {
    await talk.ask('name', 'Name?');
  }
}

@Listener()
class Ears {
  constructor(@inject(Service) readonly service: Service) {}

  @On('MESSAGE_SEND')
  hear({ message }: { readonly message: { readonly content: string | null } }): void {
    ledger.note('heard', message.content ?? '');
  }

  @Keyword('swordfish')
  async password({ content }: { readonly content: string }): Promise<void> {
    await pause(1);
    ledger.note('keywords', content);
  }

  @Every('1 hour')
  tick(_run: JobRun): void {}
}

const everything = definePlugin({
  name: 'everything',
  commands: [Count],
  conversations: [Survey],
  services: [Service],
  listeners: [Ears],
  start: (container) => void container.resolve(Store).namespace('everything/notes'),
  stop: () => {
    ledger.generations += 1;
  },
});

/** The machine's clock, with a count of the timers that have been set and not fallen. */
class CountedTimers implements Clock {
  readonly pending = new Set<Timer>();
  readonly now = () => systemClock.now();
  readonly monotonic = () => systemClock.monotonic();
  readonly sleep: Clock['sleep'] = (...args) => systemClock.sleep(...args);
  readonly clearTimeout = (timer: Timer | undefined) => {
    if (timer !== undefined) this.pending.delete(timer);
    systemClock.clearTimeout(timer);
  };
  readonly setTimeout = (work: () => void, ms: number) => {
    const timer = systemClock.setTimeout(() => {
      this.pending.delete(timer);
      work();
    }, ms);
    this.pending.add(timer);
    return timer;
  };
}

/** Counts who listens to a bot's events from now on. */
function countListeners({ client: { events } }: Bot): { readonly count: number } {
  const counted = { count: 0 };
  const on = events.on.bind(events) as (...args: unknown[]) => () => void;
  Object.assign(events, {
    on(...args: unknown[]): () => void {
      counted.count += 1;
      const end = on(...args);
      return () => {
        counted.count -= 1;
        end();
      };
    },
  });
  return counted;
}

function contentOf(number: number): string {
  if (number % 10 === 0) return `!count ${number}`;
  return number % 10 === 1 ? `swordfish ${number}` : `message ${number}`;
}

/** Says something so many times a second until it is told to end, and gives how many messages there are. */
async function traffic(sandbox: SandboxProcess, channels: readonly string[], signal: AbortSignal): Promise<number> {
  const { url, apiUrl, people } = sandbox.description;
  const pool = new Pool(url, { connections: speakers });
  const headers = { authorization: authorization(people.ada.token, 'User'), 'content-type': 'application/json' };
  const begun = performance.now();
  let next = 0;
  const speak = async (): Promise<void> => {
    while (!signal.aborted) {
      const number = next;
      next += 1;
      const waitMs = begun + (number * 1_000) / eventsPerSecond - performance.now();
      if (waitMs > 0) await pause(waitMs);
      const path = `${new URL(apiUrl).pathname}/channels/${channels[number % channels.length]}/messages`;
      const content = contentOf(number);
      const { statusCode, body } = await pool.request({
        path,
        method: 'POST',
        headers,
        body: JSON.stringify({ content }),
      });
      expect(statusCode).toBe(200);
      await body.dump();
    }
  };
  await Promise.all(Array.from({ length: speakers }, speak));
  await pool.close();
  return next;
}

/** Of those numbers: how many were missed, and how many came more than once. */
function wrongly(times: Uint8Array, said: number, remainder?: number): { missed: number; twice: number } {
  const meant = [...times.subarray(0, said)].filter(
    (_, number) => remainder === undefined || number % 10 === remainder,
  );
  return { missed: meant.filter((count) => count === 0).length, twice: meant.filter((count) => count > 1).length };
}

/** Sockets, servers and the like that are open. */
function handles(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind.endsWith('Wrap')).length;
}

interface Counts {
  readonly listeners: number;
  readonly commands: number;
  readonly timers: number;
  readonly handles: number;
  readonly containers: number;
}

function sumOf(
  wrong: Readonly<Record<string, Readonly<Record<'missed' | 'twice', number>>>>,
  what: 'missed' | 'twice',
) {
  return Object.values(wrong).reduce((sum, counted) => sum + counted[what], 0);
}

/** As in `2 listeners, 2 commands`. */
function shown(counts: Partial<Counts> = {}): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

test(`#166 ${reloads} exchanges of a plugin, one every 100 ms, under 500 events a second: no event is missed or heard twice, and what is there stays as much as it was`, async ({
  annotate,
}) => {
  await using sandbox = await SandboxProcess.start();
  const { url, bot: account, channels } = sandbox.description;
  const clock = new CountedTimers();
  const bot = createBot({ log: createLog({ level: 'silent' }), store: memoryStore(), clock });
  await bot.start({ credentials: { token: account.token, baseUrl: url } });
  const listening = countListeners(bot);
  await bot.load(everything());

  const stop = new AbortController();
  const talking = traffic(sandbox, [channels.general, channels.random], stop.signal);
  const censuses: Census[] = [];
  const counts: Counts[] = [];
  const begun = performance.now();
  for (let number = 1; number <= reloads; number += 1) {
    await pause(Math.max(0, begun + number * everyMs - performance.now()));
    await bot.reload(everything());
    if (number % (reloads / 10) !== 0) continue;
    const { containers } = ledger;
    const commands = bot.describe().length;
    counts.push({ listeners: listening.count, commands, timers: clock.pending.size, handles: handles(), containers });
    censuses.push(await takeCensus());
  }
  const seconds = (performance.now() - begun) / 1_000;
  stop.abort();
  const said = await talking;
  const judge = () => ({
    heard: wrongly(ledger.heard, said),
    called: wrongly(ledger.called, said, 0),
    keywords: wrongly(ledger.keywords, said, 1),
  });
  const none = { missed: 0, twice: 0 };
  const right = { heard: none, called: none, keywords: none };
  await expect.poll(judge, { timeout: 30_000 }).toEqual(right);
  await bot.client.events.idle();
  const wrong = judge();
  await bot.stop();
  const figures =
    `${reloads} exchanges in ${seconds.toFixed(0)} s, ${said} events at ${(said / seconds).toFixed(0)} a second, ` +
    `${sumOf(wrong, 'missed')} missed, ${sumOf(wrong, 'twice')} twice, ${shown(counts.at(0))} at first and ` +
    `${shown(counts.at(-1))} at last, heap ${inMebibytes('heap', censuses)} MiB`;
  await annotate(figures, 'reached');
  expect(wrong, figures).toEqual(right);
  expect(said / seconds, figures).toBeGreaterThan(eventsPerSecond * 0.95);
  expect(ledger.generations).toBe(reloads + 1);
  expect(ledger.containers).toBe(0);
  for (const { listeners, commands, containers } of counts) {
    expect({ listeners, commands, containers }, figures).toEqual({ listeners: 2, commands: 2, containers: 1 });
  }
  for (const figure of ['timers', 'handles'] as const) {
    const [first, last] = [counts[0]?.[figure] ?? 0, counts.at(-1)?.[figure] ?? 0];
    expect(Math.abs(last - first), figures).toBeLessThanOrEqual(3);
  }
  expect(largestChange('heap', censuses), figures).toBeLessThanOrEqual(10);
  expect(sandbox.complaints).toBe('');
});
