import {
  type Channel,
  type ChannelType,
  channelPermissionBits,
  defaultTeamPermissions,
  type RoleId,
  type Team,
  type TeamPermission,
  teamPermissionBits,
  type UserId,
  type Webhook,
} from '@botwright/protocol';
import { callerDigest } from '../credentials.js';
import { newBot, newPerson } from './accounts.js';
import type { Stamp } from './change.js';
import { newChannel } from './channels.js';
import { newRole } from './roles.js';
import type { Account, Membership, TeamState, WorldRules, WorldState } from './state.js';
import { defaultWebhookName, newWebhook } from './webhooks.js';

/** The channels of the default world: name to type. */
const defaultChannels = {
  general: 'text',
  random: 'text',
  'mod-log': 'text',
  'to-do': 'todo',
  announcements: 'announcement',
  lounge: 'voice',
} as const;
export type DefaultChannelName = keyof typeof defaultChannels;

/** Bits that the bot has beyond everybody's, so that it can be tried without setting up channels first. */
const botBits: { readonly [Name in DefaultChannelName]?: number } = {
  'to-do': 1 << channelPermissionBits.todo.MANAGE_TODOS,
  announcements:
    (1 << channelPermissionBits.announcement.CREATE_ANNOUNCEMENTS) |
    (1 << channelPermissionBits.announcement.DELETE_ANNOUNCEMENTS),
  lounge: (1 << channelPermissionBits.voice.MOVE_MEMBERS) | (1 << channelPermissionBits.voice.DISCONNECT),
};

const defaultBotName = 'botwright';

const allButAdministrator = (Object.keys(teamPermissionBits) as TeamPermission[]).filter(
  (name) => name !== 'ADMINISTRATOR',
);

interface DefaultWorldOptions extends WorldRules {
  readonly seed: string;
}

/** The world that a seed stands for. Ids come in the order in which things are made here: to reorder is to rename. */
export function defaultWorld({ seed, ...rules }: DefaultWorldOptions, stamp: Stamp): WorldState {
  const teamId = stamp.identities.id();
  const roles = defaultRoles(stamp, teamId);
  const people = defaultPeople(stamp);
  const bot = newBot(stamp, defaultBotName);
  const accounts = [...Object.values(people), bot];
  const channels = newDefaultChannels(stamp, { teamId, createdBy: people.ada.user.id, botRoleId: roles.bot.id });
  const rolesByUser = new Map([
    [people.bob.user.id, [roles.moderator.id]],
    [bot.user.id, [roles.bot.id]],
  ]);
  const teamState: TeamState = {
    team: newTeam(stamp, { id: teamId, createdBy: people.ada.user.id, channels, memberCount: accounts.length }),
    everyoneRoleId: roles.everyone.id,
    roles: new Map([
      [roles.everyone.id, roles.everyone],
      [roles.moderator.id, roles.moderator],
      [roles.bot.id, { ...roles.bot, botScope: { userId: bot.user.id } }],
    ]),
    members: newMembers(stamp, accounts, rolesByUser),
    bans: new Map(),
    categories: new Map(),
    auditLog: [],
    blogs: new Map(),
    reactions: new Map(),
    applications: new Map(),
    applicationForm: { isOpen: true, description: '', questions: [] },
  };
  const webhooks = newDefaultWebhooks(stamp, channels);
  return {
    seed,
    ...rules,
    homeTeamId: teamId,
    accounts: new Map(accounts.map((account) => [account.user.id, account])),
    callers: new Map(accounts.map((account) => [callerDigest(account), account.user.id])),
    teams: new Map([[teamId, teamState]]),
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    messages: new Map(channels.map((channel) => [channel.id, new Map()])),
    lastWrittenAt: new Map(),
    todos: new Map(),
    announcements: new Map(),
    webhooks: new Map(webhooks.map((webhook) => [webhook.id, webhook])),
    directMessages: new Map(),
    files: new Map(),
  };
}

/** `ada` owns the team, `bob` moderates it, the others are plain members. */
function defaultPeople(stamp: Stamp) {
  return {
    ada: newPerson(stamp, 'ada'),
    bob: newPerson(stamp, 'bob'),
    cy: newPerson(stamp, 'cy'),
    dee: newPerson(stamp, 'dee'),
  };
}
export type DefaultPersonName = keyof ReturnType<typeof defaultPeople>;

function defaultRoles(stamp: Stamp, teamId: string) {
  return {
    everyone: newRole(stamp, teamId, { name: 'everyone', priority: 0, grants: defaultTeamPermissions }),
    moderator: newRole(stamp, teamId, {
      name: 'moderator',
      priority: 10,
      grants: ['BAN_MEMBERS', 'KICK_MEMBERS', 'DELETE_MESSAGES'],
    }),
    bot: newRole(stamp, teamId, { name: 'bot', priority: 20, grants: allButAdministrator }),
  };
}

interface DefaultChannelsDraft {
  readonly teamId: string;
  readonly createdBy: UserId;
  readonly botRoleId: RoleId;
}

function newDefaultChannels(stamp: Stamp, { botRoleId, ...draft }: DefaultChannelsDraft): Channel[] {
  const entries = Object.entries(defaultChannels) as [DefaultChannelName, ChannelType][];
  return entries.map(([name, type], priority) => {
    const allow = botBits[name];
    const role = allow === undefined ? {} : { [botRoleId]: { allow, deny: 0 } };
    return { ...newChannel(stamp, { ...draft, name, type, priority }), permissions: { role } };
  });
}

/** One by which the first of the channels can be told of what happens elsewhere. */
function newDefaultWebhooks(stamp: Stamp, channels: readonly Channel[]): Webhook[] {
  return channels
    .slice(0, 1)
    .map(({ id, teamId, createdBy }) =>
      newWebhook(stamp, { channelId: id, teamId, createdBy, username: defaultWebhookName }),
    );
}

function newMembers(
  stamp: Stamp,
  accounts: readonly Account[],
  rolesByUser: ReadonlyMap<UserId, readonly RoleId[]>,
): Map<UserId, Membership> {
  const joinedAt = stamp.now();
  return new Map(accounts.map(({ user }) => [user.id, { joinedAt, roles: rolesByUser.get(user.id) ?? [] }]));
}

interface TeamDraft {
  readonly id: string;
  readonly createdBy: UserId;
  readonly channels: readonly Channel[];
  readonly memberCount: number;
}

function newTeam(stamp: Stamp, { id, createdBy, channels, memberCount }: TeamDraft): Team {
  return {
    id,
    name: 'Workshop',
    profilePicture: null,
    banner: null,
    description: 'A team to try a bot in.',
    isVerified: false,
    isSuspended: false,
    createdBy,
    defaultChannelId: channels[0]?.id ?? null,
    games: [],
    isDiscoverable: false,
    discoverableInvite: null,
    createdAt: stamp.now(),
    memberCount,
    isSafeForTeen: false,
    isTournament: false,
  };
}
