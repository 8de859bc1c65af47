import { expect } from 'vitest';
import { drives } from '../support/drive.js';
import type { Stage } from '../support/stage.js';

const look = { name: 'turner', permissions: 512, color: '#112233', color2: '#445566', isDisplayedSeparately: false };

async function roleById({ api, teamId }: Stage, id: string) {
  return (await api.roles.list(teamId)).find((role) => role.id === id);
}

export const roleDrives = drives({
  async getTeamRoles({ api, teamId }) {
    const names = (await api.roles.list(teamId)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['bot', 'everyone', 'moderator']);
    return undefined;
  },

  async createRole(stage) {
    const { api, teamId } = stage;
    const role = await api.roles.create(teamId, look);
    expect(role).toMatchObject({ ...look, teamId });
    expect(await roleById(stage, role.id)).toEqual(role);
    return { TEAM_ROLE_CREATED: { role, teamId } };
  },

  async updateRole(stage) {
    const { api, teamId } = stage;
    const { id } = await api.roles.create(teamId, { name: 'apprentice' });
    const role = await api.roles.update(teamId, id, look);
    expect(role).toMatchObject({ id, ...look });
    expect(await roleById(stage, id)).toEqual(role);
    return { TEAM_ROLES_UPDATED: { roles: expect.arrayContaining([role]), teamId } };
  },

  async deleteRole(stage) {
    const { api, teamId } = stage;
    const { id } = await api.roles.create(teamId, look);
    await api.roles.delete(teamId, id);
    expect(await roleById(stage, id)).toBeUndefined();
    return { TEAM_ROLE_DELETED: { roleId: id, teamId } };
  },

  async cloneRole(stage) {
    const { api, teamId } = stage;
    const original = await api.roles.create(teamId, look);
    const role = await api.roles.clone(teamId, original.id);
    expect(role.id).not.toBe(original.id);
    expect(role).toMatchObject({ permissions: look.permissions, color: look.color });
    expect(await roleById(stage, role.id)).toEqual(role);
    return { TEAM_ROLE_CREATED: { role: { id: role.id }, teamId } };
  },

  async updateRolePriorities(stage) {
    const { api, teamId, botId } = stage;
    const { roles: own } = await api.members.get(teamId, botId);
    const first = await api.roles.create(teamId, { name: 'first' });
    const second = await api.roles.create(teamId, { name: 'second' });
    await api.roles.setPriorities(teamId, [...own, second.id, first.id]);
    const above = (await roleById(stage, second.id))?.priority ?? 0;
    expect(above).toBeGreaterThan((await roleById(stage, first.id))?.priority ?? 0);
    return { TEAM_ROLES_UPDATED: { teamId } };
  },
});
