import {
  type ChannelPermission,
  type ChannelPlace,
  channelHolding,
  channelPermissionBits,
  type Member,
  perhapsEveryones,
  type Right,
  type Role,
  type RoleId,
  standingOf,
  type Team,
} from 'botwright';

export type TodoRight = ChannelPermission & keyof typeof channelPermissionBits.todo;

/** What decides what a member may do in a to-do channel. */
export interface Membership {
  readonly team: Team;
  readonly roles: readonly Role[];
  readonly member: Member;
  /** `undefined` where it cannot be read what the channel says of roles. */
  readonly place: ChannelPlace | undefined;
  /** Roles that other members are listed with, as far as they are known: none of them is everybody's. */
  readonly listed?: readonly RoleId[];
}

/**
 * Whether a member holds one of these rights in a to-do channel and may see it at all; how roles combine is inferred.
 *
 * @returns `undefined` where nobody can tell: it depends on which role everybody has, which the service does not say.
 */
export function holdsOne(rights: readonly TodoRight[], membership: Membership): boolean | undefined {
  const { roles, member, place, listed = [] } = membership;
  const standing = standingOf(membership);
  const uncertain = {
    given: member.roles,
    perhapsEveryones: perhapsEveryones(roles, new Set([...member.roles, ...listed])),
  };
  const held = rights.map((right) => channelHolding(standing, place, right, uncertain).held);
  if (held.includes(true)) return true;
  return held.includes(undefined) ? undefined : false;
}

/** The rights in a to-do channel among those that an operation of the service asks for. */
export function todoRightsOf(needs: readonly Right[]): TodoRight[] {
  const names = Object.keys(channelPermissionBits.todo) as TodoRight[];
  return names.filter((name) => needs.includes(`channel:${name}`));
}
