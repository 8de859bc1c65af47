import { type Role, type TeamId, type TeamPermission, teamPermissions } from '@botwright/protocol';
import type { Stamp } from './change.js';

interface RoleDraft {
  readonly name: string;
  readonly priority: number;
  readonly grants: readonly TeamPermission[];
}

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
