import { channelPermissionBits } from '@botwright/protocol';
import { createSandbox, type SandboxDescription } from '@botwright/sandbox';
import { Client, RequestRejected } from 'botwright';
import { expect, test } from 'vitest';

function clientWith(token: string, baseUrl: string): Client {
  return new Client({ token, baseUrl, log: { level: 'silent' } });
}

async function refusal(call: Promise<unknown>): Promise<RequestRejected> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === 'rejected' && outcome.reason instanceof RequestRejected) return outcome.reason;
  throw new Error('it was expected to be refused');
}

/** What the owner of the team does by hand. */
async function byOwner({ apiUrl, people }: SandboxDescription, path: string, body: object): Promise<void> {
  const headers = { authorization: `User ${people.ada.token}`, 'content-type': 'application/json' };
  const response = await fetch(apiUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
}

test('a refusal names the right, the channel, the role that takes it away, and who could give it back', async () => {
  await using sandbox = await createSandbox();
  await sandbox.listen({ port: 0 });
  const { url, bot, people, team, channels } = sandbox.description;
  await using client = clientWith(bot.token, url);
  const own = (await client.api.roles.list(team.id)).find(({ name }) => name === 'bot');
  const sending = 1 << channelPermissionBits.text.SEND_MESSAGES;
  const path = `/teams/${team.id}/channels/${channels.general}/permissions/role/${own?.id}`;
  await byOwner(sandbox.description, path, { allow: 0, deny: sending });
  const error = await refusal(client.api.messages.create(channels.general, { content: 'tea?' }));
  const explanation = await client.api.explain(error);
  expect(explanation).toMatchObject({
    missing: ['channel:SEND_MESSAGES'],
    teamId: team.id,
    channelId: channels.general,
    denials: [{ right: 'channel:SEND_MESSAGES', role: { id: own?.id }, in: 'channel' }],
    couldGrant: { ownerId: people.ada.id, roles: [{ name: 'bot' }] },
  });
  expect(explanation.sentence).toMatch(/lacks SEND_MESSAGES in the channel general .*denied there to bot/);
});

test('a refusal of what is done in a team names the right that no role gives', async () => {
  await using sandbox = await createSandbox();
  await sandbox.listen({ port: 0 });
  const { url, bot, people, team } = sandbox.description;
  await using client = clientWith(bot.token, url);
  const own = (await client.api.roles.list(team.id)).find(({ name }) => name === 'bot');
  await byOwner(sandbox.description, `/teams/${team.id}/roles/${own?.id}`, { permissions: 0 });
  const error = await refusal(client.api.members.kick(team.id, people.dee.id));
  const explanation = await client.api.explain(error);
  expect(explanation).toMatchObject({ missing: ['team:KICK_MEMBERS'], channelId: undefined, denials: [] });
  expect(explanation.couldGrant).toEqual({ ownerId: people.ada.id, roles: [] });
  expect(explanation.sentence).toContain('none of its roles gives it');
});

test('a right that everybody has from the start is not called missing where something else made the service refuse', async () => {
  await using sandbox = await createSandbox();
  await sandbox.listen({ port: 0 });
  const { url, bot, channels } = sandbox.description;
  await using client = clientWith(bot.token, url);
  const moody = { status: 403 };
  // biome-ignore lint/suspicious/noThenProperty: rules are written so on the wire.
  sandbox.faults.set([{ on: 'rest', operation: 'createChannelMessage', then: moody, times: 1 }]);
  const error = await refusal(client.api.messages.create(channels.general, { content: 'tea?' }));
  const explanation = await client.api.explain(error);
  expect(explanation).toMatchObject({ missing: [], denials: [], channelId: channels.general });
  expect(explanation.sentence).toContain('The roles of the bot allow this in the channel general');
});
