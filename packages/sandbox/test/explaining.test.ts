import { authorization } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { Caller, callersOf, control, ledger, openSandbox } from './support/callers.js';

describe('what a bot would make of a text', () => {
  test('is asked of the bot with the team of the channel, and handed on as it is', async () => {
    await using sandbox = await openSandbox();
    sandbox.explainWith(async (text, place) => ({ read: text.toUpperCase(), place }));
    const { team, channels, people } = sandbox.description;
    const place = { channelId: channels.general, userId: people.cy.id };
    expect(await control(sandbox, 'POST', '/explain', { text: '!ping', ...place })).toMatchObject({
      status: 200,
      body: { success: true, explanation: { read: '!PING', place: { ...place, teamId: team.id } } },
    });
    expect(await ledger(sandbox)).toMatchObject([{ kind: 'explain' }]);
  });

  test('is asked without a team in a private conversation', async () => {
    await using sandbox = await openSandbox();
    sandbox.explainWith(async (_text, place) => place);
    const { people } = sandbox.description;
    const { body } = await callersOf(sandbox).cy.call('createDirectMessage', {
      body: { users: [{ id: people.dee.id }] },
    });
    const { channelId } = body['DM'] as { channelId: string };
    const reply = await control(sandbox, 'POST', '/explain', { text: 'hi', channelId, userId: people.cy.id });
    expect(reply.body).toMatchObject({ explanation: { teamId: null, channelId, userId: people.cy.id } });
  });

  test('cannot be known where no bot of this process says so', async () => {
    await using sandbox = await openSandbox();
    const { channels, people } = sandbox.description;
    const body = { text: '!ping', channelId: channels.general, userId: people.cy.id };
    const reply = await control(sandbox, 'POST', '/explain', body);
    expect(reply).toMatchObject({ status: 409, body: { code: 'NO_EXPLAINER' } });
    expect(reply.body.message).toContain('botwright start');
  });

  test('is refused with the words of the bot when that fails', async () => {
    await using sandbox = await openSandbox();
    sandbox.explainWith(() => Promise.reject(new Error('the bot is not running')));
    const { channels, people } = sandbox.description;
    const body = { text: '!ping', channelId: channels.general, userId: people.cy.id };
    expect(await control(sandbox, 'POST', '/explain', body)).toMatchObject({
      status: 502,
      body: { code: 'EXPLAINER_FAILED', message: expect.stringContaining('the bot is not running') },
    });
  });

  test.each([
    ['no text', { text: undefined }, 400, 'BAD_INPUT', 'text must be a string'],
    ['too long a text', { text: 'x'.repeat(2001) }, 400, 'BAD_INPUT', 'text must be at most 2000 characters long'],
    ['an unknown channel', { channelId: 'nowhere' }, 404, 'UNKNOWN_CHANNEL', expect.stringContaining('"nowhere"')],
    ['an unknown person', { userId: 'nobody' }, 404, 'UNKNOWN_USER', expect.stringContaining('"nobody"')],
  ])('is not asked with %s', async (_what, wrong, status, code, message) => {
    await using sandbox = await openSandbox();
    const asked: string[] = [];
    sandbox.explainWith(async (text) => asked.push(text));
    const { channels, people } = sandbox.description;
    const body = { text: '!ping', channelId: channels.general, userId: people.cy.id, ...wrong };
    expect(await control(sandbox, 'POST', '/explain', body)).toMatchObject({ status, body: { code, message } });
    expect(asked).toEqual([]);
  });

  test('is told to nobody without the control token', async () => {
    await using sandbox = await openSandbox();
    sandbox.explainWith(async () => 'secret');
    const { url, channels, people } = sandbox.description;
    const body = { text: '!ping', channelId: channels.general, userId: people.cy.id };
    for (const caller of [new Caller(url, undefined), new Caller(url, authorization(people.ada.token, 'User'))]) {
      expect(await caller.send('POST', '/_sandbox/explain', { body })).toMatchObject({ status: 401 });
    }
  });
});
