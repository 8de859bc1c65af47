import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/index.js';
import { connected } from '../support/catching-up.js';
import { clientOf } from '../support/client.js';
import { replace } from '../support/connection-life.js';
import { Service } from '../support/service.js';
import { messageEvent, readyPayload } from '../support/shapes.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const resets = 1_000;

test('#10, #15 each of 1,000 TCP resets brings one replacement, never two sockets at once, half of them READY within 0.6 s and nearly all within 2 s', {
  timeout: 30_000,
}, async ({ annotate }) => {
  await using service = await Service.start();
  await using proxy = await TcpProxy.to(service.url);
  service.ready = readyPayload({ heartbeatIntervalMs: 60_000 });
  const clock = new VirtualClock();
  await using client = clientOf(proxy, { clock, replay: false });
  const heard: string[] = [];
  client.events.on('MESSAGE_SEND', ({ message }) => heard.push(message.id));
  await connected(service, client);
  const waits: number[] = [];
  for (let reset = 0; reset < resets; reset += 1) {
    // A connection that stood for a minute was a good one.
    await clock.advance(60_000);
    const begun = { virtual: clock.monotonic(), real: performance.now() };
    await replace(client, clock, () => proxy.resetAll());
    waits.push(clock.monotonic() - begun.virtual + performance.now() - begun.real);
    // What happened in between, told by a service that remembers.
    (await service.sockets.next()).send('MESSAGE_SEND', messageEvent({ id: `m${reset}` }));
  }
  await expect.poll(() => heard.length).toBe(resets);
  expect(heard).toEqual(Array.from({ length: resets }, (_, reset) => `m${reset}`));
  expect(service.handshakes).toBe(resets + 1);
  expect(client.gateway.stats).toMatchObject({ attempts: resets + 1, losses: { network: resets, closed: 0 } });
  expect(proxy).toMatchObject({ peak: 1, open: 1 });
  const sorted = waits.sort((a, b) => a - b);
  const [half = Number.NaN, nearlyAll = Number.NaN] = [sorted[resets / 2], sorted[resets * 0.99]];
  expect(half).toBeLessThanOrEqual(600);
  expect(nearlyAll).toBeLessThanOrEqual(2_000);
  const figures = `${service.handshakes - 1} replacements, ${proxy.peak} socket at once, p50 ${half.toFixed(0)} ms`;
  await annotate(`${figures}, p99 ${nearlyAll.toFixed(0)} ms, 0 of ${resets} events lost`, 'reached');
});

test('#23 100 requests to reconnect in one tick bring one new connection', async ({ annotate }) => {
  await using service = await Service.start();
  const clock = new VirtualClock();
  await using client = clientOf(service, { clock });
  const socket = await connected(service, client);
  await replace(client, clock, () => {
    socket.raw.cork();
    for (let request = 0; request < 100; request += 1) {
      socket.send('RECONNECT', {});
      socket.send('INVALID_SESSION', {});
    }
    for (let request = 0; request < 100; request += 1) socket.closeRaw(1012);
    socket.raw.uncork();
  });
  await clock.advance(30_000);
  expect(service.handshakes).toBe(2);
  expect(service.openConnections).toBe(1);
  await annotate(`${service.handshakes - 1} new connection`, 'reached');
});

test('the service has no sequence numbers: a frame with a member `s` of any kind is an event like any other', async ({
  annotate,
}) => {
  await using service = await Service.start();
  await using client = clientOf(service);
  const heard: string[] = [];
  client.events.on('MESSAGE_SEND', ({ message }) => heard.push(message.id));
  const socket = await connected(service, client);
  const sequence = [1, 5, 3, 3, -1, 1.5, 0, '7', 'x', null, {}, [], true, Number.MAX_SAFE_INTEGER, undefined];
  for (const [index, s] of sequence.entries()) {
    const d = messageEvent({ id: `m${index}` });
    socket.socket.send(JSON.stringify(index % 2 ? { t: 'MESSAGE_SEND', d, s } : { s, t: 'MESSAGE_SEND', d }));
  }
  await expect.poll(() => heard).toEqual(sequence.map((_, index) => `m${index}`));
  expect(client.gateway.state).toBe('ready');
  expect(client.gateway.stats).toMatchObject({ framesIgnored: 0, eventsUnreadable: 0, attempts: 1 });
  await annotate(`${heard.length} of ${sequence.length} delivered, in order`, 'reached');
});
