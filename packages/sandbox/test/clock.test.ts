import { VirtualClock } from '@botwright/clock';
import { describe, expect, test } from 'vitest';
import { callersOf, control, ledger, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

const dayMs = 24 * 60 * 60 * 1000;

describe('a virtual clock', () => {
  test('stands at a fixed moment until it is moved, and stamps what happens', async () => {
    await using sandbox = await openSandbox({ clock: 'virtual' });
    const now = Date.UTC(2026, 0, 1);
    expect(await control(sandbox, 'GET', '/clock')).toMatchObject({ body: { now, virtual: true } });
    const moved = await control(sandbox, 'POST', '/clock', { advanceMs: 3 * dayMs });
    expect(moved).toMatchObject({ status: 200, body: { now: now + 3 * dayMs, virtual: true } });
    const params = { channelId: sandbox.description.channels.general };
    const { body } = await callersOf(sandbox).cy.call('createChannelMessage', { params, body: { content: 'hello' } });
    expect(body['message']).toMatchObject({ createdAt: '2026-01-04T00:00:00.000Z' });
    const lines = await ledger(sandbox);
    expect(lines.map(({ at }) => at)).toEqual([now + 3 * dayMs, now + 3 * dayMs, now + 3 * dayMs]);
    expect(lines[0]).toMatchObject({ kind: 'clock', advancedMs: 3 * dayMs });
  });

  test('is what every answer is dated by, refusals too', async () => {
    await using sandbox = await openSandbox({ clock: 'virtual' });
    const dates = async () => {
      const urls = ['/api/v1/users/nobody', '/nowhere', '/_sandbox/world'];
      const replies = await Promise.all(urls.map((url) => sandbox.inject({ url })));
      return new Set(replies.map(({ headers }) => headers.date));
    };
    expect(await dates()).toEqual(new Set(['Thu, 01 Jan 2026 00:00:00 GMT']));
    await control(sandbox, 'POST', '/clock', { advanceMs: 3 * dayMs });
    expect(await dates()).toEqual(new Set(['Sun, 04 Jan 2026 00:00:00 GMT']));
  });

  test('ends slow mode and the rate limit', async () => {
    const clock = new VirtualClock();
    await using sandbox = await openSandbox({ clock, rateLimit: { perSecond: 3 } });
    const { ada, cy } = callersOf(sandbox);
    const params = { teamId: sandbox.description.team.id, channelId: sandbox.description.channels.general };
    await ada.call('updateTeamChannel', { params, body: { name: 'general', rateLimitPerUser: 60 } });
    const write = async () => (await cy.call('createChannelMessage', { params, body: { content: 'x' } })).status;
    expect([await write(), await write()]).toEqual([200, 429]);
    await clock.advance(60_000);
    expect([await write(), await write(), await write(), await write()]).toEqual([200, 429, 429, 429]);
    await clock.advance(1_000);
    expect((await cy.call('getLoggedInUser')).status).toBe(200);
  });

  test('closes a connection that was silent for too long, and no other', async () => {
    await using sandbox = await openSandbox({ clock: 'virtual' });
    await using silent = await connect(sandbox, 'cy');
    await using alive = await connect(sandbox, 'bot');
    for (let beat = 0; beat < 4; beat += 1) {
      await control(sandbox, 'POST', '/clock', { advanceMs: 20_000 });
      await alive.settled();
    }
    expect(await silent.closed).toMatchObject({ code: 4001 });
    expect(alive.kinds()).toContain('PRESENCE_UPDATE');
  });

  test('does not keep a sandbox from closing', async () => {
    await using sandbox = await openSandbox({ clock: 'virtual' });
    await using stream = await connect(sandbox, 'bot');
    await sandbox.close();
    expect(await stream.closed).toMatchObject({ code: 1001 });
  });
});

describe("the machine's clock", () => {
  test('cannot be moved', async () => {
    await using sandbox = await openSandbox();
    expect(await control(sandbox, 'GET', '/clock')).toMatchObject({ body: { virtual: false } });
    const reply = await control(sandbox, 'POST', '/clock', { advanceMs: 1 });
    expect(reply).toMatchObject({ status: 409, body: { code: 'CLOCK_NOT_VIRTUAL' } });
  });

  const beyond = { advanceMs: 8_000 * 366 * dayMs };
  test.each([{}, { advanceMs: -1 }, { advanceMs: 'far' }, { advanceMs: 0.5 }, beyond])(
    'is not moved by %o',
    async (body) => {
      await using sandbox = await openSandbox({ clock: 'virtual' });
      expect(await control(sandbox, 'POST', '/clock', body)).toMatchObject({
        status: 400,
        body: { code: 'BAD_INPUT', message: expect.stringContaining('advanceMs') },
      });
    },
  );
});

test('a sandbox refuses to wait longer for a heartbeat than a timer can', async () => {
  await expect(openSandbox({ idleTimeoutMs: 2 ** 31 })).rejects.toMatchObject({ option: 'idleTimeoutMs' });
});
