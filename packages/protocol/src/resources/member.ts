import { z } from 'zod';
import { observed } from '../certainty.js';
import { RoleId, TeamId, UserId } from '../ids.js';
import { alsoReads, list, orNull, resource, Timestamp } from '../wire.js';
import { userMembers } from './user.js';

function numberFromDigits(wire: unknown): unknown {
  return typeof wire === 'string' && /^\d+$/.test(wire) ? Number(wire) : wire;
}

/** A user within a team. Role ids in `roles`; order carries no meaning. */
export const Member = resource({
  ...userMembers,
  joinedAt: observed(orNull(Timestamp), 'client:py', 'client:teamlify'),
  roles: observed(list(RoleId), 'client:py', 'client:teamlify'),
  // Null where the service leaves it out, as one client's latest model of a member does.
  teamId: observed(orNull(TeamId), 'client:py', 'client:teamlify'),
  // A decimal string in the one client that has it; code gets an integer, as a role's.
  permissions: observed(alsoReads(z.int().min(0), numberFromDigits).nullish(), 'client:py'),
}).meta({ id: 'Member' });
export type Member = z.output<typeof Member>;

function withUserId(wire: unknown): unknown {
  if (typeof wire !== 'object' || wire === null || 'userId' in wire) return wire;
  const { user } = wire as { user?: { id?: unknown } };
  return { ...wire, userId: user?.id };
}

/** An entry of the ban list. A user object may stand in place of `userId`; it is read as the id. */
export const Ban = z
  .preprocess(
    withUserId,
    resource({
      userId: observed(UserId, 'client:teamlify'),
      reason: observed(orNull(z.string()), 'client:teamlify'),
      bannedAt: observed(orNull(Timestamp), 'client:teamlify'),
    }),
  )
  .meta({ id: 'Ban' });
export type Ban = z.output<typeof Ban>;
