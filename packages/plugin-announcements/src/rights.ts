import {
  type Category,
  type Channel,
  type ChannelPermission,
  type ChannelType,
  channelPermissionBits,
  grantsTeamPermission,
  type Member,
  type Role,
  type RoleId,
  type Standing,
  standingOf,
  type Team,
  type TeamPermission,
} from 'botwright';

/** What everybody may do in a channel that denies nothing (inferred). Announcing is not among it. */
const startingRights: Partial<Record<ChannelType, readonly ChannelPermission[]>> = {
  text: ['VIEW_CHANNEL', 'SEND_MESSAGES'],
  announcement: ['VIEW_CHANNEL'],
};

type Overwrites = Channel['permissions']['role'];

export interface TeamFacts {
  readonly team: Team;
  readonly roles: readonly Role[];
  readonly member: Member;
  readonly categories: readonly Category[];
}

/**
 * What one member may do in a team's channels, computed because the service only checks the bot.
 *
 * Nobody has written down how the service combines overwrites, so this takes the usual order (inferred): the owner and
 * administrators may do all; else the category, then the channel, and in each first the role that everybody has, then
 * the member's own roles, where what one allows wins over what another denies. Who cannot see a channel may do nothing.
 */
export class Rights {
  readonly #standing: Standing;
  readonly #ownRoles: readonly RoleId[];
  readonly #everybodysRoles: readonly RoleId[];
  readonly #categories: readonly Category[];

  constructor({ team, roles, member, categories }: TeamFacts) {
    this.#standing = standingOf({ team, roles, member });
    this.#ownRoles = member.roles;
    this.#everybodysRoles = roles.filter(isEverybodys).map(({ id }) => id);
    this.#categories = categories;
  }

  holds(permission: TeamPermission): boolean {
    return this.#standing.owner || grantsTeamPermission(this.#standing.permissions, permission);
  }

  maySee(channel: Channel): boolean {
    return this.#may(channel, 'VIEW_CHANNEL');
  }

  mayAnnounceIn(channel: Channel): boolean {
    return this.#mayOrManages(channel, 'CREATE_ANNOUNCEMENTS');
  }

  mayDeleteAnnouncementsIn(channel: Channel): boolean {
    return this.#mayOrManages(channel, 'DELETE_ANNOUNCEMENTS');
  }

  mayWriteIn(channel: Channel): boolean {
    return this.#may(channel, 'SEND_MESSAGES');
  }

  #mayOrManages(channel: Channel, permission: ChannelPermission): boolean {
    return this.maySee(channel) && (this.holds('MANAGE_CHANNELS') || this.#may(channel, permission));
  }

  #may(channel: Channel, permission: ChannelPermission): boolean {
    if (this.holds('ADMINISTRATOR')) return true;
    const needed = bitsOf(channel.type, ['VIEW_CHANNEL', permission]);
    return needed !== undefined && (this.#bitsIn(channel) & needed) === needed;
  }

  #bitsIn({ type, parentId, permissions }: Channel): number {
    const starting = bitsOf(type, startingRights[type as ChannelType] ?? []) ?? 0;
    const category = this.#categories.find(({ id }) => id === parentId);
    const inherited = category === undefined ? starting : this.#apply(starting, viewAlone(category));
    return this.#apply(inherited, permissions.role);
  }

  #apply(bits: number, overwrites: Overwrites): number {
    return [this.#everybodysRoles, this.#ownRoles].reduce((before, roles) => {
      const { allow, deny } = union(roles, overwrites);
      return (before & ~deny) | allow;
    }, bits);
  }
}

/** The service does not mark the role that everybody has, and members do not list it (inferred): it goes by its name. */
function isEverybodys({ name }: Role): boolean {
  return /^@?everyone$/i.test(name);
}

/** Of a category's bits only the one for seeing means the same in every type of channel. */
function viewAlone({ permissions }: Category): Overwrites {
  const { VIEW_CHANNEL } = channelPermissionBits.text;
  const entries = Object.entries(permissions.role);
  const view = 1 << VIEW_CHANNEL;
  return Object.fromEntries(entries.map(([id, { allow, deny }]) => [id, { allow: allow & view, deny: deny & view }]));
}

function union(roles: readonly RoleId[], overwrites: Overwrites): { allow: number; deny: number } {
  const found = roles.flatMap((id) => overwrites[id] ?? []);
  return {
    allow: found.reduce((bits, { allow }) => bits | allow, 0),
    deny: found.reduce((bits, { deny }) => bits | deny, 0),
  };
}

/** `undefined` when the type of channel does not know one of the permissions, so that nobody can hold it there. */
function bitsOf(type: string, permissions: readonly ChannelPermission[]): number | undefined {
  const known: Partial<Record<ChannelPermission, number>> = channelPermissionBits[type as ChannelType] ?? {};
  const positions = permissions.flatMap((permission) => known[permission] ?? []);
  if (positions.length < permissions.length) return undefined;
  return positions.reduce((bits, position) => bits | (1 << position), 0);
}
