import { observed } from '../certainty.js';
import { TeamId, UserId } from '../ids.js';
import { Application } from '../resources/application.js';
import { alsoReads, isRecord, resource } from '../wire.js';

const teamId = observed(TeamId, 'client:ts', 'client:py');

/** One revision of a client reads the payload itself as the application. */
function bareToMember(wire: unknown): unknown {
  if (!isRecord(wire) || 'application' in wire) return wire;
  const { teamId, ...application } = wire;
  return { teamId, application };
}

export const applicationEvents = {
  APPLICATION_CREATED: observed(
    alsoReads(resource({ application: observed(Application, 'client:ts'), teamId }), bareToMember),
    'client:ts',
    'client:py',
  ),
  // That `changedBy` is a user's id is inferred.
  APPLICATION_UPDATED: observed(
    resource({
      application: observed(Application, 'client:ts', 'client:py'),
      changedBy: observed(UserId, 'client:ts'),
      teamId,
    }),
    'client:ts',
    'client:py',
  ),
} as const;
