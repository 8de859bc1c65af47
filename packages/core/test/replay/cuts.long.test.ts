import { VirtualClock } from '@botwright/clock';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '../../src/index.js';
import { clientOf, reached } from '../support/client.js';
import { Service, type ServiceSocket } from '../support/service.js';
import { messageEvent, readyPayload } from '../support/shapes.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const total = 100_000;
const channelCount = 10;
/** The service sends so many frames again on each connection: more than can be under way when one is cut. */
const sentAgain = 9_000;
/** The service is never so many frames ahead of the bot. */
const mostUnderWay = 4_000;

/** What the service has to say. */
class Replaying {
  readonly frames: string[] = [];
  #sent = 0;

  constructor(
    private readonly service: Service,
    private readonly heard: () => number,
  ) {}

  /** Says it all, from a while back on each new connection, until the bot has heard it. */
  async run(): Promise<void> {
    while (this.heard() < total) {
      const socket = await this.service.sockets.next();
      this.#sent = Math.max(0, this.#sent - sentAgain);
      await this.#sendTo(socket);
    }
  }

  async #sendTo({ socket }: ServiceSocket): Promise<void> {
    while (this.heard() < total && socket.readyState === socket.OPEN) {
      const frame = this.#sent - this.heard() < mostUnderWay ? this.frames[this.#sent] : undefined;
      if (frame === undefined) {
        await new Promise(setImmediate);
        continue;
      }
      this.#sent += 1;
      socket.send(frame);
    }
  }
}

/** Lets time pass whenever the client waits for its next try. */
function keepComingBack(client: Client, clock: VirtualClock, onCut: () => void): void {
  client.gateway.onStateChange(({ to, retryInMs = 0 }) => {
    if (to !== 'reconnecting' && to !== 'failing') return;
    onCut();
    // Long enough for the next connection to count as a good one.
    void clock.advance(Math.max(retryInMs, 61_000));
  });
}

test('#18 the connection is cut at random bytes and the service sends its last frames again: of 100,000 events 0 lost, 0 twice, 0 out of order', async ({
  annotate,
}) => {
  const seed = Number(process.env['REPLAY_SEED'] ?? Date.now() % 2 ** 31);
  await annotate(`REPLAY_SEED=${seed} repeats it`, 'seed');
  const offsets = fc.sample(fc.integer({ min: 3_500_000, max: 6_000_000 }), { seed, numRuns: 10_000 });
  await using service = await Service.start();
  await using proxy = await TcpProxy.to(service.url);
  const clock = new VirtualClock();
  await using client = clientOf(proxy, { clock, replay: false, validate: 'light' });
  const heard = new Map<string, number[]>();
  client.events.on('MESSAGE_SEND', ({ channelId, message }) => {
    const numbers = heard.get(channelId) ?? [];
    numbers.push(Number(message.content));
    heard.set(channelId, numbers);
  });
  let cuts = 0;
  keepComingBack(client, clock, () => {
    cuts += 1;
    proxy.weather.down.cutAtByte = offsets.pop() ?? 0;
  });
  proxy.weather.down.cutAtByte = offsets.pop() ?? 0;
  const count = () => [...heard.values()].reduce((sum, numbers) => sum + numbers.length, 0);
  const server = new Replaying(service, count);
  for (let number = 0; number < total; number += 1) {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + number).toISOString();
    const said = { id: `m${number}`, channelId: `c${number % channelCount}`, content: String(number), createdAt };
    server.frames.push(JSON.stringify({ t: 'MESSAGE_SEND', d: messageEvent(said) }));
  }
  await client.connect();
  await server.run();
  for (let channel = 0; channel < channelCount; channel += 1) {
    const wanted = Array.from({ length: total / channelCount }, (_, index) => index * channelCount + channel);
    expect(heard.get(`c${channel}`)).toEqual(wanted);
  }
  expect(cuts).toBeGreaterThan(5);
  const { duplicates } = client.replay.stats;
  await annotate(`0 of ${total} lost, ${cuts} cuts, ${duplicates} sent again and dropped`, 'reached');
});

test('1,000 reconnects leave each listener registered once, each message heard once, and nothing behind', async ({
  annotate,
}) => {
  await using service = await Service.start();
  service.ready = readyPayload({ heartbeatIntervalMs: 600_000 });
  const clock = new VirtualClock();
  await using client = clientOf(service, { clock, replay: false });
  const heard: string[] = [];
  client.events.on('MESSAGE_SEND', ({ message }) => heard.push(message.id));
  await client.connect();
  const timers = clock.pending;
  for (let round = 0; round < 1_000; round += 1) {
    const { socket } = await service.sockets.next();
    const lost = reached(client, 'reconnecting');
    socket.send(JSON.stringify({ t: 'MESSAGE_SEND', d: messageEvent({ id: `m${round}` }) }), () => socket.terminate());
    const { retryInMs = 0 } = await lost;
    const ready = reached(client, 'ready');
    await clock.advance(retryInMs);
    await ready;
    // Each of them is a good connection.
    await clock.advance(60_000);
  }
  expect(heard).toEqual(Array.from({ length: 1_000 }, (_, round) => `m${round}`));
  expect({ readies: client.gateway.stats.readies, timers: clock.pending }).toEqual({ readies: 1_001, timers });
  await annotate(`${heard.length} heard once`, 'reached');
});
