import { observed } from '../certainty.js';
import { RoleId, TeamId } from '../ids.js';
import { Role } from '../resources/role.js';
import { Team } from '../resources/team.js';
import { list, resource } from '../wire.js';

export const teamEvents = {
  // Names no team beside the one it carries.
  TEAM_UPDATED: observed(resource({ team: observed(Team, 'client:ts', 'client:py') }), 'client:ts', 'client:py'),
  TEAM_ROLE_CREATED: observed(
    resource({
      role: observed(Role, 'client:ts', 'client:py'),
      teamId: observed(TeamId, 'client:ts', 'client:py'),
    }),
    'client:ts',
    'client:py',
  ),
  TEAM_ROLE_DELETED: observed(
    resource({ roleId: observed(RoleId, 'client:ts'), teamId: observed(TeamId, 'client:ts') }),
    'client:ts',
  ),
  // All roles of the team (inferred), or those that changed.
  TEAM_ROLES_UPDATED: observed(
    resource({
      roles: observed(list(Role), 'client:ts', 'client:py'),
      teamId: observed(TeamId, 'client:ts', 'client:py'),
    }),
    'client:ts',
    'client:py',
  ),
} as const;
