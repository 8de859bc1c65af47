import { expect } from 'vitest';
import { drives } from '../support/drive.js';

export const channelDrives = drives({
  async getTeamChannels({ api, teamId, channels }) {
    const listed = await api.channels.list(teamId);
    expect(listed.channels.map(({ id }) => id).toSorted()).toEqual(Object.values(channels).toSorted());
    expect(listed.categories).toEqual([]);
    return undefined;
  },

  async getChannelById({ api, teamId, channels }) {
    const channel = await api.channels.get(teamId, channels.general);
    expect(channel).toMatchObject({ id: channels.general, name: 'general', type: 'text' });
    return undefined;
  },

  async createTeamChannel({ api, teamId }) {
    const channel = await api.channels.create(teamId, { name: 'cellar', type: 'voice' });
    expect(channel).toMatchObject({ name: 'cellar', type: 'voice' });
    expect(await api.channels.get(teamId, channel.id)).toEqual(channel);
    return { CHANNEL_CREATED: { channel, teamId } };
  },

  async updateTeamChannel({ api, teamId, channels }) {
    await api.channels.update(teamId, channels.random, { name: 'attic', description: 'under the roof' });
    const channel = await api.channels.get(teamId, channels.random);
    expect(channel).toMatchObject({ name: 'attic', description: 'under the roof' });
    return { CHANNEL_UPDATED: { channel: { id: channels.random, name: 'attic' }, teamId } };
  },

  async deleteTeamChannel({ api, teamId, channels }) {
    await api.channels.delete(teamId, channels.random);
    const listed = await api.channels.list(teamId);
    expect(listed.channels.map(({ id }) => id)).not.toContain(channels.random);
    return { CHANNEL_DELETED: { channelId: channels.random, teamId } };
  },

  async duplicateChannel({ api, teamId, channels }) {
    const channel = await api.channels.duplicate(teamId, channels['to-do']);
    expect(channel.id).not.toBe(channels['to-do']);
    expect(await api.channels.get(teamId, channel.id)).toMatchObject({ type: 'todo' });
    return { CHANNEL_CREATED: { channel: { id: channel.id, type: 'todo' }, teamId } };
  },

  async updateChannelPriorities({ api, teamId, channels }) {
    await api.channels.setPriorities(teamId, [
      { id: channels.random, priority: 0 },
      { id: channels.general, priority: 1 },
    ]);
    expect((await api.channels.get(teamId, channels.random)).priority).toBe(0);
    expect((await api.channels.get(teamId, channels.general)).priority).toBe(1);
    return { CHANNELS_PRIORITY_UPDATED: { order: expect.arrayContaining([channels.random]), categoryId: null } };
  },

  async updateChannelRolePermissions({ api, teamId, channels }) {
    const { id: roleId } = await api.roles.create(teamId, { name: 'quiet' });
    await api.channels.setRolePermissions(teamId, channels.general, roleId, { allow: 1, deny: 4 });
    const { permissions } = await api.channels.get(teamId, channels.general);
    expect(permissions.role).toEqual({ [roleId]: { allow: 1, deny: 4 } });
    return { CHANNEL_UPDATED: { channel: { id: channels.general, permissions }, teamId } };
  },
});
