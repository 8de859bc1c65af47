import { expect } from 'vitest';
import { drives } from '../support/drive.js';

export const teamDrives = drives({
  async getTeam({ api, teamId }) {
    expect(await api.teams.get(teamId)).toMatchObject({ id: teamId, memberCount: 5 });
    return undefined;
  },

  async listTeams({ api, teamId }) {
    expect((await api.teams.list()).map(({ id }) => id)).toEqual([teamId]);
    return undefined;
  },

  async getMember({ api, teamId, people }) {
    expect(await api.members.get(teamId, people.cy.id)).toMatchObject({ id: people.cy.id, username: 'cy', teamId });
    return undefined;
  },

  async listMembers({ api, teamId }) {
    const names = (await api.members.list(teamId)).map(({ username }) => username);
    expect(names).toEqual(expect.arrayContaining(['ada', 'bob', 'cy', 'dee']));
    return undefined;
  },

  async kickMember({ api, teamId, people: { cy } }) {
    await api.members.kick(teamId, cy.id);
    expect((await api.members.list(teamId)).map(({ id }) => id)).not.toContain(cy.id);
    return { USER_LEFT_TEAM: { member: { id: cy.id }, teamId } };
  },

  async getBannedUsers({ api, teamId, people: { cy, dee } }) {
    await api.members.ban(teamId, cy.id, { reason: 'noise' });
    await api.members.ban(teamId, dee.id);
    expect(await api.members.bans(teamId)).toHaveLength(2);
    expect(await api.members.bans(teamId, { limit: 1 })).toHaveLength(1);
    return undefined;
  },

  async banUser({ api, teamId, people: { cy } }) {
    await api.members.ban(teamId, cy.id, { reason: 'noise' });
    expect(await api.members.bans(teamId)).toMatchObject([{ userId: cy.id, reason: 'noise' }]);
    return { USER_LEFT_TEAM: { member: { id: cy.id }, teamId } };
  },

  async unbanUser({ api, teamId, people: { cy } }) {
    await api.members.ban(teamId, cy.id);
    await api.members.unban(teamId, cy.id);
    expect(await api.members.bans(teamId)).toEqual([]);
    return undefined;
  },

  async updateTeam({ api, teamId }) {
    await api.teams.update(teamId, { name: 'Smithy', description: 'iron' });
    const team = await api.teams.get(teamId);
    expect(team).toMatchObject({ name: 'Smithy', description: 'iron' });
    return { TEAM_UPDATED: { team } };
  },

  async addRoleToMember({ api, teamId, people: { cy } }) {
    const role = await api.roles.create(teamId, { name: 'apprentice' });
    await api.members.addRole(teamId, cy.id, role.id);
    expect((await api.members.get(teamId, cy.id)).roles).toEqual([role.id]);
    return { USER_ROLE_ADDED: { member: { id: cy.id, roles: [role.id] }, role: { id: role.id }, teamId } };
  },

  async removeRoleFromMember({ api, teamId, people: { cy } }) {
    const role = await api.roles.create(teamId, { name: 'apprentice' });
    await api.members.addRole(teamId, cy.id, role.id);
    await api.members.removeRole(teamId, cy.id, role.id);
    expect((await api.members.get(teamId, cy.id)).roles).toEqual([]);
    return { USER_ROLE_REMOVED: { member: { id: cy.id }, role: { id: role.id }, teamId } };
  },

  async leaveTeam({ api, teamId, botId }) {
    await api.teams.leave(teamId);
    expect(await api.teams.list()).toEqual([]);
    return { USER_LEFT_TEAM: { member: { id: botId }, teamId } };
  },

  async getAuditLogs({ api, teamId, people: { cy } }) {
    const before = await api.teams.auditLog(teamId);
    await api.members.kick(teamId, cy.id);
    expect(await api.teams.auditLog(teamId)).not.toEqual(before);
    return undefined;
  },
});
