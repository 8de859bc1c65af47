import { observed } from '../certainty.js';
import { TeamId } from '../ids.js';
import { Member } from '../resources/member.js';
import { Role } from '../resources/role.js';
import { User } from '../resources/user.js';
import { alsoReads, memberAlsoNamed, resource } from '../wire.js';
import { underUser } from './payload.js';

const teamId = observed(TeamId, 'client:ts', 'client:py');

const memberRoleEvent = observed(
  resource({
    member: observed(Member, 'client:ts'),
    role: observed(Role, 'client:ts'),
    teamId: observed(TeamId, 'client:ts'),
  }),
  'client:ts',
);

export const userEvents = {
  USER_JOINED_TEAM: observed(
    underUser(resource({ user: observed(User, 'client:py'), teamId })),
    'client:ts',
    'client:py',
  ),
  // Both clients read `member` here; the other name is taken because the join events have it.
  USER_LEFT_TEAM: observed(
    alsoReads(
      resource({ member: observed(User, 'client:ts', 'client:py'), teamId }),
      memberAlsoNamed('member', 'user'),
    ),
    'client:ts',
    'client:py',
  ),
  USER_PROFILE_UPDATED: observed(resource({ user: observed(User, 'client:ts') }), 'client:ts'),
  USER_ROLE_ADDED: memberRoleEvent,
  USER_ROLE_REMOVED: memberRoleEvent,
} as const;
