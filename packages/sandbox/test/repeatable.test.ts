import { expect, test } from 'vitest';
import type { FaultRule } from '../src/index.js';
import { Caller, callersOf, control, openSandbox } from './support/callers.js';
import { formOf, imageBytes } from './support/files.js';
import { gatewayRule, restRule } from './support/rules.js';
import { connect } from './support/stream.js';

const faultScript: readonly FaultRule[] = [
  restRule(
    { status: 503, headers: { 'retry-after': '1' } },
    { operation: 'createChannelMessage', probability: 0.3, seed: 5 },
  ),
  restRule({ reset: 'after' }, { operation: 'createTodoItem', times: 1 }),
  restRule({ truncate: 20 }, { operation: 'listTeams', times: 1 }),
  restRule({ delayMs: 700 }, { operation: 'getLoggedInUser', times: 1 }),
  gatewayRule({ duplicate: true }, { kinds: ['MESSAGE_SEND'], times: 2 }),
  gatewayRule({ delayMs: 1_500 }, { kinds: ['MESSAGE_UPDATED'] }),
  gatewayRule({ reorder: 2 }, { kinds: ['TODO_ITEM_CREATED'] }),
  gatewayRule({ dropAcks: 1 }),
];

/** A call that a fault may end in any way. */
const tried = (call: Promise<unknown>) => call.catch(() => undefined);

/** Goes through calls, events, uploads, faults and time, one step after the other, and gives the ledger. */
async function run(): Promise<string> {
  await using sandbox = await openSandbox({ clock: 'virtual', seed: 'again' });
  const { team, channels, people, url, controlToken } = sandbox.description;
  const { ada, bot, cy } = callersOf(sandbox);
  const advance = (advanceMs: number) => control(sandbox, 'POST', '/clock', { advanceMs });
  sandbox.faults.set(faultScript);
  await using stream = await connect(sandbox, 'bot');
  await using other = await connect(sandbox, 'cy');
  stream.send({ t: 'HEARTBEAT', d: {} });
  await stream.settled();
  const params = { channelId: channels.general };
  for (let index = 0; index < 20; index += 1) {
    await cy.call('createChannelMessage', { params, body: { content: `message ${index}` } });
    await advance(250);
  }
  const { body } = await ada.call('getChannelMessages', { params });
  const [{ id: messageId } = { id: '' }] = body['messages'] as { id: string }[];
  await cy.call('updateChannelMessage', { params: { ...params, messageId }, body: { content: 'edited' } });
  await tried(bot.call('createTodoItem', { params: { channelId: channels['to-do'] }, body: { content: 'tea' } }));
  await bot.call('createTodoItem', { params: { channelId: channels['to-do'] }, body: { content: 'milk' } });
  await tried(bot.call('listTeams'));
  const delayed = bot.call('getLoggedInUser');
  await expect.poll(() => sandbox.faults.struck['fault-4']).toBe(1);
  await advance(2_000);
  await delayed;
  await cy.call('uploadAttachment', { form: formOf({ image: imageBytes.png, type: 'attachment' }) });
  const { body: eve } = await control(sandbox, 'POST', '/people', { username: 'eve', roles: ['moderator'] });
  await new Caller(url, `User ${eve['token']}`).call('kickMember', {
    params: { teamId: team.id, userId: people.dee.id },
  });
  await stream.settled();
  await other.settled();
  stream.socket.close();
  await other.next(
    'PRESENCE_UPDATE',
    ({ userId, presence }) => userId === sandbox.description.bot.id && presence === 0,
  );
  const response = await fetch(`${url}/_sandbox/ledger`, { headers: { 'x-sandbox-token': controlToken } });
  return response.text();
}

test('#157 the same seed, fault script and acts write the same ledger byte for byte in 3 runs', async ({
  annotate,
}) => {
  const [first = '', ...others] = [await run(), await run(), await run()];
  const lines = first
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { fault?: string; operation?: string });
  const struck = new Set(lines.flatMap(({ fault }) => fault ?? []));
  expect([...struck].sort()).toEqual(faultScript.map((_rule, index) => `fault-${index + 1}`));
  expect(first).toMatch(/"uploadAttachment".*"status":200.*"url":"\/cdn\/[0-9a-f]{16}\.png"/);
  expect(others).toEqual([first, first]);
  await annotate(`3 runs of ${lines.length} lines and ${Buffer.byteLength(first)} bytes, 0 bytes differ`, 'reached');
});
