import { channelPermissionBits, teamPermissionBits } from '@botwright/protocol';
import { expect, test } from 'vitest';
import type { Explanation } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { Service } from '../support/service.js';
import { ada, botUser, team } from '../support/shapes.js';

const { SEND_MESSAGES, VIEW_CHANNEL } = channelPermissionBits.text;
const { createdAt } = team;
const roleOfTeam = { teamId: team.id, color: '#fff', permissions: 0, createdAt };
const everybody = { ...roleOfTeam, id: '00000000000000f0', name: 'everybody', priority: 0 };
const bots = { ...roleOfTeam, id: '00000000000000f1', name: 'bots', priority: 1 };
const admins = { ...bots, id: '00000000000000f2', name: 'admins', permissions: 1 << teamPermissionBits.MANAGE_ROLES };
const general = {
  id: '00000000000000c0',
  teamId: team.id,
  name: 'general',
  type: 'text',
  createdBy: ada.id,
  createdAt,
};

interface Place {
  readonly team?: object;
  readonly roles?: readonly object[];
  /** What the channel says of roles. */
  readonly overwrites?: object;
  readonly channels?: readonly object[];
}

/** A service that refuses every change and every message, with what is needed to tell why. */
async function refusing({ overwrites = {}, ...place }: Place) {
  const service = await Service.start();
  const ofTeam = { ...team, ...place.team };
  const channels = place.channels ?? [{ ...general, permissions: { role: overwrites } }];
  service.respond = ({ method, path }) => {
    if (method !== 'GET') return { status: 403 };
    if (path.endsWith('/roles')) return { body: { roles: place.roles ?? [admins, bots, everybody] } };
    if (path.endsWith('/channels')) return { body: { channels, categories: [] } };
    if (path.includes('/members/')) return { body: { member: { ...botUser, roles: [bots.id] } } };
    if (path.endsWith('/me')) return { body: { user: botUser } };
    return { body: path.endsWith('/teams') ? { teams: [ofTeam] } : { team: ofTeam } };
  };
  return service;
}

async function explained(place: Place, call: 'message' | 'kick' | 'leave' = 'message'): Promise<Explanation> {
  await using service = await refusing(place);
  await using client = clientOf(service);
  const { api } = client;
  const calls = {
    message: () => api.messages.create(general.id, { content: 'tea?' }),
    kick: () => api.members.kick(team.id, ada.id),
    leave: () => api.teams.leave(team.id),
  };
  return await api.explain((await failure(calls[call]())) as Parameters<typeof api.explain>[0]);
}

test('a right that the channel denies to a role of the bot is explained by that role, and by those who can give it', async () => {
  const explanation = await explained({ overwrites: { [bots.id]: { allow: 0, deny: 1 << SEND_MESSAGES } } });
  expect(explanation).toMatchObject({
    missing: ['channel:SEND_MESSAGES'],
    teamId: team.id,
    channelId: general.id,
    denials: [{ role: { name: 'bots' }, in: 'channel' }],
    couldGrant: { ownerId: ada.id, roles: [{ name: 'admins' }] },
  });
  expect(explanation.sentence).toBe(
    'The bot lacks SEND_MESSAGES in the channel general of team: denied there to bots. The owner of the team, or anybody who is admins, can give it.',
  );
});

test('a channel that the bot may not see lacks it every right there', async () => {
  const { denials } = await explained({ overwrites: { [everybody.id]: { allow: 0, deny: 1 << VIEW_CHANNEL } } });
  expect(denials).toMatchObject([{ right: 'channel:SEND_MESSAGES', role: { name: 'everybody' } }]);
});

test('a right that no role gives is explained without a denial, and by the owner alone where no role could give it', async () => {
  const { missing, channelId, sentence } = await explained({ roles: [bots, everybody] }, 'kick');
  expect({ missing, channelId }).toEqual({ missing: ['team:KICK_MEMBERS'], channelId: undefined });
  expect(sentence).toBe(
    'The bot lacks KICK_MEMBERS in team: none of its roles gives it. The owner of the team can give it.',
  );
});

test.for<[string, Place]>([
  ['the owner of the team', { team: { createdBy: botUser.id } }],
  ['an administrator', { roles: [{ ...bots, permissions: 1 << teamPermissionBits.ADMINISTRATOR }, everybody] }],
])('a bot that is %s lacks nothing, so that the refusal is about whom it concerns', async ([, place]) => {
  for (const call of ['kick', 'message'] as const) {
    const { missing, denials, sentence } = await explained(place, call);
    expect({ missing, denials }).toEqual({ missing: [], denials: [] });
    expect(sentence).toContain('whom or what it was to be done to may stand above the bot');
  }
});

test.for<[string, Place, 'message' | 'leave']>([
  ['in a channel that it does not find', { channels: [] }, 'message'],
  ['of what concerns no team', {}, 'leave'],
])('a refusal %s is said not to be explained', async ([, place, call]) => {
  const { missing, teamId, couldGrant, sentence } = await explained(place, call);
  expect({ missing, teamId, couldGrant }).toEqual({
    missing: [],
    teamId: undefined,
    couldGrant: { ownerId: undefined, roles: [] },
  });
  expect(sentence).toContain('refused where the bot sees no team');
});
