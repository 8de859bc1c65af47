import { channelPermissionBits, privateChannelName, teamPermissionBits } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
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
  /** The roles that others are listed with, or `refused` where the bot may not list the members. */
  readonly others?: readonly string[] | 'refused';
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
    if (path.includes('/members')) return membersAnswer(path, place.others ?? []);
    if (path.endsWith('/me')) return { body: { user: botUser } };
    return { body: path.endsWith('/teams') ? { teams: [ofTeam] } : { team: ofTeam } };
  };
  return service;
}

function membersAnswer(path: string, others: readonly string[] | 'refused') {
  if (path.includes('/members/')) return { body: { member: { ...botUser, roles: [bots.id] } } };
  return others === 'refused' ? { status: 403 } : { body: { members: [{ ...ada, roles: others }] } };
}

async function explained(
  place: Place,
  call: 'message' | 'kick' | 'leave' | 'rename' = 'message',
): Promise<Explanation> {
  await using service = await refusing(place);
  await using client = clientOf(service);
  const { api } = client;
  const calls = {
    message: () => api.messages.create(general.id, { content: 'tea?' }),
    kick: () => api.members.kick(team.id, ada.id),
    leave: () => api.teams.leave(team.id),
    rename: () => api.channels.update(team.id, general.id, { name: 'tea' }),
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
  const { denials } = await explained({ overwrites: { [bots.id]: { allow: 0, deny: 1 << VIEW_CHANNEL } } });
  expect(denials).toMatchObject([{ right: 'channel:SEND_MESSAGES', role: { name: 'bots' } }]);
  const hidden = { ...general, name: privateChannelName, permissions: { role: {} } };
  const { missing, uncertain, sentence } = await explained({ channels: [hidden] });
  expect({ missing, uncertain }).toEqual({ missing: ['channel:SEND_MESSAGES'], uncertain: [] });
  expect(sentence).toContain(
    `The bot lacks SEND_MESSAGES in a channel that it does not see (${general.id}) of team: it does not see the channel.`,
  );
});

describe('the role that everybody has is not guessed', () => {
  const named = (name: string, priority: number) => ({ ...everybody, name, priority });
  const denied = { [everybody.id]: { allow: 0, deny: 1 << SEND_MESSAGES } };

  test.for<[string, object]>([
    ['is called like it and stands lowest', named('everyone', 0)],
    ['is called otherwise and stands highest', named('members', 9)],
    ['is called otherwise and stands alike', named('Gäste', 1)],
  ])('where a role %s', async ([, role]) => {
    for (const roles of [
      [admins, bots, role],
      [role, bots, admins],
    ]) {
      const explanation = await explained({ roles, overwrites: denied });
      expect(explanation).toMatchObject({
        missing: [],
        uncertain: [{ right: 'channel:SEND_MESSAGES', dependsOn: [role] }],
        viaRoles: [bots],
        denials: [],
      });
    }
  });

  test('and the sentence says on what it depends, and what would make it certain', async () => {
    const { sentence } = await explained({ roles: [admins, bots, named('members', 9)], overwrites: denied });
    expect(sentence).toBe(
      'It cannot be told whether the bot lacks SEND_MESSAGES in the channel general of team: that depends on whether everybody has members, and the service does not say which role everybody has. The owner of the team, or anybody who is admins, can give it to a role of the bot.',
    );
  });

  test('but a role that somebody is listed with, or that is a bot’s own, is not that of everybody', async () => {
    const { uncertain, sentence } = await explained({
      roles: [admins, bots, named('everyone', 0)],
      overwrites: denied,
      others: [everybody.id],
    });
    expect(uncertain).toEqual([]);
    expect(sentence).toMatch(/^The roles of the bot allow this/);
    const othersOwn = { ...named('everyone', 0), botScope: { userId: ada.id } };
    expect((await explained({ roles: [bots, othersOwn], overwrites: denied })).uncertain).toEqual([]);
  });

  test('nor where the bot may not list the members', async () => {
    const { uncertain } = await explained({ overwrites: denied, others: 'refused' });
    expect(uncertain).toMatchObject([{ dependsOn: [{ name: 'everybody' }] }]);
  });

  test('and what it would not change is told for certain', async () => {
    const { missing, uncertain } = await explained({
      overwrites: { ...denied, [bots.id]: { allow: 0, deny: 1 << SEND_MESSAGES } },
    });
    expect({ missing, uncertain }).toEqual({ missing: ['channel:SEND_MESSAGES'], uncertain: [] });
  });

  test('for what is held in the whole team either', async () => {
    const kicking = { ...named('members', 9), permissions: 1 << teamPermissionBits.KICK_MEMBERS };
    const perhaps = await explained({ roles: [bots, kicking] }, 'kick');
    expect(perhaps).toMatchObject({
      missing: [],
      uncertain: [{ right: 'team:KICK_MEMBERS', dependsOn: [{ name: 'members' }] }],
    });
    const { missing, uncertain } = await explained({ roles: [bots, kicking], others: [kicking.id] }, 'kick');
    expect({ missing, uncertain }).toEqual({ missing: ['team:KICK_MEMBERS'], uncertain: [] });
  });

  test('where everybody may be an administrator', async () => {
    const almighty = { ...named('members', 9), permissions: 1 << teamPermissionBits.ADMINISTRATOR };
    const overwrites = { [bots.id]: { allow: 0, deny: 1 << SEND_MESSAGES } };
    expect(await explained({ roles: [bots, almighty], overwrites })).toMatchObject({
      missing: [],
      uncertain: [{ dependsOn: [{ name: 'members' }] }],
    });
  });

  test('where a category is not listed, about which nothing is known', async () => {
    const channels = [{ ...general, parentId: '00000000000000d0', permissions: { role: {} } }];
    const { uncertain, sentence } = await explained({ channels });
    expect(uncertain).toEqual([{ right: 'channel:SEND_MESSAGES', dependsOn: [] }]);
    expect(sentence).toContain('the bot cannot read all that is said of roles there');
  });
});

test('of several rights that would do, one that the bot holds is enough', async () => {
  const overwrites = { [bots.id]: { allow: 1 << channelPermissionBits.text.MANAGE_CHANNEL, deny: 0 } };
  const { missing, uncertain } = await explained({ overwrites }, 'rename');
  expect({ missing, uncertain }).toEqual({ missing: [], uncertain: [] });
  expect((await explained({}, 'rename')).missing).toEqual(['team:MANAGE_CHANNELS', 'channel:MANAGE_CHANNEL']);
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
