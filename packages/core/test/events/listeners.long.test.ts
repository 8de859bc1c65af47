import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Client, createLog, type ListenerFailed, VirtualClock } from '../../src/index.js';
import { caughtUp, connected } from '../support/catching-up.js';
import { clientOf } from '../support/client.js';
import { collectGarbage } from '../support/memory.js';
import { Service, type ServiceSocket } from '../support/service.js';
import { messageEvent } from '../support/shapes.js';

const never = new Promise<void>(() => undefined);

function percentile99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

/** A client whose listener hangs in channels named `stuck…`, and what measures the way of one event elsewhere. */
async function listening(service: Service, client: Client) {
  const socket = await connected(service, client);
  let arrived: () => void = () => undefined;
  client.events.on('MESSAGE_SEND', function archive({ channelId }) {
    arrived();
    return channelId.startsWith('stuck') ? never : undefined;
  });
  const latency = async (channelId: string): Promise<number> => {
    const begun = performance.now();
    const seen = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    socket.send('MESSAGE_SEND', messageEvent({ channelId }));
    await seen;
    return performance.now() - begun;
  };
  return { socket, latency };
}

function sendTo(socket: ServiceSocket, channels: readonly string[]): void {
  for (const channelId of channels) socket.send('MESSAGE_SEND', messageEvent({ channelId }));
}

test('#75 1,000 listeners that never end: events elsewhere take at most twice as long at the 99th percentile, each is named after 30 s, and at most 10,000 run at once', async ({
  annotate,
}) => {
  await using service = await Service.start();
  const clock = new VirtualClock();
  await using free = clientOf(service);
  const quiet = await listening(service, free);
  await using client = clientOf(service, { clock });
  const busy = await listening(service, client);
  const failures: ListenerFailed[] = [];
  client.events.onListenerError((failure) => failures.push(failure));
  const stuck = Array.from({ length: 1_000 }, (_, index) => `stuck ${index}`);
  sendTo(busy.socket, stuck);
  await caughtUp(client, busy.socket);
  expect(client.events.stats.running).toBe(1_000);

  const times = { without: [] as number[], with: [] as number[] };
  for (let round = 0; round < 2_000; round += 1) {
    times.without.push(await quiet.latency('other'));
    times.with.push(await busy.latency('other'));
  }
  const ratio = percentile99(times.with) / percentile99(times.without);
  expect(ratio).toBeLessThanOrEqual(2);

  await clock.advance(29_999);
  expect(failures).toHaveLength(0);
  await clock.advance(1);
  expect(failures).toHaveLength(1_000);
  expect(new Set(failures.map(({ listener, cause }) => `${listener} ${(cause as { code: string }).code}`))).toEqual(
    new Set(['archive LISTENER_TIMED_OUT']),
  );

  sendTo(
    busy.socket,
    Array.from({ length: 15_000 }, (_, index) => `stuck too ${index}`),
  );
  await expect
    .poll(() => client.events.stats, { timeout: 30_000 })
    .toMatchObject({ running: 10_000, waiting: 5_000, dropped: 0 });
  // They never end, and nobody should wait for them.
  await client.close({ graceMs: 1 });
  await annotate(
    `p99 ${ratio.toFixed(2)} of that without, ${failures.length} named at 30 s, 10,000 running`,
    'reached',
  );
});

test('#76 a listener takes 5 s in one channel: events in others take at most 50 ms at the 99th percentile, and its own stay in order', async ({
  annotate,
}) => {
  await using service = await Service.start();
  await using client = clientOf(service);
  const socket = await connected(service, client);
  const slow: string[] = [];
  const times: number[] = [];
  let isOver = false;
  client.events.on('MESSAGE_SEND', async ({ channelId, message }) => {
    if (channelId !== 'slow') {
      times.push(performance.now() - Number(message.content));
      return;
    }
    slow.push(message.id);
    if (message.id !== 'm0') return;
    await pause(5_000);
    isOver = true;
  });
  for (let index = 0; index < 100; index += 1) {
    socket.send('MESSAGE_SEND', messageEvent({ id: `m${index}`, channelId: 'slow' }));
  }
  for (let index = 0; !isOver; index += 1) {
    socket.send('MESSAGE_SEND', messageEvent({ channelId: `quick ${index % 50}`, content: String(performance.now()) }));
    await pause(5);
  }
  await caughtUp(client, socket);
  await client.events.idle();
  expect(slow).toEqual(Array.from({ length: 100 }, (_, index) => `m${index}`));
  expect(percentile99(times)).toBeLessThanOrEqual(50);
  await annotate(`p99 ${percentile99(times).toFixed(1)} ms of ${times.length} events`, 'reached');
});

test('#77 a listener that keeps the process busy for 5 s is named in the log within 1 s afterwards', async ({
  annotate,
}) => {
  await using service = await Service.start();
  const lines: { at: number; line: Record<string, unknown> }[] = [];
  const log = createLog({
    level: 'warn',
    destination: { write: (line) => void lines.push({ at: performance.now(), line: JSON.parse(line) }) },
  });
  await using client = clientOf(service, { log });
  const socket = await connected(service, client);
  let freeAt = 0;
  client.events.on('MESSAGE_SEND', function greedy() {
    const end = performance.now() + 5_000;
    while (performance.now() < end);
    freeAt = performance.now();
  });
  socket.send('MESSAGE_SEND', messageEvent());
  await caughtUp(client, socket);
  const named = lines.filter(({ line }) => line['listener'] === 'greedy');
  expect(named).toHaveLength(1);
  const lateMs = (named[0]?.at ?? Number.POSITIVE_INFINITY) - freeAt;
  expect(lateMs).toBeLessThanOrEqual(1_000);
  await annotate(`named ${lateMs.toFixed(1)} ms afterwards`, 'reached');
});

test('1,000,000 messages, each of its own author and channel: the heap holds no more than after 200,000, and what is remembered stays within its bounds', async ({
  annotate,
}) => {
  await using service = await Service.start();
  await using client = clientOf(service, { validate: 'light' });
  const socket = await connected(service, client);
  let seen = 0;
  client.events.on('MESSAGE_SEND', () => {
    seen += 1;
  });
  const held: number[] = [];
  for (let index = 0; index < 1_000_000; index += 1) {
    const said = { id: `m${index}`, channelId: `c${index}`, createdBy: { id: `u${index}`, username: `u${index}` } };
    socket.send('MESSAGE_SEND', messageEvent(said));
    if (index % 1_000 === 999) await caughtUp(client, socket);
    if (index % 100_000 !== 99_999) continue;
    collectGarbage();
    held.push(process.memoryUsage().heapUsed);
  }
  const [, plateau = 0, ...later] = held;
  const growth = Math.max(...later) / plateau;
  expect(seen).toBe(1_000_000);
  expect(growth).toBeLessThanOrEqual(1.05);
  const { ids, channels } = client.replay.remembered;
  expect({ ids, isBounded: channels <= 20_000 }).toEqual({ ids: 10_000, isBounded: true });
  await annotate(`${((growth - 1) * 100).toFixed(1)} % above the level at 200,000, ${channels} channels`, 'reached');
});
