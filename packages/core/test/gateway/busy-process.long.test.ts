import { describe, expect, test } from 'vitest';
import { clientOf, reached } from '../support/client.js';
import { RemoteService, sharedNow } from '../support/remote-service.js';

const intervalMs = 1_000;

/** Keeps this thread from doing anything, as a long computation does. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a process that is blocked', () => {
  test('#4 for 1.5 intervals, while the answer waits in the kernel, never takes that for silence, 20 times', async ({
    annotate,
  }) => {
    await using service = await RemoteService.start({
      heartbeatIntervalMs: intervalMs,
      idleTimeoutMs: 10 * intervalMs,
    });
    await using client = clientOf(service);
    await client.connect();
    for (let time = 0; time < 20; time += 1) {
      await pass(Math.random() * intervalMs);
      block(1.5 * intervalMs);
      await pass(500);
    }
    expect(client.gateway.stats.losses.silence).toBe(0);
    expect(client.gateway.state).toBe('ready');
    expect(service.handshakes).toHaveLength(1);
    await annotate('0 of 20 taken for silence', 'reached');
  });

  test('for three intervals never takes that for silence either, when the service is patient', async () => {
    await using service = await RemoteService.start({
      heartbeatIntervalMs: intervalMs,
      idleTimeoutMs: 10 * intervalMs,
    });
    await using client = clientOf(service);
    await client.connect();
    for (let time = 0; time < 10; time += 1) {
      await pass(Math.random() * intervalMs);
      block(3 * intervalMs);
      await pass(500);
    }
    expect(client.gateway.stats).toMatchObject({ attempts: 1, losses: { silence: 0 } });
  });

  test('#4 for 3 intervals, and dropped meanwhile, reconnects once and begins that within 1 s and the pause of at most 1 s', async ({
    annotate,
  }) => {
    let longestMs = 0;
    for (let time = 0; time < 10; time += 1) {
      await using service = await RemoteService.start({
        heartbeatIntervalMs: intervalMs,
        idleTimeoutMs: 2 * intervalMs,
      });
      await using client = clientOf(service);
      await client.connect();
      // A session that the service ends sooner than five seconds after READY is one that it rejects.
      await pass((5 + Math.random()) * intervalMs);
      const lost = reached(client, 'reconnecting');
      const again = reached(client, 'ready');
      block(3 * intervalMs);
      const unblockedAt = sharedNow();
      const { retryInMs = Number.NaN } = await lost;
      expect(retryInMs).toBeLessThanOrEqual(1_000);
      await again;
      await pass(2.5 * intervalMs);
      expect(service.handshakes).toHaveLength(2);
      longestMs = Math.max(longestMs, (service.handshakes[1] ?? Number.NaN) - unblockedAt);
    }
    expect(longestMs).toBeLessThanOrEqual(2_000);
    await annotate(`1 reconnect each in 10 times, begun ${longestMs.toFixed(0)} ms after at most`, 'reached');
  });
});

test('#5 under 5,000 events a second for 5 minutes no heartbeat is skipped, and of 100 at most one is later than a tenth of the interval', async ({
  annotate,
}) => {
  const seconds = 300;
  const options = { heartbeatIntervalMs: intervalMs, idleTimeoutMs: 10 * intervalMs, eventsPerSecond: 5_000 };
  await using service = await RemoteService.start(options);
  await using client = clientOf(service);
  let heard = 0;
  client.events.on('MESSAGE_SEND', () => {
    heard += 1;
  });
  await client.connect();
  await pass(seconds * 1_000);
  const beats = service.heartbeats;
  const late = beats.slice(1).map((at, index) => at - (beats[index] ?? 0) - intervalMs);
  const p99 = late.sort((a, b) => a - b)[Math.floor(late.length * 0.99)] ?? Number.NaN;
  expect(p99).toBeLessThanOrEqual(intervalMs / 10);
  expect(late.at(-1)).toBeLessThan(intervalMs / 2);
  expect(beats.length).toBeGreaterThanOrEqual(seconds - 3);
  expect(heard).toBeGreaterThanOrEqual(0.98 * seconds * 5_000);
  expect(client.gateway.stats.attempts).toBe(1);
  await annotate(
    `p99 ${p99.toFixed(1)} ms late of ${intervalMs}, 0 of ${beats.length} skipped, ${heard} events`,
    'reached',
  );
});
