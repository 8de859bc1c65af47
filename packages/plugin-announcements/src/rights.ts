import {
  type Category,
  type Channel,
  type ChannelPermission,
  channelHolding,
  channelPlaceOf,
  grantsTeamPermission,
  type Member,
  perhapsEveryones,
  type Role,
  type RoleId,
  type Standing,
  standingOf,
  type Team,
  type TeamPermission,
  type UncertainRoles,
} from 'botwright';

export interface TeamFacts {
  readonly team: Team;
  readonly roles: readonly Role[];
  readonly member: Member;
  readonly categories: readonly Category[];
  /** Roles that other members are listed with, as far as they are known: none of them is everybody's. */
  readonly listed?: readonly RoleId[];
}

/** `undefined` where nobody can tell: it depends on which role everybody has, which the service does not say. */
export type Judged = boolean | undefined;

/**
 * What one member may do in a team's channels, computed because the service only checks the bot. How roles combine is
 * inferred; what depends on which role everybody has is not guessed.
 */
export class Rights {
  readonly #standing: Standing;
  readonly #roles: UncertainRoles;
  readonly #categories: readonly Category[];

  constructor({ team, roles, member, categories, listed = [] }: TeamFacts) {
    const known = new Set([...member.roles, ...listed]);
    this.#standing = standingOf({ team, roles, member });
    this.#roles = { given: member.roles, perhapsEveryones: perhapsEveryones(roles, known) };
    this.#categories = categories;
  }

  holds(permission: TeamPermission): boolean {
    return this.#standing.owner || grantsTeamPermission(this.#standing.permissions, permission);
  }

  maySee(channel: Channel): Judged {
    return this.#may(channel, 'VIEW_CHANNEL');
  }

  mayAnnounceIn(channel: Channel): Judged {
    return this.#mayOrManages(channel, 'CREATE_ANNOUNCEMENTS');
  }

  mayDeleteAnnouncementsIn(channel: Channel): Judged {
    return this.#mayOrManages(channel, 'DELETE_ANNOUNCEMENTS');
  }

  mayWriteIn(channel: Channel): Judged {
    return this.#may(channel, 'SEND_MESSAGES');
  }

  #mayOrManages(channel: Channel, permission: ChannelPermission): Judged {
    return this.holds('MANAGE_CHANNELS') ? this.maySee(channel) : this.#may(channel, permission);
  }

  #may(channel: Channel, permission: ChannelPermission): Judged {
    const place = channelPlaceOf(channel, this.#categories);
    return channelHolding(this.#standing, place, permission, this.#roles).held;
  }
}
