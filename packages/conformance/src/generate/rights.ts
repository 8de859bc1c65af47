import {
  type ChannelPermission,
  type ChannelType,
  channelPermissionBits,
  type Right,
  type TeamPermission,
  teamPermissions,
} from '@botwright/protocol';
import type { Preparation } from '../case.js';
import type { Recipe } from '../recipes/recipe.js';

const typesByPlaceholder: Readonly<Record<string, ChannelType>> = {
  '{textChannel}': 'text',
  '{todoChannel}': 'todo',
  '{announcementChannel}': 'announcement',
  '{voiceChannel}': 'voice',
};

/**
 * Gives the person `member` exactly one of the rights that an operation asks for, or none: a role of their own carries
 * what a team grants, and its overwrite in the channel allows that right there and denies the others. The role stands
 * right below the bot's, so that nobody else's rank is in the way.
 */
export function grant(recipe: Recipe, needs: readonly Right[], granted: Right | undefined): Preparation[] {
  const role = { teamId: '{team}', roleId: '{rights}' };
  const permissions = teamPermissions(...namesOf<TeamPermission>('team', granted === undefined ? [] : [granted]));
  return [
    {
      as: 'bot',
      operation: 'createRole',
      parameters: { teamId: '{team}' },
      body: { name: 'rights', permissions },
      keep: { rights: 'role.id' },
    },
    {
      as: 'bot',
      operation: 'getMember',
      parameters: { teamId: '{team}', userId: '{bot}' },
      keep: { botRole: 'member.roles.0' },
    },
    {
      as: 'bot',
      operation: 'updateRolePriorities',
      parameters: { teamId: '{team}' },
      body: ['{botRole}', '{rights}'],
    },
    ...overwrite(recipe, needs, granted),
    { as: 'bot', operation: 'addRoleToMember', parameters: { ...role, userId: '{member}' } },
  ];
}

function overwrite({ parameters, channelType }: Recipe, needs: readonly Right[], granted?: Right): Preparation[] {
  const names = namesOf<ChannelPermission>('channel', needs);
  const channelId = parameters?.['channelId'];
  if (names.length === 0 || channelId === undefined) return [];
  const type = channelType ?? typesByPlaceholder[channelId] ?? 'text';
  const allowed = names.filter((name) => granted === `channel:${name}`);
  const denied = names.filter((name) => granted !== `channel:${name}`);
  return [
    {
      as: 'bot',
      operation: 'updateChannelRolePermissions',
      parameters: { teamId: '{team}', channelId, roleId: '{rights}' },
      body: { allow: bitsOf(type, allowed), deny: bitsOf(type, denied) },
    },
  ];
}

function namesOf<Name extends string>(scope: 'team' | 'channel', rights: readonly Right[]): Name[] {
  return rights
    .map((right) => right.split(':'))
    .filter(([where]) => where === scope)
    .map(([, name]) => name as Name);
}

function bitsOf(type: ChannelType, names: readonly ChannelPermission[]): number {
  const bits: Partial<Record<ChannelPermission, number>> = channelPermissionBits[type];
  return names.reduce((sum, name) => sum | bitOf(bits[name]), 0);
}

/** A type of channel that does not know a permission can neither grant nor deny it. */
function bitOf(position: number | undefined): number {
  return position === undefined ? 0 : 1 << position;
}
