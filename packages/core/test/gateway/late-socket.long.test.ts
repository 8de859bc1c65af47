import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/index.js';
import { clientOf, reached } from '../support/client.js';
import { nextLoss } from '../support/connection-life.js';
import { Service, type ServiceSocket } from '../support/service.js';
import { messageEvent, readyPayload } from '../support/shapes.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const trials = 500;

/** What an old socket may still bring. */
const afterthoughts: readonly ((socket: ServiceSocket) => unknown)[] = [
  (socket) => socket.send('READY', readyPayload({ heartbeatIntervalMs: 1_000 })),
  (socket) => socket.send('MESSAGE_SEND', messageEvent({ id: 'late' })),
  (socket) => socket.send('HEARTBEAT', {}),
  (socket) => socket.socket.ping(),
  (socket) => socket.closeRaw(4000),
  (socket) => socket.closeRaw(1001),
  // No frame at all: an error.
  (socket) => socket.raw.write(Buffer.from([0xff, 0xff, 0xff])),
  (socket) => socket.raw.destroy(),
];

function sayLate(socket: ServiceSocket): void {
  for (let count = 1 + Math.floor(Math.random() * 5); count > 0; count -= 1) {
    afterthoughts[Math.floor(Math.random() * afterthoughts.length)]?.(socket);
  }
}

/** The client gives the connection up in the middle of a burst, and the rest of it is still to come. */
async function leaveInABurst(service: Service, socket: ServiceSocket): Promise<void> {
  service.ready = readyPayload();
  socket.raw.cork();
  socket.send('READY', { user: 'nobody' });
  sayLate(socket);
  socket.raw.uncork();
}

/** The client gives up on a line that is dead, and later it turns out that it was only slow. */
async function leaveADeadLine(service: Service, socket: ServiceSocket, proxy: TcpProxy, clock: VirtualClock) {
  service.ready = readyPayload();
  proxy.weather.down.stalled = true;
  sayLate(socket);
  await clock.advance(15_000);
  proxy.resume();
}

test('#11 whatever an old socket still brings changes no state, starts no listener and opens no connection, 500 times', async ({
  annotate,
}) => {
  await using service = await Service.start();
  await using proxy = await TcpProxy.to(service.url);
  let heard = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    service.ready = null;
    const clock = new VirtualClock();
    await using client = clientOf(proxy, { clock, replay: false });
    client.events.on('MESSAGE_SEND', () => {
      heard += 1;
    });
    const states: string[] = [];
    client.gateway.onStateChange(({ to }) => states.push(to));
    const waiting = reached(client, 'waiting for READY');
    const connecting = client.connect();
    const socket = await service.sockets.next();
    await waiting;
    const lost = nextLoss(client);
    await (trial % 2 === 0 ? leaveInABurst(service, socket) : leaveADeadLine(service, socket, proxy, clock));
    await clock.advance((await lost).retryInMs);
    await connecting;
    await service.sockets.next();
    await clock.advance(20_000);
    const replaced = ['connecting', 'waiting for READY', 'reconnecting', 'connecting', 'waiting for READY', 'ready'];
    expect(states).toEqual(replaced);
    expect(client.gateway.stats).toMatchObject({ attempts: 2, readies: 1 });
  }
  expect(heard).toBe(0);
  expect(service.handshakes).toBe(2 * trials);
  await annotate(`${trials} trials: 0 state changes, ${heard} events, 0 reconnects by the old socket`, 'reached');
});
