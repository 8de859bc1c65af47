import type { Client } from '../../src/index.js';
import type { Service, ServiceSocket } from './service.js';
import { team } from './shapes.js';

/** Connects, and gives the service's end of the connection. */
export async function connected(service: Service, client: Client): Promise<ServiceSocket> {
  await client.connect();
  return service.sockets.next();
}

/** Resolves once the client has read everything that the service sent so far. */
export async function caughtUp(client: Client, socket: ServiceSocket): Promise<void> {
  const seen = new Promise<void>((resolve) => {
    const stop = client.events.on('MESSAGE_DELETED', (event) => {
      if (event.messageId !== 'last') return;
      stop();
      resolve();
    });
  });
  socket.send('MESSAGE_DELETED', { messageId: 'last', channelId: 'the channel of the last message', teamId: team.id });
  await seen;
}
