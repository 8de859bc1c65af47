import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/index.js';
import { clientOf, reached } from '../support/client.js';
import { nextLoss } from '../support/connection-life.js';
import { memoryGrowth } from '../support/memory.js';
import { Service } from '../support/service.js';

const sessions = 200;
const minuteMs = 60_000;

test('#17 a service that closes 1 s after READY, 200 times, sees at most 20 tries a minute, and memory and listeners stay flat', async ({
  annotate,
}) => {
  await using service = await Service.start();
  const clock = new VirtualClock();
  await using client = clientOf(service, { clock });
  const triedAt: number[] = [];
  client.gateway.onStateChange(({ to }) => to === 'connecting' && triedAt.push(clock.monotonic()));
  await client.connect();
  const live = async (count: number) => {
    for (let session = 0; session < count; session += 1) {
      const socket = await service.sockets.next();
      await clock.advance(1_000);
      const lost = nextLoss(client);
      socket.closeRaw(1000);
      const { retryInMs } = await lost;
      const ready = reached(client, 'ready');
      await clock.advance(retryInMs);
      await ready;
    }
  };
  await live(sessions / 2);
  const listeners = process.eventNames().map((name) => process.listenerCount(name));
  const growth = await memoryGrowth(() => live(sessions / 2));
  expect(process.eventNames().map((name) => process.listenerCount(name))).toEqual(listeners);
  expect(growth).toBeLessThanOrEqual(8);
  // The heartbeat of the session that stands, its silence, and nothing of the 200 before it.
  expect(clock.pending).toBe(2);
  const perMinute = triedAt.map((from) => triedAt.filter((at) => at >= from && at < from + minuteMs).length);
  const most = Math.max(...perMinute);
  expect(most).toBeLessThanOrEqual(20);
  await annotate(`${most} tries a minute at most, ${growth.toFixed(1)} MiB more`, 'reached');
});
