import { heartbeatIntervalFallbackMs } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { ConnectionLost, ConnectionRefused, NotConnected, ReadyTimeout, VirtualClock } from '../../src/index.js';
import { clientOf, failure, reached, token } from '../support/client.js';
import { nextLoss } from '../support/connection-life.js';
import { Service, type ServiceSocket } from '../support/service.js';
import { botUser, messageEvent, readyPayload, team } from '../support/shapes.js';

describe('connecting', () => {
  test('resolves with READY, and the client then knows its user and its teams', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const ready = await client.connect();
    const socket = await service.sockets.next();
    expect(socket.authorization).toBe(`Bot ${token}`);
    expect(ready.user.username).toBe(botUser.username);
    expect(client.user).toMatchObject({ id: botUser.id, presence: 0, flags: '0' });
    expect(client.teams.map(({ id }) => id)).toEqual([team.id]);
    expect(client.gateway.state).toBe('ready');
  });

  test('is done once, however often it is asked for', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const promises = Array.from({ length: 100 }, () => client.connect());
    expect(new Set(promises).size).toBe(1);
    await promises[0];
    expect(client.connect()).toBe(promises[0]);
    expect(service.handshakes).toBe(1);
  });

  test('is needed before anything that only a connection can give', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    expect(() => client.user).toThrow(NotConnected);
    expect(() => client.teams).toThrow(NotConnected);
    expect(() => client.gateway.typing('c', 't')).toThrow(NotConnected);
  });

  test('gives a connection up that says no READY within 15 s, and tries again', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.ready = null;
    const waiting = reached(client, 'waiting for READY');
    const ready = client.connect();
    const silent = await service.sockets.next();
    await waiting;
    await clock.advance(14_999);
    expect(client.gateway.state).toBe('waiting for READY');
    service.ready = readyPayload();
    const lost = reached(client, 'reconnecting');
    await clock.advance(1);
    expect((await lost).cause).toBeInstanceOf(ReadyTimeout);
    await clock.advance(1_000);
    await ready;
    await silent.closed;
    expect(service.openConnections).toBe(1);
  });

  test('gives a handshake up that nobody answers', async () => {
    await using service = await Service.start();
    await using client = clientOf(service, { gateway: { handshakeTimeoutMs: 50 } });
    const lost = reached(client, 'reconnecting');
    service.refusal = 'silence';
    const ready = failure(client.connect());
    expect((await lost).cause).toBeInstanceOf(ConnectionLost);
    await client.close();
    expect(await ready).toBeInstanceOf(NotConnected);
  });

  test('reports READY that cannot be read, and tries again', async () => {
    await using service = await Service.start();
    await using client = clientOf(service, { clock: new VirtualClock() });
    service.ready = { user: 'nobody' };
    const lost = reached(client, 'reconnecting');
    const ready = failure(client.connect());
    expect((await lost).cause).toMatchObject({ code: 'EVENT_UNREADABLE', kind: 'READY' });
    await client.close();
    expect(await ready).toBeInstanceOf(NotConnected);
  });
});

describe('a refusal at the handshake', () => {
  test.for([401, 403])(
    '#8 HTTP %i ends connect() after one attempt with a typed error, within 1 s',
    async (status, { annotate }) => {
      await using service = await Service.start();
      await using client = clientOf(service);
      service.refusal = { status };
      const begun = performance.now();
      const error = await failure(client.connect());
      expect(error).toBeInstanceOf(ConnectionRefused);
      const tookMs = performance.now() - begun;
      expect(tookMs).toBeLessThanOrEqual(1_000);
      expect(error).toMatchObject({ code: 'CONNECTION_REFUSED', status, closeCode: undefined });
      expect(client.gateway.state).toBe('closed');
      expect(service.handshakes).toBe(1);
      await annotate(`1 attempt, ${tookMs.toFixed(0)} ms`, 'reached');
    },
  );

  test('#8 HTTP 429 is waited out for as long as Retry-After says, and at most 10 % longer', async ({ annotate }) => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.refusal = { status: 429, headers: { 'retry-after': '20' } };
    const lost = reached(client, 'reconnecting');
    const ready = client.connect();
    const { retryInMs = Number.NaN } = await lost;
    expect(retryInMs).toBeGreaterThanOrEqual(20_000);
    expect(retryInMs).toBeLessThanOrEqual(22_000);
    service.refusal = undefined;
    await clock.advance(22_000);
    await ready;
    await annotate(`${retryInMs} ms where 20 s were asked for`, 'reached');
  });

  test.for([404, 409, 500, 502, 503])(
    '#8 HTTP %i is tried again, one socket an attempt, 30 times',
    async (status, { annotate }) => {
      await using service = await Service.start();
      const clock = new VirtualClock();
      await using client = clientOf(service, { clock });
      service.refusal = { status };
      let lost = nextLoss(client);
      const ready = failure(client.connect());
      for (let attempt = 1; attempt <= 30; attempt += 1) {
        const { cause, retryInMs } = await lost;
        expect(cause).toMatchObject({ code: 'CONNECTION_LOST', status });
        expect(service.handshakes).toBe(attempt);
        lost = nextLoss(client);
        await clock.advance(retryInMs);
      }
      await client.close();
      expect(await ready).toBeInstanceOf(NotConnected);
      await annotate(`${service.handshakes} sockets in ${client.gateway.stats.attempts} attempts`, 'reached');
    },
  );
});

describe('the end of a connection', () => {
  const fatal = [4000, 4003];
  const standard = Array.from({ length: 16 }, (_, index) => 1000 + index);
  const others = [3000, 3500, 3999, 4001, 4002, 4004, 4100, 4499, 4999];

  test.for(fatal)('#12 close code %i ends connect() after one attempt', async (code, { annotate }) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.ready = null;
    const ready = failure(client.connect());
    (await service.sockets.next()).closeRaw(code);
    const error = await ready;
    expect(error).toBeInstanceOf(ConnectionRefused);
    expect(error).toMatchObject({ closeCode: code, status: undefined });
    expect(client.gateway.state).toBe('closed');
    expect(service.handshakes).toBe(1);
    await annotate('1 attempt, rejected with CONNECTION_REFUSED', 'reached');
  });

  test.for(fatal)('#12 close code %i after READY closes the gateway for good', async (code, { annotate }) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    await client.connect();
    const closed = reached(client, 'closed');
    (await service.sockets.next()).closeRaw(code);
    expect((await closed).cause).toMatchObject({ code: 'CONNECTION_REFUSED', closeCode: code });
    expect(service.handshakes).toBe(1);
    await annotate('1 attempt, closed with CONNECTION_REFUSED', 'reached');
  });

  test.for([...standard, ...others])(
    '#12 close code %i is followed by a new connection',
    async (code, { annotate }) => {
      await annotate(await expectReconnect((socket) => socket.closeRaw(code)), 'reached');
    },
  );

  test('#12 a close without a code is followed by a new connection', async ({ annotate }) => {
    await annotate(await expectReconnect((socket) => socket.raw.write(Buffer.from([0x88, 0x00]))), 'reached');
  });

  test('#12 a connection that breaks is followed by a new one', async ({ annotate }) => {
    await annotate(await expectReconnect((socket) => socket.raw.destroy()), 'reached');
  });

  test('#61 text that is not UTF-8 closes with 1007 and is followed by a new connection', async () => {
    let closed: Promise<number> | undefined;
    await expectReconnect((socket) => {
      closed = socket.closed;
      socket.raw.write(Buffer.from([0x81, 0x02, 0xc3, 0x28]));
    });
    expect(await closed).toBe(1007);
  });

  test('a frame above 8 MiB closes with 1009 and is followed by a new connection', async () => {
    let closed: Promise<number> | undefined;
    await expectReconnect((socket) => {
      closed = socket.closed;
      socket.send('MESSAGE_SEND', 'x'.repeat(9 * 1024 * 1024));
    });
    expect(await closed).toBe(1009);
  });

  async function expectReconnect(end: (socket: ServiceSocket) => void): Promise<string> {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    await client.connect();
    // A session that the service closes sooner was rejected, and the next one is not begun so soon.
    await clock.advance(5_000);
    const lost = reached(client, 'reconnecting');
    end(await service.sockets.next());
    const { cause, retryInMs = Number.NaN } = await lost;
    expect(cause).toBeInstanceOf(ConnectionLost);
    expect(retryInMs).toBeLessThanOrEqual(1_000);
    const ready = reached(client, 'ready');
    await clock.advance(retryInMs);
    await ready;
    expect(service.handshakes).toBe(2);
    return 'one new connection within 1 s';
  }
});

describe('heartbeats', () => {
  test('go out at once and then at the interval that READY names', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.ready = readyPayload({ heartbeatIntervalMs: 5_000 });
    await client.connect();
    const socket = await service.sockets.next();
    expect(await socket.frames.next()).toEqual({ t: 'HEARTBEAT', d: {} });
    for (let beat = 2; beat <= 5; beat += 1) {
      socket.send('HEARTBEAT_ACK', {});
      await clock.advance(5_000);
      expect(await socket.frames.next()).toEqual({ t: 'HEARTBEAT', d: {} });
      expect(client.gateway.stats.heartbeatsSent).toBe(beat);
    }
  });

  const hostile: readonly [given: string | undefined, used: number][] = [
    ['0', 1_000],
    ['-1', 1_000],
    ['1', 1_000],
    ['1e12', 600_000],
    ['1e999', 600_000],
    ['"NaN"', heartbeatIntervalFallbackMs],
    ['"soon"', heartbeatIntervalFallbackMs],
    ['null', heartbeatIntervalFallbackMs],
    ['{}', heartbeatIntervalFallbackMs],
    [undefined, heartbeatIntervalFallbackMs],
  ];
  test.for(hostile)('#26 an interval of %s is read as %i ms', async ([given, used], { annotate }) => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.ready = null;
    const ready = client.connect();
    const { user, teams } = readyPayload();
    const named = given === undefined ? '' : `,"heartbeatIntervalMs":${given}`;
    const payload = `{"user":${JSON.stringify(user)},"teams":${JSON.stringify(teams)}${named}}`;
    const socket = await service.sockets.next();
    socket.socket.send(`{"t":"READY","d":${payload}}`);
    await ready;
    await clock.advance(used - 1);
    expect(client.gateway.stats.heartbeatsSent).toBe(1);
    await clock.advance(1);
    expect(client.gateway.stats.heartbeatsSent).toBe(2);
    await annotate(`one heartbeat in ${used} ms`, 'reached');
  });

  test('#2 nothing is lost while answers stop but events keep coming, for 20 intervals', async ({ annotate }) => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    await client.connect();
    const socket = await service.sockets.next();
    for (let interval = 0; interval < 20; interval += 1) {
      await clock.advance(heartbeatIntervalFallbackMs);
      const heard = nextMessage(client.events);
      socket.send('MESSAGE_SEND', messageEvent());
      await heard;
    }
    expect(client.gateway.state).toBe('ready');
    expect(service.handshakes).toBe(1);
    await annotate('0 reconnects in 20 intervals', 'reached');
  });

  test('#3 a silent connection is replaced once, and the new one is left in peace for 20 intervals', async ({
    annotate,
  }) => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    await client.connect();
    await service.sockets.next();
    const timers = clock.pending;
    const lost = reached(client, 'reconnecting');
    await clock.advance(2 * heartbeatIntervalFallbackMs);
    const { retryInMs = Number.NaN } = await lost;
    const ready = reached(client, 'ready');
    await clock.advance(retryInMs);
    await ready;
    const socket = await service.sockets.next();
    await socket.frames.next();
    for (let interval = 0; interval < 20; interval += 1) {
      const heard = nextMessage(client.events);
      socket.send('MESSAGE_SEND', messageEvent());
      await heard;
      await clock.advance(heartbeatIntervalFallbackMs);
      await socket.frames.next();
    }
    expect(service.handshakes).toBe(2);
    expect(socket.frames.count).toBe(21);
    expect(clock.pending).toBe(timers);
    await annotate(
      `1 reconnect, then 20 intervals with one heartbeat each, ${clock.pending} timers as before`,
      'reached',
    );
  });

  test('#1 a peer that only falls silent is left within two intervals and a second, 50 times', {
    timeout: 30_000,
  }, async ({ annotate }) => {
    await using service = await Service.start();
    let longestVerdictMs = 0;
    let longestEndMs = 0;
    for (let run = 0; run < 50; run += 1) {
      const clock = new VirtualClock();
      await using client = clientOf(service, { clock });
      await client.connect();
      const silent = await service.sockets.next();
      silent.raw.pause();
      const begun = clock.monotonic();
      const opened = reached(client, 'connecting').then(() => clock.monotonic());
      const lost = reached(client, 'reconnecting').then((change) => ({ ...change, at: performance.now() }));
      await clock.advance(2 * heartbeatIntervalFallbackMs - 1);
      expect(client.gateway.state).toBe('ready');
      await clock.advance(1);
      const { cause, at, retryInMs = Number.NaN } = await lost;
      expect(cause).toBeInstanceOf(ConnectionLost);
      silent.raw.resume();
      await silent.closed;
      longestEndMs = Math.max(longestEndMs, performance.now() - at);
      const ready = reached(client, 'ready');
      await clock.advance(retryInMs);
      longestVerdictMs = Math.max(longestVerdictMs, (await opened) - begun);
      await ready;
      await service.sockets.next();
    }
    expect(longestVerdictMs).toBeLessThanOrEqual(2 * heartbeatIntervalFallbackMs + 1_000);
    expect(longestEndMs).toBeLessThanOrEqual(100);
    await annotate(
      `50 of 50; left after ${(longestVerdictMs / 1_000).toFixed(1)} s, ended in ${longestEndMs.toFixed(0)} ms`,
      'reached',
    );
  });

  function nextMessage(events: ReturnType<typeof clientOf>['events']): Promise<void> {
    return new Promise((resolve) => {
      const stop = events.on('MESSAGE_SEND', () => {
        stop();
        resolve();
      });
    });
  }
});

describe('the pause between two tries', () => {
  test('#13 the pause between two tries begins anew only after a connection that stood for 60 s', async ({
    annotate,
  }) => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock, gateway: { sessionGapMs: 1 } });
    await client.connect();
    await failTimes(8);
    const longestMs = await longestOf(12);
    expect(longestMs).toBeGreaterThan(1_000);
    await standFor(60_000);
    const { retryInMs = Number.NaN } = await cut();
    expect(retryInMs).toBeLessThanOrEqual(1_000);
    await annotate(`up to ${longestMs.toFixed(0)} ms before, ${retryInMs.toFixed(0)} ms after it`, 'reached');

    async function cut() {
      const lost = reached(client, 'reconnecting');
      (await service.sockets.next()).raw.destroy();
      const change = await lost;
      const ready = reached(client, 'ready');
      await clock.advance(change.retryInMs ?? 0);
      await ready;
      return change;
    }

    async function failTimes(times: number): Promise<void> {
      for (let time = 0; time < times; time += 1) await cut();
    }

    async function longestOf(times: number): Promise<number> {
      let longest = 0;
      for (let time = 0; time < times; time += 1) {
        await standFor(59_000);
        longest = Math.max(longest, (await cut()).retryInMs ?? 0);
      }
      return longest;
    }

    async function standFor(ms: number): Promise<void> {
      await clock.advance(ms / 2);
      const socket = await service.sockets.next();
      socket.send('HEARTBEAT_ACK', {});
      service.sockets.add(socket);
      await socket.frames.next();
      await clock.advance(ms / 2);
    }
  });
});

describe('closing', () => {
  test('says 1000 and leaves no connection', async () => {
    await using service = await Service.start();
    const client = clientOf(service);
    await client.connect();
    const socket = await service.sockets.next();
    expect(client.close()).toBe(client.close());
    await client.close();
    expect(await socket.closed).toBe(1000);
    expect(client.gateway.state).toBe('closed');
  });

  test('does not wait for a peer that never answers', async () => {
    await using service = await Service.start();
    const client = clientOf(service);
    await client.connect();
    const socket = await service.sockets.next();
    socket.raw.pause();
    const begun = performance.now();
    await client.close();
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test('works at any moment of connecting, and connect() then rejects', async () => {
    await using service = await Service.start();
    for (let turns = 0; turns < 40; turns += 1) {
      const client = clientOf(service);
      const outcome = client.connect().then(
        () => 'ready',
        (error: unknown) => error,
      );
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      const wasReady = client.gateway.state === 'ready';
      await client.close();
      if (wasReady) expect(await outcome).toBe('ready');
      else expect(await outcome).toBeInstanceOf(NotConnected);
    }
  });

  test('works from within a change of the state', async () => {
    await using service = await Service.start();
    for (const state of ['connecting', 'waiting for READY', 'ready'] as const) {
      const client = clientOf(service);
      client.gateway.onStateChange(({ to }) => {
        if (to === state) void client.close();
      });
      await Promise.allSettled([client.connect()]);
      await client.close();
      expect(client.gateway.state).toBe('closed');
    }
    expect(service.handshakes).toBe(2);
  });

  test('before connecting is fine, and connecting after it is refused', async () => {
    await using service = await Service.start();
    const client = clientOf(service);
    await client.close();
    expect(await failure(client.connect())).toBeInstanceOf(NotConnected);
    expect(service.handshakes).toBe(0);
  });
});

describe('sending', () => {
  test('typing and presence go out as frames', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    await client.connect();
    const socket = await service.sockets.next();
    await socket.frames.next();
    client.gateway.typing('c1', 't1');
    client.gateway.setPresence(2);
    expect(await socket.frames.next()).toEqual({ t: 'CHANNEL_TYPING', d: { channelId: 'c1', teamId: 't1' } });
    expect(await socket.frames.next()).toEqual({ t: 'PRESENCE_UPDATE', d: { presence: 2 } });
  });
});
