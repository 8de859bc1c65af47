import { channelPermissionBits, privateChannelName } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { type Caller, callersOf, control, openSandbox } from './support/callers.js';
import { everyone } from './support/rights.js';
import { sceneOf } from './support/samples.js';
import { connect } from './support/stream.js';

interface ListedChannel {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly priority: number;
  readonly parentId: string | null;
}

const inTeam = ({ description }: Sandbox) => ({ teamId: description.team.id });

const at = (sandbox: Sandbox, name: keyof Sandbox['description']['channels']) => ({
  ...inTeam(sandbox),
  channelId: sandbox.description.channels[name],
});

async function channels(sandbox: Sandbox, caller: Caller = callersOf(sandbox).ada): Promise<ListedChannel[]> {
  const { body } = await caller.call('getTeamChannels', { params: inTeam(sandbox) });
  return body['channels'] as ListedChannel[];
}

async function create(sandbox: Sandbox, body: object): Promise<ListedChannel> {
  const reply = await callersOf(sandbox).ada.call('createTeamChannel', { params: inTeam(sandbox), body });
  expect(reply.status).toBe(200);
  return reply.body['channel'] as ListedChannel;
}

describe('creating a channel', () => {
  test('stores it below the others and tells the team', async () => {
    await using sandbox = await openSandbox();
    await using heard = await connect(sandbox, 'cy');
    const channel = await create(sandbox, { name: 'kitchen', type: 'todo' });
    expect(channel).toMatchObject({ name: 'kitchen', type: 'todo', priority: 6, parentId: null });
    expect(await heard.next('CHANNEL_CREATED')).toMatchObject({ channel: { id: channel.id }, ...inTeam(sandbox) });
    expect((await channels(sandbox)).at(-1)).toEqual(channel);
  });

  test('makes a text channel where no type is named, and takes the name as one client writes it', async () => {
    await using sandbox = await openSandbox();
    expect(await create(sandbox, { channelName: 'kitchen' })).toMatchObject({ name: 'kitchen', type: 'text' });
  });

  test('keeps what is streamed in a watch-stream channel, and in no other', async () => {
    await using sandbox = await openSandbox();
    const additionalData = { streamChannel: 'tea-time', streamPlatform: 'twitch' };
    expect(await create(sandbox, { name: 'live', type: 'watchstream', additionalData })).toMatchObject({
      additionalData,
    });
    expect(await create(sandbox, { name: 'talk', type: 'text', additionalData })).toMatchObject({
      additionalData: null,
    });
  });

  test('refuses a type that does not exist', async () => {
    await using sandbox = await openSandbox();
    const body = { name: 'dance', type: 'dance' };
    const reply = await callersOf(sandbox).ada.call('createTeamChannel', { params: inTeam(sandbox), body });
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^type /) } });
  });
});

describe('changing a channel', () => {
  test('stores what is named, leaves the rest, and sends its creator in full', async () => {
    await using sandbox = await openSandbox();
    const { ada } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'cy');
    const params = at(sandbox, 'random');
    await ada.call('updateTeamChannel', { params, body: { name: 'chatter', description: 'about anything' } });
    const reply = await ada.call('updateTeamChannel', { params, body: { name: 'babble' } });
    expect(reply.body['channel']).toMatchObject({ name: 'babble', description: 'about anything' });
    const { id } = sandbox.description.people.ada;
    expect(reply.body['channel']).toMatchObject({ createdBy: id });
    expect(await heard.next('CHANNEL_UPDATED')).toMatchObject({
      channel: { id: params.channelId, name: 'chatter', createdBy: { id, username: 'ada' } },
    });
    const cleared = await ada.call('updateTeamChannel', { params, body: { name: 'babble', description: null } });
    expect(cleared.body['channel']).toMatchObject({ description: null });
  });

  test('takes a slow mode and a limit of users within their bounds', async () => {
    await using sandbox = await openSandbox();
    const { ada } = callersOf(sandbox);
    const set = (settings: object) =>
      ada.call('updateTeamChannel', { params: at(sandbox, 'random'), body: { name: 'random', ...settings } });
    expect((await set({ rateLimitPerUser: 21_600, userLimit: 2 })).body['channel']).toMatchObject({
      rateLimitPerUser: 21_600,
      userLimit: 2,
    });
    expect(await set({ rateLimitPerUser: 21_601 })).toMatchObject({
      status: 400,
      body: { message: 'rateLimitPerUser must be at most 21600' },
    });
  });
});

describe('deleting a channel', () => {
  test('deletes what was in it and frees who was', async () => {
    await using sandbox = await openSandbox();
    const { ada, dee } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'cy');
    const { channelId } = at(sandbox, 'general');
    await ada.call('createChannelMessage', { params: { channelId }, body: { content: 'last words' } });
    await ada.call('createTodoItem', { params: at(sandbox, 'to-do'), body: { content: 'go' } });
    await ada.call('createAnnouncement', { params: at(sandbox, 'announcements'), body: { title: 'a', content: 'b' } });
    await dee.call('getVoiceCredentials', { params: at(sandbox, 'lounge') });
    for (const name of ['general', 'to-do', 'announcements', 'lounge'] as const) {
      const params = at(sandbox, name);
      expect(await ada.call('deleteTeamChannel', { params })).toMatchObject({ status: 200 });
      await heard.next('CHANNEL_DELETED', (data) => data['channelId'] === params.channelId);
    }
    expect(heard.kinds()).toContain('USER_LEFT_VOICE_CHANNEL');
    expect((await channels(sandbox)).map(({ name }) => name)).toEqual(['random', 'mod-log']);
    const { body } = await control(sandbox, 'GET', '/world');
    const world = JSON.stringify(body);
    expect(world).not.toContain('last words');
    expect(body['teams']).toMatchObject([{ defaultChannelId: null }]);
    expect(await ada.call('getChannelMessages', { params: { channelId } })).toMatchObject({ status: 404 });
  });
});

test('a copy of a channel has its settings and none of its messages', async () => {
  await using sandbox = await openSandbox();
  const { ada } = callersOf(sandbox);
  const params = at(sandbox, 'general');
  await ada.call('createChannelMessage', { params, body: { content: 'first' } });
  await ada.call('updateTeamChannel', { params, body: { name: 'general', description: 'about all' } });
  await using heard = await connect(sandbox, 'cy');
  const reply = await ada.call('duplicateChannel', { params });
  const copy = reply.body['channel'] as ListedChannel;
  expect(copy).toMatchObject({ name: 'general', description: 'about all', type: 'text' });
  expect(copy.id).not.toBe(params.channelId);
  expect(await heard.next('CHANNEL_CREATED')).toMatchObject({ channel: { id: copy.id } });
  const messages = await ada.call('getChannelMessages', { params: { channelId: copy.id } });
  expect(messages.body['messages']).toEqual([]);
});

describe('ordering channels', () => {
  test.each([
    ['objects', (ids: string[]) => ({ channels: ids.map((id, priority) => ({ id, priority })) })],
    ['a list of objects without more', (ids: string[]) => ids.map((id, priority) => ({ id, priority }))],
    ['ids', (ids: string[]) => ids],
  ])('takes %s, and tells the whole order', async (_what, bodyOf) => {
    await using sandbox = await openSandbox();
    const order = (await channels(sandbox)).map(({ id }) => id).reverse();
    await using heard = await connect(sandbox, 'cy');
    const reply = await callersOf(sandbox).ada.call('updateChannelPriorities', {
      params: inTeam(sandbox),
      body: bodyOf(order),
    });
    expect(reply.status).toBe(200);
    expect(await heard.next('CHANNELS_PRIORITY_UPDATED')).toEqual({ order, categoryId: null, ...inTeam(sandbox) });
    const stored = (await channels(sandbox)).toSorted((one, other) => one.priority - other.priority);
    expect(stored.map(({ id }) => id)).toEqual(order);
  });

  test('refuses channels that the team does not have', async () => {
    await using sandbox = await openSandbox();
    const before = await channels(sandbox);
    const known = before.map(({ id }) => id);
    const reply = await callersOf(sandbox).ada.call('updateChannelPriorities', {
      params: inTeam(sandbox),
      body: [...known, 'nowhere'],
    });
    expect(reply).toMatchObject({ status: 404, body: { code: 'UNKNOWN_CHANNEL' } });
    expect(await channels(sandbox)).toEqual(before);
  });
});

describe('what a channel says of a role', () => {
  const { VIEW_CHANNEL, SEND_MESSAGES } = channelPermissionBits.text;

  test('replaces what it said before, and nothing is left of nothing', async () => {
    await using sandbox = await openSandbox();
    const { ada } = callersOf(sandbox);
    const roleId = await everyone(sceneOf(sandbox));
    const say = (body: object) =>
      ada.call('updateChannelRolePermissions', { params: { ...at(sandbox, 'random'), roleId }, body });
    await say({ allow: 1 << VIEW_CHANNEL, deny: 1 << SEND_MESSAGES });
    const second = await say({ deny: 1 << SEND_MESSAGES });
    expect(second.body['channel']).toMatchObject({
      permissions: { role: { [roleId]: { allow: 0, deny: 1 << SEND_MESSAGES } } },
    });
    expect((await say({ allow: 0, deny: 0 })).body['channel']).toMatchObject({ permissions: { role: {} } });
  });

  test('hides the channel and what happens there from who may not view it', async () => {
    await using sandbox = await openSandbox();
    const { ada, cy } = callersOf(sandbox);
    await using heardByCy = await connect(sandbox, 'cy');
    await using heardByAda = await connect(sandbox, 'ada');
    const roleId = await everyone(sceneOf(sandbox));
    const params = { ...at(sandbox, 'random'), roleId };
    await ada.call('updateChannelRolePermissions', { params, body: { deny: 1 << VIEW_CHANNEL } });
    await ada.call('createChannelMessage', { params, body: { content: 'psst' } });
    await heardByAda.next('MESSAGE_SEND');
    await heardByCy.settled();
    expect(heardByCy.kinds()).not.toContain('MESSAGE_SEND');
    expect(heardByCy.kinds()).not.toContain('CHANNEL_UPDATED');
    const listed = (await channels(sandbox, cy)).find(({ id }) => id === params.channelId);
    expect(listed?.name).toBe(privateChannelName);
  });
});
