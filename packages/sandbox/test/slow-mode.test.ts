import type { Channel } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { paced } from '../src/changes/slow-mode.js';
import { Refusal } from '../src/refusal.js';
import type { Stamp } from '../src/world/change.js';
import { World } from '../src/world/world.js';
import { callersOf, openSandbox } from './support/callers.js';

async function openSlow(rateLimitPerUser: number) {
  const sandbox = await openSandbox();
  const { description } = sandbox;
  const channelId = description.channels.general;
  const params = { teamId: description.team.id, channelId };
  await callersOf(sandbox).ada.call('updateTeamChannel', { params, body: { name: 'general', rateLimitPerUser } });
  const write = (who: 'ada' | 'cy' | 'dee', content = 'hello') =>
    callersOf(sandbox)[who].call('createChannelMessage', { params, body: { content } });
  return Object.assign(sandbox, { write });
}

describe('slow mode', () => {
  test('lets each member write once, then says how long to wait', async () => {
    await using sandbox = await openSlow(60);
    expect(await sandbox.write('cy')).toMatchObject({ status: 200 });
    expect(await sandbox.write('dee')).toMatchObject({ status: 200 });
    const refused = await sandbox.write('cy');
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.body['retry_after']).toBeGreaterThan(50);
    expect(refused.body['retry_after']).toBeLessThanOrEqual(60);
  });

  test('counts no message that was refused', async () => {
    await using sandbox = await openSlow(60);
    expect(await sandbox.write('cy', '')).toMatchObject({ status: 400 });
    expect(await sandbox.write('cy')).toMatchObject({ status: 200 });
  });

  test('is not for who looks after the channel', async () => {
    await using sandbox = await openSlow(60);
    expect([await sandbox.write('ada'), await sandbox.write('ada')]).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  test('ends to the millisecond', () => {
    const world = new World({ seed: 'slow', enforcesPermissions: true });
    const channel = { ...([...world.view.channels.values()][0] as Channel), rateLimitPerUser: 2 };
    const write = (seconds: number) =>
      world.apply((state, stamp: Stamp) =>
        paced(channel, 'cy', () => ({ answer: 'written', events: [] }))(state, {
          ...stamp,
          now: () => new Date(seconds * 1000).toISOString(),
        }),
      );
    expect(write(10)).toBe('written');
    expect(() => write(11.999)).toThrow(Refusal);
    expect(write(12)).toBe('written');
    expect(() => write(13)).toThrow('wait 1 s');
  });
});
