import { apiPrefix, type OperationId, operations } from '@botwright/protocol';
import { expect, test } from 'vitest';
import { type Client, coverage } from '../../src/index.js';
import { clientOf } from '../support/client.js';
import { Service } from '../support/service.js';
import { ada, botUser, message, team } from '../support/shapes.js';

const call: Record<OperationId, (api: Client['api']) => Promise<unknown>> = {
  getTeamChannels: (api) => api.channels.list('T'),
  getChannelById: (api) => api.channels.get('T', 'C'),
  createChannelMessage: (api) => api.messages.create('C', { content: 'x' }),
  getChannelMessages: (api) => api.messages.list('C'),
  getChannelMessageById: (api) => api.messages.get('C', 'M'),
  updateChannelMessage: (api) => api.messages.edit('C', 'M', { content: 'x' }),
  deleteChannelMessage: (api) => api.messages.delete('C', 'M'),
  getTeam: (api) => api.teams.get('T'),
  listTeams: (api) => api.teams.list(),
  getMember: (api) => api.members.get('T', 'U'),
  listMembers: (api) => api.members.list('T'),
  kickMember: (api) => api.members.kick('T', 'U'),
  getBannedUsers: (api) => api.members.bans('T'),
  banUser: (api) => api.members.ban('T', 'U', { reason: 'spam' }),
  unbanUser: (api) => api.members.unban('T', 'U'),
  getTeamRoles: (api) => api.roles.list('T'),
  getUserById: (api) => api.users.get('U'),
  getLoggedInUser: (api) => api.users.me(),
};

const channel = {
  id: 'C',
  type: 'text',
  teamId: 'T',
  name: 'board',
  createdBy: ada.id,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const everything = {
  success: true,
  channel,
  channels: [channel],
  message: message(),
  messages: [message()],
  team,
  teams: [team],
  member: { ...ada, teamId: 'T' },
  members: [{ ...ada, teamId: 'T' }],
  bans: [{ user: ada }],
  user: botUser,
};

test.each(Object.keys(call) as OperationId[])('%s has a method that calls its route', async (id) => {
  await using service = await Service.start();
  await using client = clientOf(service);
  service.respond = () => ({ body: everything });
  await call[id](client.api);
  const names: Record<string, string> = { teamId: 'T', channelId: 'C', messageId: 'M', userId: 'U' };
  const { method, path } = operations[id];
  expect(service.requests).toMatchObject([
    { method, path: apiPrefix + path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '?') },
  ]);
});

test('the table of methods names only methods that are there', async () => {
  await using client = clientOf({ url: 'http://127.0.0.1:1' });
  for (const method of Object.values(coverage)) {
    const [resource, name] = method.split('.') as [keyof Client['api'], string];
    expect(client.api[resource]).toHaveProperty(name, expect.any(Function));
  }
});
