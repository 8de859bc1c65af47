import { VirtualClock } from '@botwright/clock';
import { expect, test } from 'vitest';
import { caughtUp, connected } from '../support/catching-up.js';
import { clientOf } from '../support/client.js';
import { Service } from '../support/service.js';
import { readyPayload, team } from '../support/shapes.js';

test('READY that comes 1,000 times tells of teams, and brings no heartbeat beside those of the interval', async () => {
  await using service = await Service.start();
  const clock = new VirtualClock();
  await using client = clientOf(service, { clock });
  const socket = await connected(service, client);
  for (let time = 1; time <= 1_000; time += 1) {
    const teams = [{ ...team, name: `team ${time}` }];
    socket.send('READY', readyPayload({ heartbeatIntervalMs: 1, teams }));
  }
  await caughtUp(client, socket);
  expect(client.teams[0]?.name).toBe('team 1000');
  expect(client.gateway.stats).toMatchObject({ readies: 1_001, heartbeatsSent: 1, attempts: 1 });
  await clock.advance(30_000);
  await caughtUp(client, socket);
  expect(client.gateway.stats.heartbeatsSent).toBe(2);
  expect(client.gateway.state).toBe('ready');
});
