import type {
  Category,
  Channel,
  ChannelId,
  ChannelPermission,
  Endpoint,
  Right,
  Role,
  Team,
  TeamId,
  TeamPermission,
  UserId,
} from '@botwright/protocol';
import {
  channelPermission,
  channelPermissionsOf,
  endpoints,
  grantsChannelPermission,
  grantsTeamPermission,
  overwriteLayers,
} from '@botwright/protocol/facts';
import type { RequestRejected } from '../errors.js';
import type { Api } from './api.js';
import type { CallOptions } from './call-options.js';

/** A role of the bot that takes a right away, and where it does. */
export interface Denial {
  readonly right: Right;
  readonly role: Role;
  readonly in: 'channel' | 'category';
}

/** Why the service said 403, as far as roles tell. That roles work this way is inferred. */
export interface Explanation {
  /** The rights that the bot lacks; any one of them would do. Empty when roles do not explain the refusal. */
  readonly missing: readonly Right[];
  readonly teamId: TeamId | undefined;
  /** Where it was refused, for what is done in a channel. */
  readonly channelId: ChannelId | undefined;
  /** The roles of the bot, that of everybody included. */
  readonly viaRoles: readonly Role[];
  /** Those of them that take the right away; none when simply none gives it. */
  readonly denials: readonly Denial[];
  /** Who could give it: the owner of the team, and whoever has one of these roles. */
  readonly couldGrant: { readonly ownerId: UserId | undefined; readonly roles: readonly Role[] };
  /** The same in a sentence or two. */
  readonly sentence: string;
}

interface Roles {
  /** None, or the one that everybody has. */
  readonly everybodys: readonly Role[];
  readonly given: readonly Role[];
}

interface Place {
  readonly team: Team;
  readonly channel: Channel | undefined;
  readonly category: Category | undefined;
}

/** Reads what is needed to tell why the bot was refused. */
export async function explainRefusal(api: Api, error: RequestRejected, options: CallOptions): Promise<Explanation> {
  const operation: Endpoint | undefined = (endpoints as Readonly<Record<string, Endpoint>>)[error.operation];
  const needs = (operation?.needs ?? []).filter((right) => right !== 'author');
  const place = await placeOf(api, error, options);
  if (!place) return nowhere(error);
  const [roles, me] = await Promise.all([api.roles.list(place.team.id, options), api.users.me(options)]);
  const member = await api.members.get(place.team.id, me.id, options);
  const held = { everybodys: everybodys(roles), given: roles.filter(({ id }) => member.roles.includes(id)) };
  const viaRoles = [...held.everybodys, ...held.given];
  const isOwner = place.team.createdBy === me.id;
  const missing = isOwner ? [] : needs.filter((right) => !holds(right, held, place));
  const denials = missing.flatMap((right) => denialsOf(right, viaRoles, place));
  const granting = roles.filter(({ permissions }) => grantsTeamPermission(permissions, 'MANAGE_ROLES'));
  const facts = {
    missing,
    teamId: place.team.id,
    channelId: place.channel?.id,
    viaRoles,
    denials,
    couldGrant: { ownerId: place.team.createdBy, roles: granting },
  };
  return { ...facts, sentence: sentenceFor(facts, place) };
}

async function placeOf(api: Api, { params }: RequestRejected, options: CallOptions): Promise<Place | undefined> {
  const { teamId, channelId } = params;
  const teams = teamId === undefined ? await api.teams.list(options) : [await api.teams.get(teamId as TeamId, options)];
  if (channelId === undefined) {
    const [team] = teams;
    return teamId === undefined || !team ? undefined : { team, channel: undefined, category: undefined };
  }
  for (const team of teams) {
    const { channels, categories } = await api.channels.list(team.id, options);
    const channel = channels.find(({ id }) => id === channelId);
    const category = categories.find(({ id }) => id === channel?.parentId);
    if (channel) return { team, channel, category };
  }
  return undefined;
}

/** The role that everybody has without its being listed is the lowest (inferred). */
function everybodys(roles: readonly Role[]): Role[] {
  return roles.toSorted((one, other) => one.priority - other.priority).slice(0, 1);
}

function holds(right: Right, roles: Roles, { channel, category }: Place): boolean {
  const ofTeam = (name: TeamPermission) =>
    [...roles.everybodys, ...roles.given].some(({ permissions }) => grantsTeamPermission(permissions, name));
  if (ofTeam('ADMINISTRATOR')) return true;
  const [scope, name] = right.split(':');
  if (scope === 'team') return ofTeam(name as TeamPermission);
  if (!channel) return false;
  const held = { everyone: roles.everybodys[0]?.id, given: roles.given.map(({ id }) => id) };
  const bits = channelPermissionsOf({ channel, category }, held);
  return grantsChannelPermission(bits, channel.type, name as ChannelPermission);
}

/** Whoever takes away the right itself, or the sight of the channel, without which there is none. */
function denialsOf(right: Right, roles: readonly Role[], { channel, category }: Place): Denial[] {
  if (!channel || !right.startsWith('channel:')) return [];
  const name = right.slice('channel:'.length) as ChannelPermission;
  const bits = channelPermission(channel.type, name) | channelPermission(channel.type, 'VIEW_CHANNEL');
  return overwriteLayers({ channel, category }).flatMap((layer) =>
    roles
      .filter(({ id }) => ((layer.byRole[id]?.deny ?? 0) & bits) !== 0)
      .map((role) => ({ right, role, in: layer.in })),
  );
}

function sentenceFor(
  { missing, denials, couldGrant }: Pick<Explanation, 'missing' | 'denials' | 'couldGrant'>,
  { team, channel }: Place,
): string {
  const where = channel ? `in the channel ${channel.name} of ${team.name}` : `in ${team.name}`;
  if (missing.length === 0) {
    return `The roles of the bot allow this ${where}: whom or what it was to be done to may stand above the bot.`;
  }
  const rights = missing.map((right) => right.slice(right.indexOf(':') + 1)).join(' or ');
  const names = [...new Set(denials.map(({ role }) => role.name))].join(', ');
  const why = names === '' ? 'none of its roles gives it' : `denied there to ${names}`;
  const roles = couldGrant.roles.map(({ name }) => name).join(', ');
  const who = roles === '' ? 'The owner of the team' : `The owner of the team, or anybody who is ${roles},`;
  return `The bot lacks ${rights} ${where}: ${why}. ${who} can give it.`;
}

function nowhere({ operation }: RequestRejected): Explanation {
  return {
    missing: [],
    teamId: undefined,
    channelId: undefined,
    viaRoles: [],
    denials: [],
    couldGrant: { ownerId: undefined, roles: [] },
    sentence: `${operation} was refused where the bot sees no team, so its roles do not tell why.`,
  };
}
