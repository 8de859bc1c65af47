import { expect, test } from 'vitest';
import { clientOf } from '../support/client.js';
import { Service } from '../support/service.js';
import { messageEvent, readyPayload } from '../support/shapes.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const events = 200;

test('#27 over a line with 0 to 4 s of latency, 1 kB a second and 1 byte at a time every event arrives in order, and nothing is taken for silence', async ({
  annotate,
}) => {
  await using service = await Service.start();
  await using proxy = await TcpProxy.to(service.url);
  for (const way of [proxy.weather.up, proxy.weather.down]) {
    Object.assign(way, { latencyMs: () => Math.random() * 4_000, bytesPerSecond: 1_000, sliceBytes: 1 });
  }
  service.ready = readyPayload({ heartbeatIntervalMs: 5_000 });
  await using client = clientOf(proxy, { replay: false });
  const heard: string[] = [];
  client.events.on('MESSAGE_SEND', ({ message }) => heard.push(message.id));
  await client.connect();
  const socket = await service.sockets.next();
  socket.socket.on('message', () => socket.send('HEARTBEAT_ACK', {}));
  for (let index = 0; index < events; index += 1) {
    socket.send('MESSAGE_SEND', messageEvent({ id: `m${index}` }));
    // In bursts, with pauses that are nearly as long as two intervals.
    if (index % 20 === 19) await new Promise((resolve) => setTimeout(resolve, 8_000));
  }
  await expect.poll(() => heard.length, { timeout: 120_000, interval: 100 }).toBe(events);
  expect(heard).toEqual(Array.from({ length: events }, (_, index) => `m${index}`));
  expect(client.gateway.stats).toMatchObject({ attempts: 1, losses: { silence: 0 } });
  await annotate(`${heard.length} of ${events} in order, 0 taken for silence`, 'reached');
});
