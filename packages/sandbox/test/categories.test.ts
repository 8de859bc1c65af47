import { categoryPermissionBits } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { callersOf, openSandbox } from './support/callers.js';
import { everyone } from './support/rights.js';
import { sceneOf } from './support/samples.js';
import { connect } from './support/stream.js';

const inTeam = ({ description }: Sandbox) => ({ teamId: description.team.id });

async function create(sandbox: Sandbox, body: object): Promise<string> {
  const reply = await callersOf(sandbox).ada.call('createCategory', { params: inTeam(sandbox), body });
  expect(reply.status).toBe(200);
  return (reply.body['category'] as { id: string }).id;
}

/** A category that holds channels of the default world, and what its calls name. */
async function filled(sandbox: Sandbox, ...names: (keyof Sandbox['description']['channels'])[]) {
  const params = { ...inTeam(sandbox), categoryId: await create(sandbox, { name: 'corner' }) };
  const ids = names.map((name) => sandbox.description.channels[name]);
  for (const channelId of ids) {
    await callersOf(sandbox).ada.call('addChannelToCategory', { params: { ...params, channelId } });
  }
  return { params, ids };
}

async function parentOf(sandbox: Sandbox, channelId: string): Promise<unknown> {
  const { body } = await callersOf(sandbox).ada.call('getChannelById', { params: { ...inTeam(sandbox), channelId } });
  return (body['channel'] as { parentId: unknown }).parentId;
}

test('a category is stored, told of, listed and renamed', async () => {
  await using sandbox = await openSandbox();
  const { ada, cy } = callersOf(sandbox);
  await using heard = await connect(sandbox, 'cy');
  // One client writes the name as `content`.
  const categoryId = await create(sandbox, { content: 'corner' });
  expect(await heard.next('CATEGORY_CREATED')).toMatchObject({ category: { id: categoryId, name: 'corner' } });
  await ada.call('updateCategory', { params: { ...inTeam(sandbox), categoryId }, body: { name: 'nook' } });
  const renamed = { id: categoryId, name: 'nook', editedAt: expect.any(String) };
  expect(await heard.next('CATEGORY_UPDATED')).toMatchObject({ category: renamed, ...inTeam(sandbox) });
  expect((await cy.call('listCategories', { params: inTeam(sandbox) })).body['categories']).toMatchObject([renamed]);
  expect((await cy.call('getTeamChannels', { params: inTeam(sandbox) })).body['categories']).toMatchObject([renamed]);
});

describe('the channels of a category', () => {
  test('come and go, each time told of', async () => {
    await using sandbox = await openSandbox();
    const { ada } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'cy');
    const { params, ids } = await filled(sandbox, 'random');
    const channelId = ids[0] ?? '';
    expect(await heard.next('CHANNEL_UPDATED')).toMatchObject({ channel: { parentId: params.categoryId } });
    expect(await ada.call('removeChannelFromCategory', { params: { ...params, channelId } })).toMatchObject({
      body: { channel: { id: channelId, parentId: null } },
    });
    await heard.next('CHANNEL_UPDATED', ({ channel }) => (channel as { parentId: unknown }).parentId === null);
    expect(await ada.call('removeChannelFromCategory', { params: { ...params, channelId } })).toMatchObject({
      status: 404,
      body: { code: 'UNKNOWN_CHANNEL' },
    });
  });

  test('are told of once where they were in it already', async () => {
    await using sandbox = await openSandbox();
    await using heard = await connect(sandbox, 'cy');
    const { params, ids } = await filled(sandbox, 'random');
    const again = { ...params, channelId: ids[0] ?? '' };
    expect(await callersOf(sandbox).ada.call('addChannelToCategory', { params: again })).toMatchObject({ status: 200 });
    await heard.settled();
    expect(heard.kinds().filter((kind) => kind === 'CHANNEL_UPDATED')).toHaveLength(1);
  });

  test('stay when it is deleted, and are told of before it', async () => {
    await using sandbox = await openSandbox();
    const { params, ids } = await filled(sandbox, 'random', 'lounge');
    await using heard = await connect(sandbox, 'cy');
    await callersOf(sandbox).ada.call('deleteCategory', { params });
    await heard.next('CATEGORY_DELETED', ({ categoryId }) => categoryId === params.categoryId);
    expect(heard.kinds().slice(-3)).toEqual(['CHANNEL_UPDATED', 'CHANNEL_UPDATED', 'CATEGORY_DELETED']);
    for (const id of ids) expect(await parentOf(sandbox, id)).toBeNull();
  });

  test('are ordered from the top, and those that are not named follow', async () => {
    await using sandbox = await openSandbox();
    const { params, ids } = await filled(sandbox, 'general', 'random', 'mod-log');
    const [first, second, third] = ids as [string, string, string];
    await using heard = await connect(sandbox, 'cy');
    const body = { channels: [third] };
    expect(await callersOf(sandbox).ada.call('setCategoryChannelPriority', { params, body })).toMatchObject({
      status: 200,
    });
    expect(await heard.next('CHANNELS_PRIORITY_UPDATED')).toEqual({
      order: [third, first, second],
      categoryId: params.categoryId,
      ...inTeam(sandbox),
    });
  });

  test('are the only ones that can be ordered there, each once', async () => {
    await using sandbox = await openSandbox();
    const { ada } = callersOf(sandbox);
    const { params, ids } = await filled(sandbox, 'general');
    const order = (channels: string[]) => ada.call('setCategoryChannelPriority', { params, body: { channels } });
    expect(await order([sandbox.description.channels.random])).toMatchObject({ status: 404 });
    expect(await order([...ids, ...ids])).toMatchObject({ status: 400 });
  });
});

test('categories are ordered from the top', async () => {
  await using sandbox = await openSandbox();
  const ids = [await create(sandbox, { name: 'one' }), await create(sandbox, { name: 'two' })];
  await using heard = await connect(sandbox, 'cy');
  const reply = await callersOf(sandbox).ada.call('setTeamCategoryPriority', {
    params: inTeam(sandbox),
    body: { categories: ids.toReversed() },
  });
  expect(reply.body['categories']).toMatchObject([
    { id: ids[1], priority: 0 },
    { id: ids[0], priority: 1 },
  ]);
  expect(await heard.next('CATEGORIES_PRIORITY_UPDATED')).toEqual({ order: ids.toReversed(), ...inTeam(sandbox) });
});

describe('what a category says of a role', () => {
  const deny = 1 << categoryPermissionBits.VIEW_CHANNELS;

  test('goes for its channels, and the channel has the last word', async () => {
    await using sandbox = await openSandbox();
    const { ada, cy } = callersOf(sandbox);
    const roleId = await everyone(sceneOf(sandbox));
    const { params, ids } = await filled(sandbox, 'general', 'lounge');
    await ada.call('updateCategoryRolePermissions', { params: { ...params, roleId }, body: { deny } });
    const see = async () => {
      const replies = ids.map((channelId) => cy.call('getChannelById', { params: { ...params, channelId } }));
      return (await Promise.all(replies)).map(({ status }) => status);
    };
    expect(await see()).toEqual([403, 403]);
    const channelId = ids[1] ?? '';
    await ada.call('updateChannelRolePermissions', { params: { ...params, channelId, roleId }, body: { allow: 1 } });
    expect(await see()).toEqual([403, 200]);
  });

  test('lets who may manage its channels manage each, whatever its type', async () => {
    await using sandbox = await openSandbox();
    const { ada, cy } = callersOf(sandbox);
    const roleId = await everyone(sceneOf(sandbox));
    const { params, ids } = await filled(sandbox, 'general', 'lounge', 'to-do', 'announcements');
    const body = { allow: 1 << categoryPermissionBits.MANAGE_CHANNELS };
    await ada.call('updateCategoryRolePermissions', { params: { ...params, roleId }, body });
    for (const channelId of [...ids, sandbox.description.channels.random]) {
      const reply = await cy.call('updateTeamChannel', { params: { ...params, channelId }, body: { name: 'mine' } });
      expect(reply.status).toBe(ids.includes(channelId) ? 200 : 403);
    }
  });

  test('is forgotten with the role', async () => {
    await using sandbox = await openSandbox();
    const { ada } = callersOf(sandbox);
    const created = await ada.call('createRole', { params: inTeam(sandbox), body: {} });
    const { id: roleId } = created.body['role'] as { id: string };
    const { params, ids } = await filled(sandbox, 'general');
    await ada.call('updateCategoryRolePermissions', { params: { ...params, roleId }, body: { deny } });
    const inChannel = { ...params, roleId, channelId: ids[0] ?? '' };
    await ada.call('updateChannelRolePermissions', { params: inChannel, body: { deny } });
    await ada.call('deleteRole', { params: { ...params, roleId } });
    const { body } = await ada.call('getTeamChannels', { params: inTeam(sandbox) });
    expect(JSON.stringify(body)).not.toContain(roleId);
  });
});
