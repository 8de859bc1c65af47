import { expect } from 'vitest';
import { drives } from '../support/drive.js';
import type { Stage } from '../support/stage.js';

async function withChannelInCategory({ api, teamId, channels }: Stage) {
  const category = await api.categories.create(teamId, { name: 'benches' });
  const channel = await api.categories.addChannel(teamId, category.id, channels.random);
  return { category, channel };
}

async function categoryById({ api, teamId }: Stage, id: string) {
  const { categories } = await api.channels.list(teamId);
  return categories.find((category) => category.id === id);
}

export const categoryDrives = drives({
  async listCategories({ api, teamId }) {
    const category = await api.categories.create(teamId, { name: 'benches' });
    expect(await api.categories.list(teamId)).toEqual([category]);
    return undefined;
  },

  async createCategory(stage) {
    const { api, teamId } = stage;
    const category = await api.categories.create(teamId, { name: 'benches' });
    expect(await categoryById(stage, category.id)).toEqual(category);
    return { CATEGORY_CREATED: { category, teamId } };
  },

  async updateCategory(stage) {
    const { api, teamId } = stage;
    const { id } = await api.categories.create(teamId, { name: 'benches' });
    const category = await api.categories.update(teamId, id, { name: 'tables' });
    expect(category.name).toBe('tables');
    expect(await categoryById(stage, id)).toEqual(category);
    return { CATEGORY_UPDATED: { category: { id, name: 'tables' }, teamId } };
  },

  async updateCategoryRolePermissions(stage) {
    const { api, teamId } = stage;
    const { id } = await api.categories.create(teamId, { name: 'benches' });
    const { id: roleId } = await api.roles.create(teamId, { name: 'quiet' });
    await api.categories.setRolePermissions(teamId, id, roleId, { allow: 0, deny: 1 });
    const permissions = { role: { [roleId]: { allow: 0, deny: 1 } } };
    expect(await categoryById(stage, id)).toMatchObject({ permissions });
    return { CATEGORY_UPDATED: { category: { id, permissions }, teamId } };
  },

  async deleteCategory(stage) {
    const { api, teamId } = stage;
    const { category, channel } = await withChannelInCategory(stage);
    await api.categories.delete(teamId, category.id);
    expect(await categoryById(stage, category.id)).toBeUndefined();
    expect((await api.channels.get(teamId, channel.id)).parentId).toBeNull();
    return { CATEGORY_DELETED: { categoryId: category.id, teamId } };
  },

  async addChannelToCategory(stage) {
    const { api, teamId } = stage;
    const { category, channel } = await withChannelInCategory(stage);
    expect(channel.parentId).toBe(category.id);
    expect(await api.channels.get(teamId, channel.id)).toEqual(channel);
    return { CHANNEL_UPDATED: { channel: { id: channel.id, parentId: category.id }, teamId } };
  },

  async removeChannelFromCategory(stage) {
    const { api, teamId } = stage;
    const { category, channel } = await withChannelInCategory(stage);
    await api.categories.removeChannel(teamId, category.id, channel.id);
    expect((await api.channels.get(teamId, channel.id)).parentId).toBeNull();
    return { CHANNEL_UPDATED: { channel: { id: channel.id, parentId: null }, teamId } };
  },

  async setCategoryChannelPriority(stage) {
    const { api, teamId, channels } = stage;
    const { category } = await withChannelInCategory(stage);
    await api.categories.addChannel(teamId, category.id, channels.general);
    await api.categories.setChannelPriorities(teamId, category.id, [channels.general, channels.random]);
    const { priority: above } = await api.channels.get(teamId, channels.general);
    const { priority: below } = await api.channels.get(teamId, channels.random);
    expect(above).not.toBe(below);
    return {
      CHANNELS_PRIORITY_UPDATED: { order: [channels.general, channels.random], categoryId: category.id },
    };
  },

  async setTeamCategoryPriority(stage) {
    const { api, teamId } = stage;
    const first = await api.categories.create(teamId, { name: 'benches' });
    const second = await api.categories.create(teamId, { name: 'tables' });
    await api.categories.setPriorities(teamId, [second.id, first.id]);
    expect((await categoryById(stage, first.id))?.priority).not.toBe((await categoryById(stage, second.id))?.priority);
    return { CATEGORIES_PRIORITY_UPDATED: { order: [second.id, first.id] } };
  },
});
