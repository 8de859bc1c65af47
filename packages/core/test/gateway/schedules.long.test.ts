import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Client, VirtualClock } from '../../src/index.js';
import { clientOf } from '../support/client.js';
import { Service, type ServiceSocket } from '../support/service.js';
import { messageEvent, readyPayload } from '../support/shapes.js';

const schedules = 10_000;

interface Scene {
  readonly client: Client;
  readonly clock: VirtualClock;
  /** The service's end of the connection that came last. */
  readonly socket: ServiceSocket | undefined;
}

const settled = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    () => undefined,
  );

/** What may happen to a gateway, from either side, in any order. */
const steps: Readonly<Record<string, (scene: Scene) => unknown>> = {
  connect: ({ client }) => settled(client.connect()),
  ready: ({ socket }) => socket?.send('READY', readyPayload()),
  unreadable: ({ socket }) => socket?.send('READY', {}),
  event: ({ socket }) => socket?.send('MESSAGE_SEND', messageEvent()),
  ask: ({ socket }) => socket?.send('HEARTBEAT', {}),
  leave: ({ socket }) => socket?.closeRaw(1001),
  refuse: ({ socket }) => socket?.closeRaw(4000),
  cut: ({ socket }) => socket?.raw.destroy(),
  pause: ({ clock }) => clock.advance(1_000),
  silence: ({ clock }) => clock.advance(61_000),
  close: ({ client }) => client.gateway.close(),
  frame({ client }) {
    if (client.gateway.state !== 'idle' && client.gateway.state !== 'closed') client.gateway.setPresence(1);
  },
};

/** The few turns of the event loop that the loopback needs. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('#24 10,000 schedules of calls, frames, losses and pauses never give a gateway two connections, an impossible state or a leftover', async ({
  annotate,
}) => {
  await using service = await Service.start();
  let sockets: ServiceSocket[] = [];
  let mostOpen = 0;
  let readies = 0;
  const watch = async () => {
    for (;;) {
      sockets.push(await service.sockets.next());
      mostOpen = Math.max(mostOpen, sockets.filter(({ raw }) => !raw.destroyed && raw.readable).length);
    }
  };
  void watch();
  const names = fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 3, maxLength: 10 });
  const property = fc.asyncProperty(
    fc.scheduler(),
    names,
    fc.integer({ min: 0, max: 6 }),
    async (scheduler, chosen, pace) => {
      sockets = [];
      const clock = new VirtualClock();
      const client = clientOf(service, { clock });
      const connecting = client.connect();
      void settled(connecting);
      for (const name of chosen) {
        void scheduler.schedule(Promise.resolve(), name).then(async () => {
          expect(client.connect()).toBe(connecting);
          await steps[name]?.({ client, clock, socket: sockets.at(-1) });
        });
      }
      while (scheduler.count() > 0) {
        await scheduler.waitNext(1);
        await turns(pace);
      }
      await client.close();
      await settled(connecting);
      expect(client.gateway.state).toBe('closed');
      readies += client.gateway.stats.readies;
      expect(clock.pending).toBe(0);
      for (let turn = 0; service.openConnections > 0 && turn < 1_000; turn += 1) await turns(1);
      expect(service.openConnections).toBe(0);
    },
  );
  await fc.assert(property, { numRuns: schedules });
  expect(mostOpen).toBeLessThanOrEqual(1);
  expect(readies).toBeGreaterThan(schedules / 10);
  await annotate(`${schedules} schedules, ${readies} times READY, ${mostOpen} connection at once`, 'reached');
});
