import type { Certainty, Source } from './certainty.js';

/** Team permissions, name to bit (stated). A role carries them as one integer. */
export const teamPermissionBits = {
  ADMINISTRATOR: 0,
  MANAGE_CHANNELS: 1,
  MANAGE_ROLES: 2,
  MANAGE_TEAM: 3,
  VIEW_AUDIT_LOG: 4,
  BAN_MEMBERS: 5,
  DELETE_MESSAGES: 6,
  MANAGE_APPLICATIONS: 7,
  JOIN_TOURNAMENTS: 8,
  CREATE_INVITES: 9,
  MENTION_EVERYONE_AND_HERE: 10,
  MANAGE_BLOGS: 11,
  KICK_MEMBERS: 12,
  MOVE_MEMBERS: 13,
} as const;
export type TeamPermission = keyof typeof teamPermissionBits;

/** The one permission that everybody has from the start (stated). */
export const defaultTeamPermissions = ['CREATE_INVITES'] as const satisfies readonly TeamPermission[];

/** Channel permissions by type of channel, name to bit (observed): the same bit differs in meaning between types. */
export const channelPermissionBits = {
  text: {
    VIEW_CHANNEL: 0,
    MANAGE_MESSAGES: 1,
    SEND_MESSAGES: 2,
    USE_EXTERNAL_EMOJIS: 3,
    MANAGE_CHANNEL: 4,
    CAN_SEE_MESSAGE_HISTORY: 5,
  },
  voice: {
    VIEW_CHANNEL: 0,
    CONNECT: 1,
    SPEAK: 2,
    MUTE_MEMBERS: 3,
    DEAFEN_MEMBERS: 4,
    MOVE_MEMBERS: 5,
    MANAGE_CHANNEL: 6,
    // One client has 7 here; the other writes 12 in three places, on purpose.
    DISCONNECT: 12,
  },
  todo: { VIEW_CHANNEL: 0, MANAGE_TODOS: 1, CREATE_TODOS: 2, DELETE_TODOS: 3, EDIT_TODOS: 4, MANAGE_CHANNEL: 5 },
  watchstream: { VIEW_CHANNEL: 0, MANAGE_CHANNEL: 1 },
  announcement: { VIEW_CHANNEL: 0, MANAGE_CHANNEL: 1, CREATE_ANNOUNCEMENTS: 2, DELETE_ANNOUNCEMENTS: 3 },
} as const;
export type ChannelType = keyof typeof channelPermissionBits;
export const channelTypes = Object.keys(channelPermissionBits) as [ChannelType, ...ChannelType[]];

/** Permissions on a category, name to bit (observed in one client). */
export const categoryPermissionBits = { VIEW_CHANNELS: 0, MANAGE_CHANNELS: 1 } as const;
export type CategoryPermission = keyof typeof categoryPermissionBits;

/** Permissions that share one integer, and how sure their bits are. */
export interface PermissionSet {
  /** What the bits are held on. */
  readonly on: 'team' | `${ChannelType} channel` | 'category';
  readonly bits: Readonly<Record<string, number>>;
  readonly certainty: Certainty;
  readonly source: readonly Source[];
}

const channelPermissionSets = channelTypes.map((type): PermissionSet => {
  const bits = channelPermissionBits[type];
  return { on: `${type} channel`, bits, certainty: 'observed', source: ['client:py', 'client:teamlify'] };
});

/** Every set of permissions. */
export const permissionSets: readonly PermissionSet[] = [
  { on: 'team', bits: teamPermissionBits, certainty: 'stated', source: ['docs', 'client:py', 'client:teamlify'] },
  ...channelPermissionSets,
  { on: 'category', bits: categoryPermissionBits, certainty: 'observed', source: ['client:py'] },
];

type KeysOfEach<Union> = Union extends unknown ? keyof Union : never;
export type ChannelPermission = KeysOfEach<(typeof channelPermissionBits)[ChannelType]>;

/** A right as an operation names it. `author` stands for having written the thing oneself. */
export type Right = `team:${TeamPermission}` | `channel:${ChannelPermission}` | 'author';

/** The integer that carries these team permissions. */
export function teamPermissions(...names: readonly TeamPermission[]): number {
  return names.reduce((bits, name) => bits | (1 << teamPermissionBits[name]), 0);
}

/** Whether a role's integer grants a team permission; ADMINISTRATOR grants all (inferred). */
export function grantsTeamPermission(bits: number, name: TeamPermission): boolean {
  return (bits & teamPermissions('ADMINISTRATOR', name)) !== 0;
}

/** The team permissions that an integer carries, by name, in the order of the bits. */
export function teamPermissionNames(bits: number): TeamPermission[] {
  const names = Object.keys(teamPermissionBits) as TeamPermission[];
  return names.filter((name) => (bits & teamPermissions(name)) !== 0);
}
