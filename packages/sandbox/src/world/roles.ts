import { type Role, type TeamId, type TeamPermission, teamPermissions } from '@botwright/protocol';
import type { Stamp } from './change.js';

interface RoleDraft {
  readonly name: string;
  readonly priority: number;
  readonly grants: readonly TeamPermission[];
}

/** A role; members that the documentation shows in a new one have the values that it shows. */
export function newRole(stamp: Stamp, teamId: TeamId, { name, priority, grants }: RoleDraft): Role {
  return {
    id: stamp.identities.id(),
    teamId,
    name,
    iconUrl: null,
    color: '#94a3b8',
    color2: null,
    permissions: teamPermissions(...grants),
    priority,
    createdAt: stamp.now(),
    updatedAt: null,
    isDisplayedSeparately: true,
    isSelfAssignable: false,
    iconEmojiId: null,
    mentionable: true,
    botScope: {},
  };
}

/** The roles of a team, the highest first; of two that stand alike, the older. The one of everyone is always last. */
export function rolesFromTop(roles: Iterable<Role>, everyoneRoleId: string): Role[] {
  const all = [...roles];
  const others = all.filter(({ id }) => id !== everyoneRoleId).sort((one, other) => other.priority - one.priority);
  return [...others, ...all.filter(({ id }) => id === everyoneRoleId)];
}
