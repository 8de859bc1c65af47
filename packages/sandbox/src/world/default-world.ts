import {
  type Channel,
  defaultTeamPermissions,
  type RoleId,
  type Team,
  type TeamPermission,
  teamPermissionBits,
  type UserId,
} from '@botwright/protocol';
import { callerDigest } from '../credentials.js';
import { newBot, newPerson } from './accounts.js';
import type { Stamp } from './change.js';
import { newChannel } from './channels.js';
import { newRole } from './roles.js';
import type { Account, Membership, TeamState, WorldState } from './state.js';

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

const defaultBotName = 'botwright';

const allButAdministrator = (Object.keys(teamPermissionBits) as TeamPermission[]).filter(
  (name) => name !== 'ADMINISTRATOR',
);

interface DefaultWorldOptions {
  readonly seed: string;
  readonly enforcesPermissions: boolean;
}

/** The world that a seed stands for. Ids come in the order in which things are made here: to reorder is to rename. */
export function defaultWorld({ seed, enforcesPermissions }: DefaultWorldOptions, stamp: Stamp): WorldState {
  const teamId = stamp.identities.id();
  const roles = defaultRoles(stamp, teamId);
  const people = defaultPeople(stamp);
  const bot = newBot(stamp, defaultBotName);
  const accounts = [...Object.values(people), bot];
  const channels = newDefaultChannels(stamp, teamId, people.ada.user.id);
  const rolesByUser = new Map([
    [people.bob.user.id, [roles.moderator.id]],
    [bot.user.id, [roles.bot.id]],
  ]);
  const teamState: TeamState = {
    team: newTeam(stamp, { id: teamId, createdBy: people.ada.user.id, channels, memberCount: accounts.length }),
    everyoneRoleId: roles.everyone.id,
    roles: new Map(Object.values(roles).map((role) => [role.id, role])),
    members: newMembers(stamp, accounts, rolesByUser),
    bans: new Map(),
    categories: new Map(),
  };
  return {
    seed,
    enforcesPermissions,
    homeTeamId: teamId,
    accounts: new Map(accounts.map((account) => [account.user.id, account])),
    callers: new Map(accounts.map((account) => [callerDigest(account), account.user.id])),
    teams: new Map([[teamId, teamState]]),
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    messages: new Map(channels.map((channel) => [channel.id, new Map()])),
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

function newDefaultChannels(stamp: Stamp, teamId: string, createdBy: UserId): Channel[] {
  return Object.entries(defaultChannels).map(([name, type], priority) =>
    newChannel(stamp, { teamId, name, type, createdBy, priority }),
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
