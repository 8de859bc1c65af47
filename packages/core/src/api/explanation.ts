import type {
  Category,
  Channel,
  ChannelId,
  ChannelPermission,
  ChannelPlace,
  Endpoint,
  Holding,
  Right,
  Role,
  RoleId,
  Team,
  TeamId,
  TeamPermission,
  UncertainRoles,
  UserId,
} from '@botwright/protocol';
import {
  channelPermission,
  channelPermissionHolding,
  channelPlaceOf,
  endpoints,
  grantsTeamPermission,
  overwriteLayers,
  perhapsEveryones,
  privateChannelName,
  teamPermissionHolding,
} from '@botwright/protocol/facts';
import { RequestRejected } from '../errors.js';
import type { Api } from './api.js';
import type { CallOptions } from './call-options.js';
import { explanationSentence } from './explanation-sentence.js';

/** A role of the bot that takes a right away, and where it does. */
export interface Denial {
  readonly right: Right;
  readonly role: Role;
  readonly in: 'channel' | 'category';
}

/** A right of which nobody can tell whether the bot holds it. */
export interface UncertainRight {
  readonly right: Right;
  /**
   * It depends on which of these roles everybody has, if any: the service does not say. None of them when the bot cannot
   * read all that the channel says of roles.
   */
  readonly dependsOn: readonly Role[];
}

/** Why the service said 403, as far as roles tell. That roles work this way is inferred. */
export interface Explanation {
  /** The rights that the bot lacks for certain; any one of them would do. Empty when it holds one that would do. */
  readonly missing: readonly Right[];
  /** Those that it may lack; any one of them would do as well. */
  readonly uncertain: readonly UncertainRight[];
  readonly teamId: TeamId | undefined;
  /** Where it was refused, for what is done in a channel. */
  readonly channelId: ChannelId | undefined;
  /** The roles that the bot is listed with. Which one everybody has is not known, so it stands here only when listed. */
  readonly viaRoles: readonly Role[];
  /** Those of them that take the right away; none when simply none gives it. */
  readonly denials: readonly Denial[];
  /** Who could give it: the owner of the team, and whoever has one of these roles. */
  readonly couldGrant: { readonly ownerId: UserId | undefined; readonly roles: readonly Role[] };
  /** The same in a sentence or two. */
  readonly sentence: string;
}

interface Place {
  readonly team: Team;
  readonly channel: Channel | undefined;
  readonly categories: readonly Category[];
}

/** Reads what is needed to tell why the bot was refused. */
export async function explainRefusal(api: Api, error: RequestRejected, options: CallOptions): Promise<Explanation> {
  const operation: Endpoint | undefined = (endpoints as Readonly<Record<string, Endpoint>>)[error.operation];
  const needs = (operation?.needs ?? []).filter((right) => right !== 'author');
  const place = await placeOf(api, error, options);
  if (!place) return nowhere(error);
  const [roles, me] = await Promise.all([api.roles.list(place.team.id, options), api.users.me(options)]);
  const member = await api.members.get(place.team.id, me.id, options);
  const isOwner = place.team.createdBy === me.id;
  const judge = (listed: readonly RoleId[]) => {
    const held = { given: member.roles, perhapsEveryones: perhapsEveryones(roles, new Set(listed)) };
    return isOwner ? nothingLacking : lacking(needs, { place, roles, held });
  };
  const first = judge(member.roles);
  // The list of all members is long, and read only where it may tell that none of those roles is everybody's.
  const { missing, uncertain } = first.uncertain.some(({ dependsOn }) => dependsOn.length > 0)
    ? judge([...member.roles, ...(await rolesListed(api, place.team.id, options))])
    : first;
  const viaRoles = roles.filter(({ id }) => member.roles.includes(id));
  const facts = {
    missing,
    uncertain,
    teamId: place.team.id,
    channelId: place.channel?.id,
    viaRoles,
    denials: missing.flatMap((right) => denialsOf(right, viaRoles, place)),
    couldGrant: {
      ownerId: place.team.createdBy,
      roles: roles.filter(({ permissions }) => grantsTeamPermission(permissions, 'MANAGE_ROLES')),
    },
  };
  return { ...facts, sentence: explanationSentence(facts, place) };
}

async function placeOf(api: Api, { params }: RequestRejected, options: CallOptions): Promise<Place | undefined> {
  const { teamId, channelId } = params;
  const teams = teamId === undefined ? await api.teams.list(options) : [await api.teams.get(teamId as TeamId, options)];
  if (channelId === undefined) {
    const [team] = teams;
    return teamId === undefined || !team ? undefined : { team, channel: undefined, categories: [] };
  }
  for (const team of teams) {
    const { channels, categories } = await api.channels.list(team.id, options);
    const channel = channels.find(({ id }) => id === channelId);
    if (channel) return { team, channel, categories };
  }
  return undefined;
}

/** A bot that may not list the members knows the fewer roles not to be everybody's. */
async function rolesListed(api: Api, teamId: TeamId, options: CallOptions): Promise<RoleId[]> {
  try {
    const members = await api.members.list(teamId, options);
    return members.flatMap(({ roles }) => roles);
  } catch (error) {
    if (error instanceof RequestRejected) return [];
    throw error;
  }
}

type Lacking = Pick<Explanation, 'missing' | 'uncertain'>;

const nothingLacking: Lacking = { missing: [], uncertain: [] };

interface Holder {
  readonly place: Place;
  readonly roles: readonly Role[];
  readonly held: UncertainRoles;
}

/** Which of the rights the bot lacks, for certain or perhaps. As any one would do, none where it holds one. */
function lacking(needs: readonly Right[], holder: Holder): Lacking {
  const holdings = needs.map((right) => ({ right, holding: holdingOf(right, holder) }));
  if (holdings.some(({ holding }) => holding.held)) return nothingLacking;
  return {
    missing: holdings.filter(({ holding }) => holding.held === false).map(({ right }) => right),
    uncertain: holdings.flatMap(({ right, holding }) => {
      if (holding.held !== undefined) return [];
      const { dependsOn } = holding;
      return [{ right, dependsOn: holder.roles.filter(({ id }) => dependsOn.includes(id)) }];
    }),
  };
}

function holdingOf(right: Right, { place: { channel, categories }, roles, held }: Holder): Holding {
  const [scope, name] = right.split(':');
  if (scope === 'team') return teamPermissionHolding(roles, name as TeamPermission, held);
  const administrator = teamPermissionHolding(roles, 'ADMINISTRATOR', held);
  const inChannel = channelHolding(channel, categories, name as ChannelPermission, held);
  if (administrator.held || inChannel.held) return { held: true };
  const dependsOn = [administrator, inChannel].flatMap((one) => (one.held === undefined ? one.dependsOn : []));
  return administrator.held === false ? inChannel : { held: undefined, dependsOn };
}

function channelHolding(
  channel: Channel | undefined,
  categories: readonly Category[],
  name: ChannelPermission,
  held: UncertainRoles,
): Holding {
  // That the service shows the bot no more than this is its own word on who may see the channel.
  if (!channel || channel.name === privateChannelName) return { held: false };
  const place = channelPlaceOf(channel, categories);
  return place ? channelPermissionHolding(place, name, held) : { held: undefined, dependsOn: [] };
}

/** Whoever takes away the right itself, or the sight of the channel, without which there is none. */
function denialsOf(right: Right, roles: readonly Role[], { channel, categories }: Place): Denial[] {
  const place: ChannelPlace | undefined = channel && channelPlaceOf(channel, categories);
  if (!channel || !place || !right.startsWith('channel:')) return [];
  const name = right.slice('channel:'.length) as ChannelPermission;
  const bits = channelPermission(channel.type, name) | channelPermission(channel.type, 'VIEW_CHANNEL');
  return overwriteLayers(place).flatMap((layer) =>
    roles
      .filter(({ id }) => ((layer.byRole[id]?.deny ?? 0) & bits) !== 0)
      .map((role) => ({ right, role, in: layer.in })),
  );
}

function nowhere({ operation }: RequestRejected): Explanation {
  return {
    ...nothingLacking,
    teamId: undefined,
    channelId: undefined,
    viaRoles: [],
    denials: [],
    couldGrant: { ownerId: undefined, roles: [] },
    sentence: `${operation} was refused where the bot sees no team, so its roles do not tell why.`,
  };
}
