import { apiPrefix } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import { callersOf, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

describe('a custom status', () => {
  test('is shown to all who know the user, until it is cleared', async () => {
    await using sandbox = await openSandbox();
    const { cy, dee } = callersOf(sandbox);
    const { id: userId } = sandbox.description.people.cy;
    await using heard = await connect(sandbox, 'dee');
    const userStatus = { content: 'busy', emojiId: '☕' };
    expect((await cy.call('setCustomStatus', { body: userStatus })).body['user']).toMatchObject({ userStatus });
    expect(await heard.next('USER_PROFILE_UPDATED')).toMatchObject({ user: { id: userId, userStatus } });
    expect((await dee.call('getUserById', { params: { userId } })).body['user']).toMatchObject({ userStatus });
    await cy.call('deleteCustomStatus');
    const none = { content: null, emojiId: null };
    expect((await dee.call('getUserById', { params: { userId } })).body['user']).toMatchObject({ userStatus: none });
  });
});

test('/users/@me is the caller, not a user of that name', async () => {
  await using sandbox = await openSandbox();
  const { bot } = callersOf(sandbox);
  const own = await bot.call('getLoggedInUser');
  expect(await bot.send('GET', `${apiPrefix}/users/@me`)).toMatchObject({ status: 200, body: own.body });
});
