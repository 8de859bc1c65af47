import type { Message } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { Caller, callersOf, control, ledger, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

/** Calls a webhook as those do who have nothing but its url. */
async function send(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function listed(sandbox: Sandbox): Promise<Message[]> {
  const params = { channelId: sandbox.description.channels.general };
  const { body } = await callersOf(sandbox).cy.call('getChannelMessages', { params });
  return body['messages'] as Message[];
}

describe('a message by a webhook', () => {
  test('needs its url alone, stands in its channel, and is told to everybody', async () => {
    await using sandbox = await openSandbox();
    const { channels, team, webhooks } = sandbox.description;
    await using heard = await connect(sandbox, 'cy');
    const { status, body } = await send(webhooks.general.url, { content: 'deployed', embeds: [{ title: 'build 7' }] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: {
        content: 'deployed',
        embeds: [{ title: 'build 7' }],
        createdBy: { id: webhooks.general.id, username: 'webhook', webhook: true, bot: false },
      },
    });
    expect(await listed(sandbox)).toEqual([body['message']]);
    expect(await heard.next('MESSAGE_SEND')).toEqual({
      message: body['message'],
      channelId: channels.general,
      channelType: 'text',
      teamId: team.id,
    });
  });

  test('may go out under another name, and the next one goes out under its own', async () => {
    await using sandbox = await openSandbox();
    const { url } = sandbox.description.webhooks.general;
    await send(url, { content: 'one', username: 'Build' });
    await send(url, { content: 'two' });
    expect((await listed(sandbox)).map(({ createdBy }) => createdBy.username)).toEqual(['webhook', 'Build']);
  });

  test.each(['Bot nonsense', 'Bearer x', ''])('takes no notice of the Authorization %o', async (authorization) => {
    await using sandbox = await openSandbox();
    const { url } = sandbox.description.webhooks.general;
    expect(await send(url, { content: 'hi' }, { authorization })).toMatchObject({ status: 200 });
  });

  test('may hold members that nobody knows', async () => {
    await using sandbox = await openSandbox();
    const { url } = sandbox.description.webhooks.general;
    const body = { content: 'hi', avatar_url: 'https://img.test/a.png' };
    expect(await send(url, body)).toMatchObject({
      status: 200,
      body: { message: { createdBy: { profilePicture: null } } },
    });
  });

  test('is refused with nothing to say', async () => {
    await using sandbox = await openSandbox();
    const { url } = sandbox.description.webhooks.general;
    expect(await send(url, { username: 'Build' })).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
    expect(await listed(sandbox)).toEqual([]);
  });

  test.each(['', '/github'])(
    'is refused with a wrong token as with a wrong id, on the path ending in "%s"',
    async (end) => {
      await using sandbox = await openSandbox();
      const { id, token, url } = sandbox.description.webhooks.general;
      const refusal = { status: 404, body: { success: false, code: 'UNKNOWN_WEBHOOK' } };
      expect(await send(url.replace(token, `${token}x`) + end, { content: 'hi' })).toMatchObject(refusal);
      expect(await send(url.replace(id, 'f00dfeedf00dfeed') + end, { content: 'hi' })).toMatchObject(refusal);
      expect(await listed(sandbox)).toEqual([]);
    },
  );

  test('is nobody else to change, and for those to delete who may delete', async () => {
    await using sandbox = await openSandbox();
    const { ada, bob } = callersOf(sandbox);
    const { webhooks, channels } = sandbox.description;
    const { body } = await send(webhooks.general.url, { content: 'deployed' });
    const params = { channelId: channels.general, messageId: (body['message'] as Message).id };
    expect(await ada.call('updateChannelMessage', { params, body: { content: 'x' } })).toMatchObject({ status: 403 });
    expect(await bob.call('deleteChannelMessage', { params })).toMatchObject({ status: 200 });
  });
});

describe('the token of a webhook', () => {
  test('is in no ledger, wherever it was written', async () => {
    await using sandbox = await openSandbox();
    const { token, url } = sandbox.description.webhooks.general;
    await send(url, { content: `see ${url}` });
    const lines = JSON.stringify(await ledger(sandbox));
    expect(lines).toContain('createMessageWithWebhook');
    expect(lines).not.toContain(token);
  });

  test('is left out where the world is shown', async () => {
    await using sandbox = await openSandbox();
    const { body } = await control(sandbox, 'GET', '/world');
    expect(body).toMatchObject({ teams: [{ webhooks: [{ username: 'webhook' }] }] });
    expect(JSON.stringify(body)).not.toContain(sandbox.description.webhooks.general.token);
  });
});

describe('making a webhook', () => {
  test('gives its url at once', async () => {
    await using sandbox = await openSandbox();
    const { channels } = sandbox.description;
    const { body } = await control(sandbox, 'POST', '/webhooks', { channelId: channels.random });
    expect(await send(String(body['url']), { content: 'hi' })).toMatchObject({
      status: 200,
      body: { message: { channelId: channels.random, createdBy: { id: body['id'] } } },
    });
    expect(sandbox.description.webhooks).toMatchObject({ random: body });
  });

  test.each([
    ['where there is no channel', () => 'f00d', 404, 'UNKNOWN_CHANNEL'],
    ['in a channel without messages', ({ description }: Sandbox) => description.channels.lounge, 400, 'BAD_INPUT'],
  ])('%s is refused', async (_where, channelId, status, code) => {
    await using sandbox = await openSandbox();
    const reply = await control(sandbox, 'POST', '/webhooks', { channelId: channelId(sandbox) });
    expect(reply).toMatchObject({ status, body: { code } });
  });

  test('ends with its channel', async () => {
    await using sandbox = await openSandbox();
    const { channels, team, webhooks } = sandbox.description;
    const params = { teamId: team.id, channelId: channels.general };
    await callersOf(sandbox).ada.call('deleteTeamChannel', { params });
    expect(await send(webhooks.general.url, { content: 'hi' })).toMatchObject({ status: 404 });
    expect(sandbox.description.webhooks).toEqual({});
  });
});

test('a webhook of a call without any body says what is missing', async () => {
  await using sandbox = await openSandbox();
  const { pathname } = new URL(sandbox.description.webhooks.general.url);
  const reply = await new Caller(sandbox.description.url, undefined).send('POST', pathname);
  expect(reply).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^content is empty/) } });
});
