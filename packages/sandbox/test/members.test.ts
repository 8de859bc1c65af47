import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { callersOf, control, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

type Name = keyof Sandbox['description']['people'];

function inTeam({ description }: Sandbox, who?: Name) {
  return { params: { teamId: description.team.id, userId: who ? description.people[who].id : description.bot.id } };
}

async function memberNames(sandbox: Sandbox): Promise<string[]> {
  const reply = await callersOf(sandbox).ada.call('listMembers', inTeam(sandbox));
  return (reply.body['members'] as { username: string }[]).map(({ username }) => username).sort();
}

describe('reading a team', () => {
  test('shows it with its members, roles and channels to who belongs to it', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const { team, people, channels } = sandbox.description;
    const details = await cy.call('getTeam', inTeam(sandbox));
    expect(details.body['team']).toMatchObject({ id: team.id, createdBy: people.ada.id, memberCount: 5 });
    expect((await cy.call('listTeams')).body['teams']).toMatchObject([{ id: team.id }]);
    expect(await memberNames(sandbox)).toEqual(['ada', 'bob', 'botwright', 'cy', 'dee']);
    const listed = (await cy.call('getTeamChannels', inTeam(sandbox))).body['channels'] as {
      id: string;
      type: string;
    }[];
    expect(listed.map(({ id }) => id)).toEqual(Object.values(channels));
    expect(listed.map(({ type }) => type)).toEqual(['text', 'text', 'text', 'todo', 'announcement', 'voice']);
  });

  test('shows one member with the roles they hold, and one channel', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const roles = (await cy.call('getTeamRoles', inTeam(sandbox))).body['roles'] as { id: string; name: string }[];
    const moderator = roles.find(({ name }) => name === 'moderator');
    const reply = await cy.call('getMember', inTeam(sandbox, 'bob'));
    expect(reply.body['member']).toMatchObject({ username: 'bob', roles: [moderator?.id] });
    const channel = await cy.call('getChannelById', {
      params: { ...inTeam(sandbox).params, channelId: sandbox.description.channels.lounge },
    });
    expect(channel.body['channel']).toMatchObject({ name: 'lounge', type: 'voice' });
  });

  test('places the bot above the moderators and everyone at the bottom', async () => {
    await using sandbox = await openSandbox();
    const reply = await callersOf(sandbox).cy.call('getTeamRoles', inTeam(sandbox));
    const roles = reply.body['roles'] as { name: string; priority: number }[];
    const ascending = roles.toSorted((one, other) => one.priority - other.priority).map(({ name }) => name);
    expect(ascending).toEqual(['everyone', 'moderator', 'bot']);
  });

  test('knows users by id, and the caller', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const { ada } = sandbox.description.people;
    const reply = await bot.call('getUserById', { params: { userId: ada.id } });
    expect(reply.body['user']).toMatchObject({ username: 'ada', bot: false });
    expect(reply.body['user']).not.toHaveProperty('verified');
    const me = await bot.call('getLoggedInUser');
    expect(me.body['user']).toMatchObject({ id: sandbox.description.bot.id, bot: true, verified: true });
  });
});

describe('removing members', () => {
  test('a kick ends the membership, tells the team, and ends what the member could reach and hear', async () => {
    await using sandbox = await openSandbox();
    const { bob, cy } = callersOf(sandbox);
    const { general } = sandbox.description.channels;
    await using heardByBot = await connect(sandbox, 'bot');
    await using heardByCy = await connect(sandbox, 'cy');

    expect(await bob.call('kickMember', inTeam(sandbox, 'cy'))).toMatchObject({ status: 200 });

    const cyId = sandbox.description.people.cy.id;
    const teamId = sandbox.description.team.id;
    expect(await heardByBot.next('USER_LEFT_TEAM')).toMatchObject({ member: { id: cyId }, user: { id: cyId }, teamId });
    expect(await memberNames(sandbox)).toEqual(['ada', 'bob', 'botwright', 'dee']);
    const body = { content: 'still here?' };
    expect(await cy.call('createChannelMessage', { params: { channelId: general }, body })).toMatchObject({
      status: 404,
      body: { code: 'UNKNOWN_CHANNEL' },
    });
    expect(await cy.call('getTeam', inTeam(sandbox))).toMatchObject({ status: 404, body: { code: 'UNKNOWN_TEAM' } });
    expect((await cy.call('listTeams')).body['teams']).toEqual([]);

    await bob.call('createChannelMessage', { params: { channelId: general }, body: { content: 'calm again' } });
    await heardByBot.next('MESSAGE_SEND');
    await heardByCy.settled();
    expect(heardByCy.kinds()).toContain('USER_LEFT_TEAM');
    expect(heardByCy.kinds()).not.toContain('MESSAGE_SEND');
  });

  test.each([
    ['a plain member removes another', 'dee', 'cy', /KICK_MEMBERS/, /BAN_MEMBERS/],
    ['a moderator removes the bot, which stands above', 'bob', undefined, /stand above/, /stand above/],
    ['a moderator removes the owner', 'bob', 'ada', /the owner/, /the owner/],
    ['the owner removes themself', 'ada', 'ada', /by themself/, /by themself/],
  ] as const)('is refused where %s', async (_what, by, target, kickRefusal, banRefusal) => {
    await using sandbox = await openSandbox();
    const caller = callersOf(sandbox)[by];
    const before = await memberNames(sandbox);
    const kick = await caller.call('kickMember', inTeam(sandbox, target));
    const ban = await caller.call('banUser', { ...inTeam(sandbox, target), body: {} });
    expect(kick).toMatchObject({ status: 403, body: { message: expect.stringMatching(kickRefusal) } });
    expect(ban).toMatchObject({ status: 403, body: { message: expect.stringMatching(banRefusal) } });
    expect(await memberNames(sandbox)).toEqual(before);
  });

  test('lets the bot remove a moderator, who stands below it', async () => {
    await using sandbox = await openSandbox();
    await callersOf(sandbox).bot.call('kickMember', inTeam(sandbox, 'bob'));
    expect(await memberNames(sandbox)).not.toContain('bob');
  });

  test('a banned user is listed with the reason and cannot come back until the ban is lifted', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'dee');
    const cyId = sandbox.description.people.cy.id;

    await bot.call('banUser', { ...inTeam(sandbox, 'cy'), body: { reason: 'spam' } });
    expect(await heard.next('USER_LEFT_TEAM')).toMatchObject({ member: { id: cyId } });
    expect((await bot.call('getBannedUsers', inTeam(sandbox))).body['bans']).toMatchObject([
      { userId: cyId, reason: 'spam', bannedAt: expect.any(String) },
    ]);
    expect(await control(sandbox, 'POST', '/people', { username: 'cy' })).toMatchObject({
      status: 403,
      body: { code: 'USER_BANNED' },
    });

    expect(await bot.call('unbanUser', inTeam(sandbox, 'cy'))).toMatchObject({ status: 200 });
    expect(await control(sandbox, 'POST', '/people', { username: 'cy' })).toMatchObject({ body: { id: cyId } });
    expect(await heard.next('USER_JOINED_TEAM')).toMatchObject({ user: { id: cyId }, member: { id: cyId } });
    expect(await memberNames(sandbox)).toContain('cy');
  });

  test('a second ban changes nothing and tells nobody', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'dee');
    for (const reason of ['first', 'second']) await bot.call('banUser', { ...inTeam(sandbox, 'cy'), body: { reason } });
    expect((await bot.call('getBannedUsers', inTeam(sandbox))).body['bans']).toMatchObject([{ reason: 'first' }]);
    await heard.settled();
    expect(heard.kinds().filter((kind) => kind === 'USER_LEFT_TEAM')).toHaveLength(1);
  });

  test('a ban takes a call without a body, as a bot without a reason sends it', async () => {
    await using sandbox = await openSandbox();
    expect(await callersOf(sandbox).bot.call('banUser', inTeam(sandbox, 'cy'))).toMatchObject({ status: 200 });
  });

  test('bans are listed to the limit that was asked for, by who may ban', async () => {
    await using sandbox = await openSandbox();
    const { bot, cy } = callersOf(sandbox);
    for (const who of ['bob', 'dee'] as const) await bot.call('banUser', inTeam(sandbox, who));
    const one = await bot.call('getBannedUsers', { ...inTeam(sandbox), query: { limit: '1' } });
    expect(one.body['bans']).toHaveLength(1);
    expect(await cy.call('getBannedUsers', inTeam(sandbox))).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('BAN_MEMBERS') },
    });
    expect(await cy.call('unbanUser', inTeam(sandbox, 'dee'))).toMatchObject({ status: 403 });
    expect(await bot.call('getBannedUsers', { ...inTeam(sandbox), query: { limit: '1001' } })).toMatchObject({
      status: 400,
    });
  });

  test('with permissions off anybody may, but for the owner and oneself', async () => {
    await using sandbox = await openSandbox({ permissions: 'off' });
    const { dee } = callersOf(sandbox);
    expect(await dee.call('kickMember', inTeam(sandbox, 'bob'))).toMatchObject({ status: 200 });
    expect(await dee.call('kickMember', inTeam(sandbox, 'ada'))).toMatchObject({ status: 403 });
    expect(await dee.call('kickMember', inTeam(sandbox, 'dee'))).toMatchObject({ status: 403 });
  });
});
