import {
  type Category,
  type Channel,
  type ChannelPermission,
  categoryPermissionBits,
  channelPermissionBits,
  grantsTeamPermission,
  type Member,
  type Right,
  type Role,
  standingOf,
  type Team,
} from 'botwright';

export type TodoRight = ChannelPermission & keyof typeof channelPermissionBits.todo;

/** What decides what a member may do in a to-do channel. */
export interface Membership {
  readonly team: Team;
  readonly roles: readonly Role[];
  readonly member: Member;
  readonly channel: Channel;
  /** The category that holds the channel. */
  readonly category: Category | undefined;
}

/** What everybody may do in a to-do channel that says nothing else (inferred). */
const fromTheStart: readonly TodoRight[] = ['VIEW_CHANNEL', 'CREATE_TODOS'];

interface Overwrite {
  readonly allow: number;
  readonly deny: number;
}

/**
 * Whether a member holds one of these rights in a to-do channel and may see it at all. The owner and administrators hold
 * every right. Otherwise what is said later wins: category before channel, everybody before one's own roles. Everybody
 * holds the lowest role of the team without its being listed. All of this is inferred.
 */
export function holdsOne(rights: readonly TodoRight[], membership: Membership): boolean {
  const { owner, permissions } = standingOf(membership);
  if (owner || grantsTeamPermission(permissions, 'ADMINISTRATOR')) return true;
  const bits = bitsOf(membership);
  return (bits & bitOf('VIEW_CHANNEL')) !== 0 && rights.some((right) => (bits & bitOf(right)) !== 0);
}

/** The rights in a to-do channel among those that an operation of the service asks for. */
export function todoRightsOf(needs: readonly Right[]): TodoRight[] {
  const names = Object.keys(channelPermissionBits.todo) as TodoRight[];
  return names.filter((name) => needs.includes(`channel:${name}`));
}

function bitsOf({ roles, member, channel, category }: Membership): number {
  const [lowest] = roles.toSorted((one, other) => one.priority - other.priority);
  const everybody = lowest === undefined ? [] : [lowest.id];
  const layers = [category ? viewOverwrites(category) : {}, channel.permissions.role];
  const overwrites = layers.flatMap((layer) => [combined(layer, everybody), combined(layer, member.roles)]);
  const start = fromTheStart.reduce((bits, right) => bits | bitOf(right), 0);
  return overwrites.reduce((bits, { allow, deny }) => (bits & ~deny) | allow, start);
}

function combined(overwrites: Readonly<Record<string, Overwrite>>, roleIds: readonly string[]): Overwrite {
  const named = roleIds.flatMap((id) => overwrites[id] ?? []);
  return {
    allow: named.reduce((bits, { allow }) => bits | allow, 0),
    deny: named.reduce((bits, { deny }) => bits | deny, 0),
  };
}

/** A category's word on seeing its channels, in the bits of a to-do channel. */
function viewOverwrites({ permissions }: Category): Record<string, Overwrite> {
  const asChannelBits = (bits: number) =>
    (bits & (1 << categoryPermissionBits.VIEW_CHANNELS)) === 0 ? 0 : bitOf('VIEW_CHANNEL');
  const entries = Object.entries(permissions.role).map(
    ([id, { allow, deny }]) => [id, { allow: asChannelBits(allow), deny: asChannelBits(deny) }] as const,
  );
  return Object.fromEntries(entries);
}

function bitOf(right: TodoRight): number {
  return 1 << channelPermissionBits.todo[right];
}
