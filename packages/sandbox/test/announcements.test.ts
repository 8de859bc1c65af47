import type { Announcement } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { type Caller, callersOf, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

function onBoard({ description }: Sandbox, announcementId = '') {
  return { params: { teamId: description.team.id, channelId: description.channels.announcements, announcementId } };
}

function announce(sandbox: Sandbox, caller: Caller, body: object = {}) {
  const draft = { title: 'Open day', content: 'On Sunday.', ...body };
  return caller.call('createAnnouncement', { ...onBoard(sandbox), body: draft });
}

async function list(sandbox: Sandbox): Promise<Announcement[]> {
  const reply = await callersOf(sandbox).dee.call('getAnnouncements', onBoard(sandbox));
  return reply.body['announcements'] as Announcement[];
}

describe('an announcement', () => {
  test('shows its author in full, stands on top, and is told to everybody', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'dee');
    await announce(sandbox, bot, { title: 'First' });
    const { body } = await announce(sandbox, bot, { title: 'Second' });
    expect(body['announcement']).toMatchObject({
      title: 'Second',
      content: 'On Sunday.',
      createdBy: { id: sandbox.description.bot.id, bot: true },
      mentions: { users: [] },
    });
    expect((await list(sandbox)).map(({ title }) => title)).toEqual(['Second', 'First']);
    expect(
      await heard.next('ANNOUNCEMENT_CREATED', (data) => (data['announcement'] as Announcement).title === 'Second'),
    ).toEqual({
      announcement: body['announcement'],
      channelId: sandbox.description.channels.announcements,
      teamId: sandbox.description.team.id,
    });
  });

  test('mentions the members whom it names', async () => {
    await using sandbox = await openSandbox();
    const { cy } = sandbox.description.people;
    const { body } = await announce(sandbox, callersOf(sandbox).bot, { content: `<@${cy.id}> <@nobody>` });
    expect(body['announcement']).toMatchObject({ mentions: { users: [cy.id] } });
  });

  test('that tags everyone mentions all who can read it', async () => {
    await using sandbox = await openSandbox();
    const { bot, people } = sandbox.description;
    const { body } = await announce(sandbox, callersOf(sandbox).bot, { tagEveryone: true });
    const { mentions } = body['announcement'] as Announcement;
    expect(mentions.users.toSorted()).toEqual([bot.id, ...Object.values(people).map(({ id }) => id)].sort());
  });

  test('tags everyone only by the right to do so', async () => {
    await using sandbox = await openSandbox();
    const { ada, cy } = callersOf(sandbox);
    await allowToAnnounce(sandbox, ada);
    expect(await announce(sandbox, cy, { tagEveryone: false })).toMatchObject({ status: 200 });
    const reply = await announce(sandbox, cy, { tagEveryone: true });
    expect(reply).toMatchObject({ status: 403, body: { code: 'MISSING_PERMISSION' } });
    expect(reply.body.message).toContain('MENTION_EVERYONE_AND_HERE');
    expect(await list(sandbox)).toHaveLength(1);
  });

  test('belongs into an announcement channel', async () => {
    await using sandbox = await openSandbox();
    const reply = await callersOf(sandbox).ada.call('createAnnouncement', {
      params: { channelId: sandbox.description.channels.general },
      body: { title: 'x', content: 'y' },
    });
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining('of type announcement') } });
  });
});

/** Gives everybody the right to announce and no other. */
async function allowToAnnounce(sandbox: Sandbox, ada: Caller): Promise<void> {
  const { params } = onBoard(sandbox);
  const { body } = await ada.call('getTeamRoles', { params });
  const everyone = (body['roles'] as { id: string; name: string }[]).find(({ name }) => name === 'everyone');
  await ada.call('updateChannelRolePermissions', {
    params: { ...params, roleId: everyone?.id ?? '' },
    body: { allow: 0b101, deny: 0 },
  });
}

describe('deleting an announcement', () => {
  test('takes it off the board and tells everybody', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'dee');
    const { id } = (await announce(sandbox, bot)).body['announcement'] as Announcement;
    expect(await bot.call('deleteAnnouncement', onBoard(sandbox, id))).toMatchObject({ status: 200 });
    expect(await list(sandbox)).toEqual([]);
    expect(await heard.next('ANNOUNCEMENT_DELETED')).toEqual({
      announcementId: id,
      channelId: sandbox.description.channels.announcements,
      teamId: sandbox.description.team.id,
    });
  });

  test('by the path of the team finds its channel, in that team alone', async () => {
    await using sandbox = await openSandbox();
    const { bot, cy } = callersOf(sandbox);
    const { id } = (await announce(sandbox, bot)).body['announcement'] as Announcement;
    const path = (teamId: string, announcementId: string) => `/api/v1/teams/${teamId}/announcements/${announcementId}`;
    const { team } = sandbox.description;
    expect(await bot.send('DELETE', path('f00d', id))).toMatchObject({ status: 404, body: { code: 'UNKNOWN_TEAM' } });
    expect(await bot.send('DELETE', path(team.id, 'f00d'))).toMatchObject({
      status: 404,
      body: { code: 'UNKNOWN_ANNOUNCEMENT' },
    });
    expect(await cy.send('DELETE', path(team.id, id))).toMatchObject({ status: 403 });
    expect(await list(sandbox)).toHaveLength(1);
    expect(await bot.send('DELETE', path(team.id, id))).toMatchObject({ status: 200 });
    expect(await list(sandbox)).toEqual([]);
  });
});
