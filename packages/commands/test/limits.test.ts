import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, VirtualClock } from '@botwright/clock';
import { memoryStore, openStore } from '@botwright/store';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  Arg,
  Command,
  type CommandClass,
  type CommandContext,
  CommandInvalid,
  Concurrency,
  type ConcurrencyOptions,
  Cooldown,
  type CooldownOptions,
  integer,
} from '../src/index.js';
import { TestTeam } from './support/team.js';

function limited(...cooldowns: readonly CooldownOptions[]): CommandClass {
  @Command({ name: 'roll', summary: 'Roll.' })
  class Roll {
    @Arg(integer(), 'how many') count!: number;

    async run(context: CommandContext): Promise<void> {
      await context.reply('rolled');
    }
  }
  for (const cooldown of cooldowns) Cooldown(cooldown)(Roll);
  return Roll;
}

/** How many of some calls run. */
async function runsOf(team: TestTeam, commands: ReturnType<TestTeam['commands']>, times: number): Promise<number> {
  const calls = Array.from({ length: times }, () => team.says(commands, '!roll 1'));
  const invocations = await Promise.all(calls);
  return invocations.filter((invocation) => invocation?.outcome === 'done').length;
}

describe('a cooldown', () => {
  test.each(['fixed-window', 'sliding-window', 'token-bucket'] as const)(
    '%s lets exactly its 7 of 100 calls of one tick through, whatever the time of day does',
    async (policy) => {
      const virtual = new VirtualClock();
      let shiftMs = 0;
      const clock = jumping(virtual, () => shiftMs);
      const team = new TestTeam();
      const store = memoryStore({ clock });
      const commands = team.commands([limited({ uses: 7, per: '1m', policy })], { clock, store });
      expect(await runsOf(team, commands, 100)).toBe(7);
      for (const jump of [3_600_000, -7_200_000, 3_600_000]) {
        shiftMs += jump;
        expect(await runsOf(team, commands, 100)).toBe(0);
      }
      await virtual.advance(60_000);
      expect(await runsOf(team, commands, 100)).toBe(7);
    },
  );

  test('outlives a restart', async () => {
    const clock = new VirtualClock();
    const team = new TestTeam();
    const Roll = limited({ uses: 2, per: '1h', by: 'everyone' });
    const folder = await mkdtemp(join(tmpdir(), 'cooldowns-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const url = `file:${join(folder, 'bot.sqlite')}`;
    const runsOfProcess = async (times: number) => {
      await using store = openStore({ url, clock });
      return await runsOf(team, team.commands([Roll], { clock, store }), times);
    };
    expect(await runsOfProcess(1)).toBe(1);
    await clock.advance(1000);
    expect(await runsOfProcess(5)).toBe(1);
    expect(team.lastText).toBe('Not so fast: you can use this again in 59 minutes 59 seconds.');
  });

  test('is forgotten when it is over, also after the wall clock was set back', async () => {
    const virtual = new VirtualClock();
    const clock = jumping(virtual, () => -virtual.monotonic() * 2);
    const team = new TestTeam();
    const folder = await mkdtemp(join(tmpdir(), 'cooldowns-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const url = `file:${join(folder, 'bot.sqlite')}`;
    await using store = openStore({ url, clock });
    await using sameFile = openStore({ url, clock });
    const kept = sameFile.namespace('commands/cooldowns');
    const commands = team.commands([limited({ uses: 1, per: '1m' })], { clock, store });
    const call = (user: number) => commands.handle(team.messageEvent('!roll 1', { id: `user${user}` }));
    await Promise.all(Array.from({ length: 150 }, (_, user) => call(user)));
    await virtual.advance(60_000);
    for (let again = 0; again < 150; again += 1) await call(0);
    const keys: string[] = [];
    for await (const { key } of kept.entries()) keys.push(key);
    expect(keys).toEqual(['roll 0 user user0']);
  });

  test('P20 is not spent on a call whose arguments are wrong', async () => {
    const team = new TestTeam();
    const commands = team.commands([limited({ uses: 1, per: '1h' })]);
    for (let count = 0; count < 3; count++)
      expect(await team.says(commands, '!roll many')).toMatchObject({ outcome: 'refused' });
    expect(await runsOf(team, commands, 2)).toBe(1);
  });

  test('of several is taken all or none', async () => {
    const clock = new VirtualClock();
    const team = new TestTeam();
    const Roll = limited({ uses: 2, per: '1h' }, { uses: 1, per: '10s' });
    const commands = team.commands([Roll], { clock });
    expect(await runsOf(team, commands, 3)).toBe(1);
    await clock.advance(10_000);
    expect(await runsOf(team, commands, 3)).toBe(1);
    await clock.advance(10_000);
    expect(await runsOf(team, commands, 3)).toBe(0);
  });

  test.each([
    ['user', 1],
    ['channel', 0],
    ['team', 0],
    ['everyone', 0],
  ] as const)('by %s counts others accordingly', async (by, runs) => {
    const team = new TestTeam();
    const commands = team.commands([limited({ uses: 1, per: '1h', by })]);
    await runsOf(team, commands, 1);
    const event = team.messageEvent('!roll 1', { id: 'bob-id', username: 'bob' });
    const invocation = await commands.handle(event);
    expect(invocation?.outcome === 'done' ? 1 : 0).toBe(runs);
  });

  test('with a bucket gives one use back at a time', async () => {
    const clock = new VirtualClock();
    const team = new TestTeam();
    const commands = team.commands([limited({ uses: 3, per: '30s', policy: 'token-bucket' })], { clock });
    expect(await runsOf(team, commands, 9)).toBe(3);
    await clock.advance(10_000);
    expect(await runsOf(team, commands, 9)).toBe(1);
  });

  test.each<CooldownOptions>([
    { uses: 0, per: '1m' },
    { uses: 1.5, per: '1m' },
    { uses: 1, per: 'soon' },
    { uses: 1, per: '0s' },
  ])('%j is refused when the commands are put together', (cooldown) => {
    expect(() => new TestTeam().commands([limited(cooldown)])).toThrow(CommandInvalid);
  });

  test('stands in help and in the description', async () => {
    const team = new TestTeam();
    const commands = team.commands([limited({ uses: 3, per: '1m', by: 'channel' })]);
    await team.says(commands, '!help roll');
    expect(team.lastText).toContain('At most 3 times in 1 minute in each channel.');
    expect(commands.describe()[0]?.cooldowns).toEqual([
      { uses: 3, perMs: 60_000, by: 'channel', policy: 'sliding-window' },
    ]);
  });
});

/** A command whose runs end when they are told, or when they are given up. */
function slow(options: ConcurrencyOptions) {
  const running: { readonly signal: AbortSignal; end(): void }[] = [];
  @Command({ name: 'slow', summary: 'Take long.' })
  @Concurrency(options)
  class Slow {
    run({ signal }: CommandContext): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      running.push({ signal, end: resolve });
      signal.addEventListener('abort', () => reject(signal.reason));
      return promise;
    }
  }
  return { Slow, running };
}

async function begun(running: readonly unknown[], count: number): Promise<void> {
  await expect.poll(() => running.length, { interval: 1 }).toBe(count);
}

describe('calls that run at a time', () => {
  test('P21 are refused when there are too many', async () => {
    const { Slow, running } = slow({ most: 2 });
    const team = new TestTeam();
    const commands = team.commands([Slow]);
    const first = [team.says(commands, '!slow'), team.says(commands, '!slow')];
    await begun(running, 2);
    expect(await team.says(commands, '!slow')).toMatchObject({ error: { code: 'COMMAND_BUSY', policy: 'reject' } });
    for (const { end } of running) end();
    expect(await Promise.all(first)).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }]);
  });

  test('P21 wait for their turn, in order, and no longer than they have patience', async () => {
    const clock = new VirtualClock();
    const { Slow, running } = slow({ whenBusy: 'queue', patience: '5s' });
    const team = new TestTeam();
    const commands = team.commands([Slow], { clock });
    const first = team.says(commands, '!slow');
    await begun(running, 1);
    const second = team.says(commands, '!slow');
    await clock.timerWithin(5000);
    running[0]?.end();
    await begun(running, 2);
    const third = team.says(commands, '!slow');
    await clock.timerWithin(5000);
    await clock.advance(5000);
    expect(await third).toMatchObject({ error: { code: 'COMMAND_BUSY', policy: 'queue' } });
    running[1]?.end();
    expect(await Promise.all([first, second])).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }]);
    expect(running).toHaveLength(2);
  });

  test('P21 end the one before, which says nothing', async () => {
    const { Slow, running } = slow({ whenBusy: 'cancel-previous' });
    const team = new TestTeam();
    const commands = team.commands([Slow]);
    const first = team.says(commands, '!slow');
    await begun(running, 1);
    const second = team.says(commands, '!slow');
    expect(await first).toMatchObject({ outcome: 'refused', error: { code: 'CALL_CANCELLED', reason: 'superseded' } });
    await begun(running, 2);
    running[1]?.end();
    expect(await second).toMatchObject({ outcome: 'done' });
    expect(team.sent).toEqual([]);
  });

  test('P21 are given up at their deadline, and their place is free', async () => {
    const clock = new VirtualClock();
    const { Slow, running } = slow({ deadline: '1m' });
    const team = new TestTeam();
    const commands = team.commands([Slow], { clock });
    const first = team.says(commands, '!slow');
    await begun(running, 1);
    await clock.advance(60_000);
    expect(await first).toMatchObject({ error: { code: 'CALL_CANCELLED', reason: 'deadline' } });
    expect(team.lastText).toBe('This took too long and was stopped.');
    const second = team.says(commands, '!slow');
    await begun(running, 2);
    running[1]?.end();
    expect(await second).toMatchObject({ outcome: 'done' });
  });

  test('never exceed what is allowed, however the turns change hands', async () => {
    let [now, most] = [0, 0];
    @Command({ name: 'slow', summary: 'Take long.' })
    @Concurrency({ most: 3, by: 'everyone', whenBusy: 'queue' })
    class Slow {
      async run(): Promise<void> {
        most = Math.max(most, ++now);
        for (let turn = 0; turn < 3; turn++) await undefined;
        now--;
      }
    }
    const team = new TestTeam();
    const commands = team.commands([Slow]);
    const calls = await Promise.all(Array.from({ length: 100 }, () => team.says(commands, '!slow')));
    expect([most, calls.filter((call) => call?.outcome === 'done').length]).toEqual([3, 100]);
  });

  test('that get no place use no cooldown', async () => {
    const { Slow, running } = slow({});
    Cooldown({ uses: 2, per: '1h' })(Slow);
    const team = new TestTeam();
    const commands = team.commands([Slow]);
    const first = team.says(commands, '!slow');
    await begun(running, 1);
    for (let count = 0; count < 3; count++) {
      expect(await team.says(commands, '!slow')).toMatchObject({ error: { code: 'COMMAND_BUSY' } });
    }
    running[0]?.end();
    await first;
    const second = team.says(commands, '!slow');
    await begun(running, 2);
    running[1]?.end();
    expect(await second).toMatchObject({ outcome: 'done' });
  });
});

/** A machine's clock that somebody sets: the time of day jumps, the monotonic one goes on. */
function jumping(clock: VirtualClock, shiftMs: () => number): Clock {
  return {
    now: () => clock.now() + shiftMs(),
    monotonic: () => clock.monotonic(),
    setTimeout: (callback, ms) => clock.setTimeout(callback, ms),
    clearTimeout: (timer) => clock.clearTimeout(timer),
    sleep: (ms, signal) => clock.sleep(ms, signal),
  };
}
