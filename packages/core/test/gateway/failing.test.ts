import { describe, expect, test } from 'vitest';
import { type Client, createLog, type GatewayStateChange, SessionsRejected, VirtualClock } from '../../src/index.js';
import { clientOf, failure, reached } from '../support/client.js';
import { nextLoss, replace } from '../support/connection-life.js';
import { Service } from '../support/service.js';
import { readyPayload } from '../support/shapes.js';

const dayMs = 86_400_000;

/** Resolves with the next changes that tell of a try that came to nothing; the clock then stands at the last of them. */
async function lossesOf(client: Client, clock: VirtualClock, count: number): Promise<GatewayStateChange[]> {
  const changes: GatewayStateChange[] = [];
  for (let loss = await nextLoss(client); ; ) {
    changes.push(loss);
    if (changes.length === count) return changes;
    const next = nextLoss(client);
    await clock.advance(loss.retryInMs);
    loss = await next;
  }
}

describe('a service that gives no READY', () => {
  test('makes the state failing with the tenth try, which is logged as an error once, and is tried all the same', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    const lines: { level: number }[] = [];
    const log = createLog({ destination: { write: (line) => lines.push(JSON.parse(line)) } });
    await using client = clientOf(service, { clock, log });
    service.refusal = { status: 503 };
    const ready = client.connect();
    const changes = await lossesOf(client, clock, 12);
    expect(changes.map(({ to }) => to)).toEqual([
      ...new Array(9).fill('reconnecting'),
      ...new Array(3).fill('failing'),
    ]);
    expect(changes.map(({ from }) => from)).toEqual([...new Array(10).fill('connecting'), 'failing', 'failing']);
    expect(lines.map(({ level }) => level)).toEqual([...new Array(9).fill(40), 50, 40, 40]);
    service.refusal = undefined;
    const recovered = reached(client, 'ready');
    await clock.advance(60_000);
    await ready;
    expect((await recovered).from).toBe('failing');
  });

  test('makes the state failing after five minutes, however few tries that were', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.refusal = { status: 429, headers: { 'retry-after': '150' } };
    const ready = failure(client.connect());
    const states = (await lossesOf(client, clock, 3)).map(({ to }) => to);
    expect(states).toEqual(['reconnecting', 'reconnecting', 'failing']);
    await client.close();
    await ready;
  });
});

describe('a service that ends each session as soon as it began', () => {
  test('#21 is given one new session in 5 s at most, 500 in the day that it does so, and then a typed end with the reason', {
    timeout: 30_000,
  }, async ({ annotate }) => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    const began: number[] = [];
    client.gateway.onStateChange(({ to }) => to === 'ready' && began.push(clock.monotonic()));
    const closed = reached(client, 'closed');
    await client.connect();
    while (client.gateway.state !== 'closed') {
      const socket = await service.sockets.next();
      const ended = Promise.race([closed, nextLoss(client)]);
      socket.closeRaw(1000);
      const { retryInMs } = await ended;
      if (retryInMs === undefined) break;
      const ready = reached(client, 'ready');
      await clock.advance(retryInMs);
      await ready;
    }
    const { cause } = await closed;
    expect(cause).toBeInstanceOf(SessionsRejected);
    expect(cause).toMatchObject({ sessions: 500, cause: { code: 'CONNECTION_LOST', closeCode: 1000 } });
    await clock.advance(dayMs);
    expect(service.handshakes).toBe(500);
    expect(began).toHaveLength(500);
    const shortest = Math.min(...began.slice(1).map((at, index) => at - (began[index] ?? 0)));
    expect(shortest).toBeGreaterThanOrEqual(5_000);
    await annotate(
      `500 sessions, ${(shortest / 1_000).toFixed(1)} s apart at least, then SESSIONS_REJECTED`,
      'reached',
    );
  });

  test('is given time, and one whose first session breaks off is not', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    await client.connect();
    const breakOff = async () => (await service.sockets.next()).raw.destroy();
    expect((await replace(client, clock, breakOff)).retryInMs).toBeLessThanOrEqual(1_000);
    expect((await replace(client, clock, breakOff)).retryInMs).toBeGreaterThanOrEqual(5_000);
  });

  test('and is left by many clients at once sees them come back one after the other', async () => {
    await using service = await Service.start();
    await using stack = new AsyncDisposableStack();
    const pauses: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const client = stack.use(clientOf(service, { clock: new VirtualClock() }));
      await client.connect();
      const lost = nextLoss(client);
      (await service.sockets.next()).closeRaw(1000);
      pauses.push((await lost).retryInMs);
    }
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(6_000);
    expect(new Set(pauses).size).toBe(20);
  });

  test('is one thing, and a service that ends a session now and then another', async () => {
    await using service = await Service.start();
    service.ready = readyPayload({ heartbeatIntervalMs: 60_000 });
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock, gateway: { shortSessionsPerDay: 3 } });
    await client.connect();
    for (let session = 1; session <= 10; session += 1) {
      await clock.advance(60_000);
      const socket = await service.sockets.next();
      const { retryInMs } = await replace(client, clock, () => socket.closeRaw(1000));
      expect(retryInMs).toBeLessThanOrEqual(1_000);
    }
  });
});
