import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { VirtualClock } from '@botwright/clock';
import type { EventPayload } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { Dispatcher } from '../../src/events/dispatcher.js';
import { createLog, currentHandling, type Handling, type ListenerFailed, type Logger } from '../../src/index.js';
import { caughtUp, connected } from '../support/catching-up.js';
import { clientOf } from '../support/client.js';
import { Service } from '../support/service.js';
import { messageEvent } from '../support/shapes.js';

const silent = createLog({ level: 'silent' });

function deleted(channelId: string, messageId: string): EventPayload<'MESSAGE_DELETED'> {
  return { channelId, messageId, teamId: 't' };
}

/** A promise, and what resolves it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

const never = new Promise<void>(() => undefined);

describe('a listener that fails', () => {
  function throwing(): never {
    throw new Error('do not look');
  }
  const hostileGetters = Object.defineProperties(new Error('x'), {
    message: { get: throwing },
    stack: { get: throwing },
  });
  const circular: Error & { cause?: unknown } = new Error('round');
  circular.cause = circular;
  const thrown: readonly [string, unknown][] = [
    ['an error', new Error('broken')],
    ['a string', 'broken'],
    ['null', null],
    ['undefined', undefined],
    ['a proxy whose traps throw', new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing })],
    ['an error whose message and stack throw when read', hostileGetters],
    ['an error that causes itself', circular],
    ['an error of 10 MB', new Error('x'.repeat(10_000_000))],
  ];

  test.each(thrown)(
    '#73 with %s is told of exactly once each time it throws or rejects, and the next 10,000 events are all handled',
    async (_, value) => {
      await using service = await Service.start();
      await using client = clientOf(service, { log: { level: 'error', destination: { write: () => undefined } } });
      const socket = await connected(service, client);
      const failures: ListenerFailed[] = [];
      let handled = 0;
      client.events.onListenerError((failure) => failures.push(failure));
      const stop = [
        client.events.on('MESSAGE_SEND', () => {
          throw value;
        }),
        client.events.on('MESSAGE_SEND', () => Promise.reject(value)),
      ];
      client.events.on('MESSAGE_SEND', () => {
        handled += 1;
      });
      socket.send('MESSAGE_SEND', messageEvent());
      await caughtUp(client, socket);
      await client.events.idle();
      for (const end of stop) end();
      for (let index = 0; index < 10_000; index += 1) socket.send('MESSAGE_SEND', messageEvent());
      await caughtUp(client, socket);
      expect(failures.map(({ cause }) => Object.is(cause, value))).toEqual([true, true]);
      expect(handled).toBe(10_001);
    },
  );

  test('is written to the log, whatever it threw, when nobody else hears of it', async () => {
    await using service = await Service.start();
    const lines: string[] = [];
    const log = { level: 'error', destination: { write: (line: string) => void lines.push(line) } } as const;
    await using client = clientOf(service, { log });
    const socket = await connected(service, client);
    const values = thrown.map(([, value]) => value);
    client.events.on('MESSAGE_SEND', () => {
      throw values.shift();
    });
    for (let index = 0; index < thrown.length; index += 1) socket.send('MESSAGE_SEND', messageEvent());
    await caughtUp(client, socket);
    expect(lines).toHaveLength(thrown.length);
  });

  const hooks: readonly [string, () => unknown][] = [
    ['throws', throwing],
    ['rejects', () => Promise.reject(new Error('no'))],
    ['never ends', () => never],
  ];
  test.each(hooks)(
    '#74 does no harm when whoever hears of it %s: it is told once, and never of itself',
    async (_, hook) => {
      await using service = await Service.start();
      await using client = clientOf(service);
      const socket = await connected(service, client);
      let depth = 0;
      let deepest = 0;
      let calls = 0;
      client.events.onListenerError(() => {
        calls += 1;
        depth += 1;
        deepest = Math.max(deepest, depth);
        try {
          return hook();
        } finally {
          depth -= 1;
        }
      });
      client.events.on('MESSAGE_SEND', throwing);
      socket.send('MESSAGE_SEND', messageEvent());
      socket.send('MESSAGE_SEND', messageEvent());
      await caughtUp(client, socket);
      await client.events.idle();
      expect({ calls, deepest }).toEqual({ calls: 2, deepest: 1 });
      expect(client.gateway.state).toBe('ready');
    },
  );

  const loggers: readonly [string, () => unknown][] = hooks;
  test.each(loggers)('#74 does no harm when the logger %s', async (_, write) => {
    await using service = await Service.start();
    let lines = 0;
    const line = () => {
      lines += 1;
      return write();
    };
    const levels = { fatal: line, error: line, warn: line, info: line, debug: line, trace: line };
    const log = Object.assign(Object.create(silent), levels) as Logger;
    await using client = clientOf(service, { log });
    const socket = await connected(service, client);
    let seen = 0;
    client.events.on('MESSAGE_SEND', throwing);
    client.events.on('MESSAGE_SEND', () => {
      seen += 1;
    });
    socket.send('MESSAGE_SEND', messageEvent());
    socket.send('MESSAGE_SEND', messageEvent());
    await caughtUp(client, socket);
    expect(seen).toBe(2);
    expect(lines).toBeGreaterThan(0);
    expect(client.gateway.state).toBe('ready');
  });

  test('is named', async () => {
    const dispatcher = new Dispatcher(silent);
    const failures: ListenerFailed[] = [];
    dispatcher.onListenerError((failure) => failures.push(failure));
    dispatcher.on('MESSAGE_DELETED', function forgetful() {
      throw new Error('forgot');
    });
    dispatcher.on('MESSAGE_DELETED', () => Promise.reject(new Error('forgot')), { name: 'Archive.onDelete' });
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm'));
    await dispatcher.idle();
    expect(failures.map(({ listener }) => listener)).toEqual(['forgetful', 'Archive.onDelete']);
  });
});

describe('a listener that is not done by its deadline', () => {
  test('is named, its signal aborts, and the next event of its channel begins', async () => {
    const clock = new VirtualClock();
    const dispatcher = new Dispatcher(silent, { clock });
    const failures: ListenerFailed[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    const seen: string[] = [];
    dispatcher.onListenerError((failure) => failures.push(failure));
    dispatcher.on('MESSAGE_DELETED', function sleeper({ messageId }) {
      seen.push(messageId);
      signals.push(currentHandling()?.signal);
      return messageId === 'm1' ? never : undefined;
    });
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm1'));
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm2'));
    await clock.advance(29_999);
    expect(seen).toEqual(['m1']);
    await clock.advance(1);
    expect(seen).toEqual(['m1', 'm2']);
    expect(failures[0]?.cause).toMatchObject({
      code: 'LISTENER_TIMED_OUT',
      listener: 'sleeper',
      kind: 'MESSAGE_DELETED',
    });
    expect(signals[0]?.reason).toBe(failures[0]?.cause);
    expect(signals[1]?.aborted).toBe(false);
    expect(dispatcher.stats).toMatchObject({ timedOut: 1, failures: 1, running: 0 });
    expect(clock.pending).toBe(0);
  });

  test('is told of once, also when it then rejects with the reason of its signal', async () => {
    const clock = new VirtualClock();
    const dispatcher = new Dispatcher(silent, { clock, deadlineMs: 100 });
    dispatcher.on('MESSAGE_DELETED', () => {
      const handling = currentHandling() as Handling;
      return new Promise((_, reject) => {
        handling.signal.addEventListener('abort', () => reject(handling.signal.reason));
      });
    });
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm'));
    await clock.advance(100);
    await dispatcher.idle();
    expect(dispatcher.stats).toMatchObject({ timedOut: 1, failures: 1 });
  });

  test('has the calls that it made given up, with the same reason', async () => {
    await using service = await Service.start();
    service.respond = () => () => undefined;
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock, handlers: { deadlineMs: 100 } });
    const socket = await connected(service, client);
    const refused = Promise.withResolvers<unknown>();
    client.events.on('MESSAGE_SEND', async () => {
      await Promise.resolve();
      await client.api.messages.list('c').catch(refused.resolve);
    });
    socket.send('MESSAGE_SEND', messageEvent());
    await service.arrivals.next();
    await clock.advance(100);
    expect(await refused.promise).toMatchObject({ code: 'LISTENER_TIMED_OUT', deadlineMs: 100 });
    expect(client.events.stats).toMatchObject({ timedOut: 1, failures: 1 });
  });

  test('finds its signal aborted when it asks late', async () => {
    const clock = new VirtualClock();
    const dispatcher = new Dispatcher(silent, { clock, deadlineMs: 100 });
    const late = gate();
    const asked = Promise.withResolvers<boolean | undefined>();
    dispatcher.on('MESSAGE_DELETED', async () => {
      await late.opened;
      asked.resolve(currentHandling()?.signal.aborted);
    });
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm'));
    await clock.advance(100);
    late.open();
    expect(await asked.promise).toBe(true);
  });

  test('each has its own deadline, and none has one when it is Infinity', async () => {
    const clock = new VirtualClock();
    const limited = new Dispatcher(silent, { clock, deadlineMs: 100 });
    const unlimited = new Dispatcher(silent, { clock, deadlineMs: Number.POSITIVE_INFINITY });
    for (const dispatcher of [limited, unlimited]) dispatcher.on('MESSAGE_DELETED', () => never);
    limited.dispatch('MESSAGE_DELETED', deleted('a', 'm1'));
    unlimited.dispatch('MESSAGE_DELETED', deleted('a', 'm1'));
    await clock.advance(60);
    limited.dispatch('MESSAGE_DELETED', deleted('b', 'm2'));
    await clock.advance(40);
    expect(limited.stats.timedOut).toBe(1);
    await clock.advance(59);
    expect(limited.stats.timedOut).toBe(1);
    await clock.advance(1);
    expect(limited.stats.timedOut).toBe(2);
    await clock.advance(1_000_000);
    expect(unlimited.stats).toMatchObject({ timedOut: 0, running: 1 });
  });
});

describe('a listener that asks not to be waited for', () => {
  test('gets the next message of its own channel, and has no deadline', async () => {
    const clock = new VirtualClock();
    const dispatcher = new Dispatcher(silent, { clock });
    const answers: string[] = [];
    let answer: ((id: string) => void) | undefined;
    dispatcher.on('MESSAGE_DELETED', async ({ messageId }) => {
      if (answer) {
        answer(messageId);
        return;
      }
      currentHandling()?.release();
      answers.push(
        await new Promise<string>((resolve) => {
          answer = resolve;
        }),
      );
    });
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'question'));
    await clock.advance(3_600_000);
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'answer'));
    await clock.advance(0);
    expect(answers).toEqual(['answer']);
    expect(dispatcher.stats).toMatchObject({ failures: 0, running: 0 });
  });

  test('may ask late, after it has begun to wait', async () => {
    const dispatcher = new Dispatcher(silent);
    const seen: string[] = [];
    const first = gate();
    dispatcher.on('MESSAGE_DELETED', async ({ messageId }) => {
      seen.push(messageId);
      if (messageId !== 'm1') return;
      await first.opened;
      currentHandling()?.release();
      await never;
    });
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm1'));
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm2'));
    first.open();
    await dispatcher.idle();
    expect(seen).toEqual(['m1', 'm2']);
    expect(dispatcher.stats.running).toBe(1);
  });

  test('is still heard of when it fails', async () => {
    const dispatcher = new Dispatcher(silent);
    const told = new Promise<ListenerFailed>((resolve) => dispatcher.onListenerError(resolve));
    dispatcher.on('MESSAGE_DELETED', async () => {
      currentHandling()?.release();
      await Promise.resolve();
      throw new Error('after all');
    });
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm'));
    expect((await told).cause).toMatchObject({ message: 'after all' });
  });

  test('is told by its signal when the client closes', async () => {
    await using service = await Service.start();
    const client = clientOf(service);
    const socket = await connected(service, client);
    const signals: AbortSignal[] = [];
    client.events.on('MESSAGE_SEND', () => {
      const handling = currentHandling() as Handling;
      handling.release();
      signals.push(handling.signal);
      return never;
    });
    socket.send('MESSAGE_SEND', messageEvent());
    await caughtUp(client, socket);
    await client.close();
    expect(signals[0]?.reason).toMatchObject({ code: 'NOT_CONNECTED' });
  });
});

describe('what is current', () => {
  test('is each listener for itself, also after it waited, and nothing outside', async () => {
    const dispatcher = new Dispatcher(silent);
    const found: (string | undefined)[] = [];
    for (const name of ['first', 'second']) {
      dispatcher.on(
        'MESSAGE_DELETED',
        async () => {
          await Promise.resolve();
          found.push(currentHandling()?.listener);
        },
        { name },
      );
    }
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm'));
    await dispatcher.idle();
    expect(found).toEqual(['first', 'second']);
    expect(currentHandling()).toBeUndefined();
  });

  test('stays with what a listener started, though it returned at once and further events came', async () => {
    const dispatcher = new Dispatcher(silent);
    const calls: (Handling | undefined)[] = [];
    const later: Promise<Handling | undefined>[] = [];
    const work = async () => {
      await setImmediate();
      return currentHandling();
    };
    dispatcher.on('MESSAGE_DELETED', () => {
      calls.push(currentHandling());
      later.push(work());
    });
    for (const message of ['m1', 'm2', 'm3']) dispatcher.dispatch('MESSAGE_DELETED', deleted('c', message));
    expect(await Promise.all(later)).toEqual(calls);
    expect(new Set(calls).size).toBe(3);
  });

  test('is, beside the call, what was current where the client was made', () => {
    const outer = new AsyncLocalStorage<string>();
    const dispatcher = outer.run('made here', () => new Dispatcher(silent));
    const found: (string | undefined)[] = [];
    dispatcher.on('MESSAGE_DELETED', () => found.push(outer.getStore(), currentHandling()?.kind));
    outer.run('elsewhere', () => dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm')));
    expect(found).toEqual(['made here', 'MESSAGE_DELETED']);
  });

  test('is the outer listener again once an event that it brought about itself was handled', async () => {
    const dispatcher = new Dispatcher(silent);
    const found: (string | undefined)[] = [];
    dispatcher.on('CHANNEL_DELETED', () => found.push(currentHandling()?.kind));
    dispatcher.on('MESSAGE_DELETED', async () => {
      dispatcher.dispatch('CHANNEL_DELETED', { channelId: 'other', teamId: 't' });
      found.push(currentHandling()?.kind);
      await Promise.resolve();
      found.push(currentHandling()?.kind);
    });
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm'));
    await dispatcher.idle();
    expect(found).toEqual(['CHANNEL_DELETED', 'MESSAGE_DELETED', 'MESSAGE_DELETED']);
  });
});

describe('a claim', () => {
  test('begins a call of a listener for those events alone that it wants something of', () => {
    const dispatcher = new Dispatcher(silent);
    const found: (string | undefined)[] = [];
    dispatcher.claim(
      'MESSAGE_DELETED',
      ({ messageId }) => {
        found.push(currentHandling()?.listener);
        return messageId === 'm2' ? () => found.push(currentHandling()?.listener) : undefined;
      },
      { name: 'picky' },
    );
    for (const message of ['m1', 'm2', 'm3']) dispatcher.dispatch('MESSAGE_DELETED', deleted('c', message));
    expect(found).toEqual([undefined, undefined, 'picky', undefined]);
  });

  test('whose work takes time is waited for by the next event of its channel', async () => {
    const dispatcher = new Dispatcher(silent);
    const { opened, open } = gate();
    const seen: string[] = [];
    dispatcher.claim('MESSAGE_DELETED', ({ messageId }) => {
      seen.push(messageId);
      return () => opened;
    });
    for (const message of ['m1', 'm2']) dispatcher.dispatch('MESSAGE_DELETED', deleted('c', message));
    expect(seen).toEqual(['m1']);
    open();
    await dispatcher.idle();
    expect(seen).toEqual(['m1', 'm2']);
  });

  test('that throws is told of like a listener that does, and others still get the event', () => {
    const dispatcher = new Dispatcher(silent);
    const failures: ListenerFailed[] = [];
    const seen: string[] = [];
    dispatcher.onListenerError((failure) => failures.push(failure));
    dispatcher.claim(
      'MESSAGE_DELETED',
      () => {
        throw new Error('ill');
      },
      { name: 'picky' },
    );
    dispatcher.on('MESSAGE_DELETED', ({ messageId }) => seen.push(messageId));
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm1'));
    expect(failures).toMatchObject([{ kind: 'MESSAGE_DELETED', listener: 'picky', cause: { message: 'ill' } }]);
    expect(seen).toEqual(['m1']);
  });
});

describe('room', () => {
  test('is bounded in all, and what finds none is counted', async () => {
    const dispatcher = new Dispatcher(silent, { mostWaiting: 5 });
    const { opened, open } = gate();
    let handled = 0;
    dispatcher.on('MESSAGE_DELETED', async () => {
      handled += 1;
      await opened;
    });
    for (let index = 0; index < 10; index += 1) {
      dispatcher.dispatch('MESSAGE_DELETED', deleted(`c${index % 2}`, `m${index}`));
    }
    expect(dispatcher.stats).toMatchObject({ waiting: 5, running: 2, dropped: 3 });
    open();
    await dispatcher.idle();
    expect(handled).toBe(7);
    expect(dispatcher.stats).toMatchObject({ waiting: 0, running: 0, delivered: 7 });
  });

  test('for busy channels is bounded: further ones wait for one of them to end, in order', async () => {
    const dispatcher = new Dispatcher(silent, { mostBusy: 2 });
    const gates = new Map(['a', 'b', 'c', 'd'].map((name) => [name, gate()]));
    const seen: string[] = [];
    dispatcher.on('MESSAGE_DELETED', async ({ channelId, messageId }) => {
      seen.push(messageId);
      await gates.get(channelId)?.opened;
    });
    for (const channel of gates.keys()) {
      dispatcher.dispatch('MESSAGE_DELETED', deleted(channel, `${channel}1`));
      dispatcher.dispatch('MESSAGE_DELETED', deleted(channel, `${channel}2`));
    }
    expect(seen).toEqual(['a1', 'b1']);
    expect(dispatcher.stats).toMatchObject({ running: 2, waiting: 6 });
    for (const { open } of gates.values()) open();
    await dispatcher.idle();
    expect(seen.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2']);
    expect(dispatcher.stats).toMatchObject({ running: 0, waiting: 0, dropped: 0 });
  });

  test.each([
    { deadlineMs: 0 },
    { deadlineMs: Number.NaN },
    { deadlineMs: 2 ** 31 },
    { longestLane: -1 },
    { mostWaiting: 0 },
    { mostBusy: 0 },
  ])('cannot be %j', (options) => {
    expect(() => new Dispatcher(silent, options)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
  });
});

describe('a listener', () => {
  test('that sends an event itself gets it after it is done, in order', async () => {
    const dispatcher = new Dispatcher(silent);
    const seen: string[] = [];
    let isBusy = false;
    dispatcher.on('MESSAGE_DELETED', ({ messageId }) => {
      expect(isBusy).toBe(false);
      isBusy = true;
      if (messageId === 'm1') dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm2'));
      seen.push(messageId);
      isBusy = false;
    });
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm1'));
    await dispatcher.idle();
    expect(seen).toEqual(['m1', 'm2']);
    expect(dispatcher.stats.failures).toBe(0);
  });

  test('that holds the thread for more than a second is named in the log', () => {
    const lines: string[] = [];
    const clock = new VirtualClock();
    const log = createLog({ destination: { write: (line) => void lines.push(line) } });
    const dispatcher = new Dispatcher(log, { clock });
    dispatcher.on('MESSAGE_DELETED', function greedy() {
      void clock.advance(1_001);
    });
    dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm'));
    expect(dispatcher.stats.blocked).toBe(1);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ listener: 'greedy', blockedMs: 1_001 }]);
  });

  test.each(['MESSAGE_DELETED', 'unknown'] as const)('of %s that is ended twice takes no other with it', (kind) => {
    const dispatcher = new Dispatcher(silent);
    let calls = 0;
    const listener = () => {
      calls += 1;
    };
    const stop = dispatcher.on(kind as 'unknown', listener);
    dispatcher.on(kind as 'unknown', listener);
    stop();
    stop();
    if (kind === 'unknown') dispatcher.dispatchUnknown({ t: 'STRANGE', d: {} });
    else dispatcher.dispatch('MESSAGE_DELETED', deleted('c', 'm'));
    expect(calls).toBe(1);
  });
});

describe('a listener does what it should not, and nobody waits more than 5 s', () => {
  test('it closes the client and waits for that: the client closes', async () => {
    await using service = await Service.start();
    const client = clientOf(service);
    const socket = await connected(service, client);
    const closed = new Promise<void>((resolve) => {
      client.events.on('MESSAGE_SEND', async () => {
        await client.close();
        resolve();
      });
    });
    socket.send('MESSAGE_SEND', messageEvent());
    const started = performance.now();
    await closed;
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(client.gateway.state).toBe('closed');
    expect(client.events.stats).toMatchObject({ waiting: 0, failures: 0 });
  });

  test('it ends itself and others while it is called: the others of this event are still called', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const socket = await connected(service, client);
    const seen: string[] = [];
    const stops = ['first', 'second'].map((name) =>
      client.events.on('MESSAGE_SEND', () => {
        seen.push(name);
        for (const stop of stops) stop();
      }),
    );
    socket.send('MESSAGE_SEND', messageEvent());
    socket.send('MESSAGE_SEND', messageEvent());
    await caughtUp(client, socket);
    expect(seen).toEqual(['first', 'second']);
  });
});
