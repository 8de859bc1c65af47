import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { type Caller, callersOf, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

const inTeam = ({ description }: Sandbox) => ({ teamId: description.team.id });

describe('changing a team', () => {
  test('stores what is named, leaves what is not or is null, and tells the team', async () => {
    await using sandbox = await openSandbox();
    const { bot, cy } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'cy');
    const body = { name: 'Kitchen', description: null, banner: 'https://example.org/banner.png' };
    const reply = await bot.call('updateTeam', { params: inTeam(sandbox), body });
    const changed = { name: 'Kitchen', description: 'A team to try a bot in.', banner: body.banner };
    expect(reply.body['team']).toMatchObject(changed);
    expect(await heard.next('TEAM_UPDATED')).toMatchObject({ team: { id: sandbox.description.team.id, ...changed } });
    expect((await cy.call('getTeam', { params: inTeam(sandbox) })).body['team']).toEqual(reply.body['team']);
  });
});

describe('leaving a team', () => {
  const leave = (sandbox: Sandbox, caller: Caller) =>
    caller.call('leaveTeam', { body: { id: sandbox.description.team.id } });

  test('ends the membership and tells the team', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'dee');
    expect(await leave(sandbox, cy)).toMatchObject({ status: 200 });
    expect(await heard.next('USER_LEFT_TEAM')).toMatchObject({ member: { username: 'cy' }, ...inTeam(sandbox) });
    expect((await cy.call('listTeams')).body['teams']).toEqual([]);
    expect(await leave(sandbox, cy)).toMatchObject({ status: 404, body: { code: 'UNKNOWN_TEAM' } });
  });

  test('is not for its owner', async () => {
    await using sandbox = await openSandbox();
    expect(await leave(sandbox, callersOf(sandbox).ada)).toMatchObject({
      status: 403,
      body: { code: 'MEMBER_PROTECTED' },
    });
  });
});

test.each(['kickMember', 'banUser'] as const)(
  '%s takes a member out of voice and of their roles',
  async (operation) => {
    await using sandbox = await openSandbox();
    const { ada, bob } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'cy');
    const params = { ...inTeam(sandbox), userId: sandbox.description.people.bob.id };
    const lounge = { ...inTeam(sandbox), channelId: sandbox.description.channels.lounge };
    await bob.call('getVoiceCredentials', { params: lounge });
    await ada.call(operation, { params, body: {} });
    await heard.next('USER_LEFT_TEAM');
    expect(heard.kinds().slice(-2)).toEqual(['USER_LEFT_VOICE_CHANNEL', 'USER_LEFT_TEAM']);
    const { body } = await ada.call('getChannelById', { params: lounge });
    expect(body['channel']).toMatchObject({ participants: [] });
    expect(await ada.call('getMember', { params })).toMatchObject({ status: 404, body: { code: 'UNKNOWN_MEMBER' } });
  },
);

describe('the audit log', () => {
  interface Entry {
    readonly action: string;
    readonly createdBy: string;
    readonly target: Record<string, string>;
  }

  async function entries(sandbox: Sandbox, query: Record<string, string> = {}): Promise<Entry[]> {
    const reply = await callersOf(sandbox).bot.call('getAuditLogs', { params: inTeam(sandbox), query });
    expect(reply.status).toBe(200);
    return reply.body['auditLogs'] as Entry[];
  }

  test('names who did what by a right, newest first, to the limit that was asked for', async () => {
    await using sandbox = await openSandbox();
    const { ada, bob, cy } = callersOf(sandbox);
    const { people, channels } = sandbox.description;
    const written = await cy.call('createChannelMessage', {
      params: { channelId: channels.general },
      body: { content: 'spam' },
    });
    const { id: messageId } = written.body['message'] as { id: string };
    const message = { channelId: channels.general, messageId };
    await bob.call('deleteChannelMessage', { params: message });
    await ada.call('banUser', { params: { ...inTeam(sandbox), userId: people.dee.id }, body: {} });
    expect(await entries(sandbox)).toMatchObject([
      { action: 'banUser', createdBy: people.ada.id, target: { userId: people.dee.id }, ...inTeam(sandbox) },
      { action: 'deleteChannelMessage', createdBy: people.bob.id, target: message },
    ]);
    expect(await entries(sandbox, { limit: '1' })).toMatchObject([{ action: 'banUser' }]);
  });

  test('says nothing of what everybody may do, of what was refused and of what was only read', async () => {
    await using sandbox = await openSandbox();
    const { ada, bot, bob, cy } = callersOf(sandbox);
    const { people, channels } = sandbox.description;
    const params = { channelId: channels.general };
    const written = await cy.call('createChannelMessage', { params, body: { content: 'hello' } });
    const { id: messageId } = written.body['message'] as { id: string };
    await cy.call('deleteChannelMessage', { params: { ...params, messageId } });
    await ada.call('createTodoItem', { params: { channelId: channels['to-do'] }, body: { content: 'tea' } });
    await bob.call('kickMember', { params: { ...inTeam(sandbox), userId: people.ada.id } });
    await bot.call('getBannedUsers', { params: inTeam(sandbox) });
    expect(await entries(sandbox)).toEqual([]);
  });
});
