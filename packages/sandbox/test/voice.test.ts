import type { Channel } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { type Caller, callersOf, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

const voiceToken = /^vce_/;

function inRoom({ description }: Sandbox, channelId: string = description.channels.lounge) {
  return { params: { teamId: description.team.id, channelId } };
}

function join(sandbox: Sandbox, caller: Caller, channelId?: string, query: Record<string, string> = {}) {
  return caller.call('getVoiceCredentials', { ...inRoom(sandbox, channelId), query });
}

async function peopleIn(sandbox: Sandbox, channelId?: string): Promise<Channel['participants']> {
  const { body } = await callersOf(sandbox).ada.call('getChannelById', inRoom(sandbox, channelId));
  return (body['channel'] as Channel).participants;
}

async function newRoom(sandbox: Sandbox, name = 'studio'): Promise<string> {
  const { params } = inRoom(sandbox);
  const reply = await callersOf(sandbox).ada.call('createTeamChannel', { params, body: { name, type: 'voice' } });
  return (reply.body['channel'] as Channel).id;
}

describe('joining a voice channel', () => {
  test('gives a token, takes a place, and is told to everybody', async () => {
    await using sandbox = await openSandbox();
    const { people, team, channels } = sandbox.description;
    await using heard = await connect(sandbox, 'dee');
    const reply = await join(sandbox, callersOf(sandbox).cy, undefined, { isMuted: 'true' });
    expect(reply.body['token']).toMatch(voiceToken);
    expect(await peopleIn(sandbox)).toEqual([{ id: people.cy.id, isMuted: true, isDeafened: false }]);
    expect(await heard.next('USER_JOINED_VOICE_CHANNEL')).toMatchObject({
      user: { id: people.cy.id },
      member: { id: people.cy.id },
      channelId: channels.lounge,
      teamId: team.id,
    });
  });

  test('leaves the channel where one was', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const studio = await newRoom(sandbox);
    await using heard = await connect(sandbox, 'dee');
    await join(sandbox, cy);
    await join(sandbox, cy, studio);
    expect(await peopleIn(sandbox)).toEqual([]);
    expect(await peopleIn(sandbox, studio)).toHaveLength(1);
    await heard.settled();
    expect(heard.kinds().filter((kind) => kind.includes('VOICE'))).toEqual([
      'USER_JOINED_VOICE_CHANNEL',
      'USER_LEFT_VOICE_CHANNEL',
      'USER_JOINED_VOICE_CHANNEL',
    ]);
  });

  test('once more keeps one place and gives a fresh token', async () => {
    await using sandbox = await openSandbox();
    const { cy } = callersOf(sandbox);
    const first = await join(sandbox, cy);
    const second = await join(sandbox, cy);
    expect(second.body['token']).not.toBe(first.body['token']);
    expect(await peopleIn(sandbox)).toHaveLength(1);
  });

  test('is refused where the channel is full, but not to who is in it', async () => {
    await using sandbox = await openSandbox();
    const { ada, cy, dee } = callersOf(sandbox);
    await ada.call('updateTeamChannel', { ...inRoom(sandbox), body: { name: 'lounge', userLimit: 1 } });
    expect(await join(sandbox, cy)).toMatchObject({ status: 200 });
    expect(await join(sandbox, dee)).toMatchObject({ status: 403, body: { code: 'CHANNEL_FULL' } });
    expect(await join(sandbox, cy)).toMatchObject({ status: 200 });
    expect(await peopleIn(sandbox)).toHaveLength(1);
  });

  test('is for voice channels alone', async () => {
    await using sandbox = await openSandbox();
    const reply = await join(sandbox, callersOf(sandbox).ada, sandbox.description.channels.general);
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining('of type voice') } });
  });
});

test('the state of one in voice is stored, answered and told', async () => {
  await using sandbox = await openSandbox();
  const { people, team, channels } = sandbox.description;
  const { cy, dee } = callersOf(sandbox);
  await join(sandbox, cy);
  await join(sandbox, dee);
  await using heard = await connect(sandbox, 'ada');
  const body = { isMuted: true, isDeafened: true };
  const reply = await cy.call('updateVoiceMetadata', { ...inRoom(sandbox), body });
  expect(reply.body['data']).toEqual(body);
  expect(await peopleIn(sandbox)).toEqual([
    { id: people.cy.id, ...body },
    { id: people.dee.id, isMuted: false, isDeafened: false },
  ]);
  expect(await heard.next('USER_UPDATED_VOICE_METADATA')).toMatchObject({
    user: { id: people.cy.id },
    channelId: channels.lounge,
    teamId: team.id,
    isStreaming: false,
    ...body,
  });
});

describe('leaving a voice channel', () => {
  test.each(['GET', 'POST'] as const)('by %s gives the place up and is told to everybody', async (method) => {
    await using sandbox = await openSandbox();
    const { people, channels, team } = sandbox.description;
    const { cy } = callersOf(sandbox);
    await join(sandbox, cy);
    await using heard = await connect(sandbox, 'dee');
    const path = `/api/v1/teams/${team.id}/channels/${channels.lounge}/leave`;
    expect(await cy.send(method, path)).toMatchObject({ status: 200, body: { success: true } });
    expect(await peopleIn(sandbox)).toEqual([]);
    expect(await heard.next('USER_LEFT_VOICE_CHANNEL')).toMatchObject({
      user: { id: people.cy.id },
      channelId: channels.lounge,
    });
  });

  test.each(['leaveVoiceChannel', 'updateVoiceMetadata'] as const)('%s needs somebody who is there', async (id) => {
    await using sandbox = await openSandbox();
    const body = { isMuted: true, isDeafened: false };
    const reply = await callersOf(sandbox).cy.call(id, {
      ...inRoom(sandbox),
      ...(id === 'updateVoiceMetadata' && { body }),
    });
    expect(reply).toMatchObject({ status: 404, body: { code: 'UNKNOWN_PARTICIPANT' } });
  });

  test.each(['kickMember', 'banUser'] as const)('comes with %s, before the membership ends', async (id) => {
    await using sandbox = await openSandbox();
    const { people, team } = sandbox.description;
    const { ada, cy } = callersOf(sandbox);
    await join(sandbox, cy);
    await using heard = await connect(sandbox, 'cy');
    const params = { teamId: team.id, userId: people.cy.id };
    await ada.call(id, { params, ...(id === 'banUser' && { body: {} }) });
    await heard.settled();
    expect(heard.kinds().filter((kind) => kind.includes('LEFT'))).toEqual([
      'USER_LEFT_VOICE_CHANNEL',
      'USER_LEFT_TEAM',
    ]);
    expect(await peopleIn(sandbox)).toEqual([]);
  });
});

describe('moving somebody', () => {
  test('changes their channel, keeps their state, and gives the credentials to them alone', async () => {
    await using sandbox = await openSandbox();
    const { people, team, channels } = sandbox.description;
    const { bot, cy } = callersOf(sandbox);
    const studio = await newRoom(sandbox);
    await join(sandbox, cy, undefined, { isDeafened: 'true' });
    await using heardByCy = await connect(sandbox, 'cy');
    await using heardByDee = await connect(sandbox, 'dee');
    const body = { userId: people.cy.id, fromChannelId: channels.lounge };
    expect(await bot.call('moveMember', { ...inRoom(sandbox, studio), body })).toMatchObject({ status: 200 });
    expect(await peopleIn(sandbox)).toEqual([]);
    expect(await peopleIn(sandbox, studio)).toEqual([{ id: people.cy.id, isMuted: false, isDeafened: true }]);
    const event = { ...body, toChannelId: studio, teamId: team.id };
    expect(await heardByCy.next('VOICE_CHANNEL_MOVE')).toEqual({ ...event, token: expect.stringMatching(voiceToken) });
    expect(await heardByDee.next('VOICE_CHANNEL_MOVE')).toEqual({ ...event, token: null });
    await heardByCy.settled();
    expect(heardByCy.kinds().filter((kind) => kind === 'VOICE_CHANNEL_MOVE')).toHaveLength(1);
  });

  test.each([
    ['who is not in voice', (sandbox: Sandbox) => ({ userId: sandbox.description.people.dee.id }), 404],
    ['from a channel that is not there', () => ({ fromChannelId: 'f00d' }), 404],
    ['from a channel of text', (sandbox: Sandbox) => ({ fromChannelId: sandbox.description.channels.general }), 400],
  ])('%s is refused', async (_who, wrong, status) => {
    await using sandbox = await openSandbox();
    const { people, channels } = sandbox.description;
    const studio = await newRoom(sandbox);
    await join(sandbox, callersOf(sandbox).cy);
    const body = { userId: people.cy.id, fromChannelId: channels.lounge, ...wrong(sandbox) };
    const reply = await callersOf(sandbox).ada.call('moveMember', { ...inRoom(sandbox, studio), body });
    expect(reply).toMatchObject({ status });
    expect(await peopleIn(sandbox)).toHaveLength(1);
  });

  test('to where they are is refused', async () => {
    await using sandbox = await openSandbox();
    const { people, channels } = sandbox.description;
    await join(sandbox, callersOf(sandbox).cy);
    const body = { userId: people.cy.id, fromChannelId: channels.lounge };
    expect(await callersOf(sandbox).ada.call('moveMember', { ...inRoom(sandbox), body })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^fromChannelId must be another channel/) },
    });
  });

  test('to a full channel is refused', async () => {
    await using sandbox = await openSandbox();
    const { people, channels } = sandbox.description;
    const { ada, cy, dee } = callersOf(sandbox);
    const studio = await newRoom(sandbox);
    await ada.call('updateTeamChannel', { ...inRoom(sandbox, studio), body: { name: 'studio', userLimit: 1 } });
    await join(sandbox, dee, studio);
    await join(sandbox, cy);
    const body = { userId: people.cy.id, fromChannelId: channels.lounge };
    const reply = await ada.call('moveMember', { ...inRoom(sandbox, studio), body });
    expect(reply).toMatchObject({ status: 403, body: { code: 'CHANNEL_FULL' } });
    expect(await peopleIn(sandbox)).toHaveLength(1);
  });
});

test('disconnecting somebody gives their place up and is told to everybody', async () => {
  await using sandbox = await openSandbox();
  const { people, channels } = sandbox.description;
  const { bot, cy } = callersOf(sandbox);
  await join(sandbox, cy);
  await using heard = await connect(sandbox, 'dee');
  const { params } = inRoom(sandbox);
  const input = { params: { ...params, userId: people.cy.id } };
  expect(await bot.call('disconnectMember', input)).toMatchObject({ status: 200 });
  expect(await peopleIn(sandbox)).toEqual([]);
  expect(await heard.next('USER_LEFT_VOICE_CHANNEL')).toMatchObject({
    user: { id: people.cy.id },
    channelId: channels.lounge,
  });
  expect(await bot.call('disconnectMember', input)).toMatchObject({
    status: 404,
    body: { code: 'UNKNOWN_PARTICIPANT' },
  });
});
