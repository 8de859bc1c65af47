import type { Ready } from './events.js';
import { momentOf } from './moment.js';
import { completeUser } from './read-user.js';
import { Unreadable } from './unreadable.js';

type Loose = Record<string, unknown>;

/**
 * Reads the first frame of a connection without its schema: it looks only at what code cannot do without, and fills in the
 * members that may be missing, in place.
 */
export function readReady(payload: unknown): Ready | Unreadable {
  if (!isObject(payload)) return new Unreadable('the payload is not an object');
  payload['teams'] ??= [];
  const problem = strangeUser(payload['user']) ?? strangeTeams(payload['teams']);
  return problem === undefined ? (payload as Ready) : new Unreadable(problem);
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function strangeUser(user: unknown): string | undefined {
  if (!isObject(user)) return 'user: is not an object';
  if (typeof user['id'] !== 'string') return 'user.id: is not a string';
  if (typeof user['username'] !== 'string') return 'user.username: is not a string';
  completeUser(user);
  user['verified'] ??= false;
  user['disabled'] ??= false;
  if (typeof user['privateFlags'] !== 'string') user['privateFlags'] = String(user['privateFlags'] ?? 0);
  return undefined;
}

function strangeTeams(teams: unknown): string | undefined {
  if (!Array.isArray(teams)) return 'teams: is not a list';
  for (const [index, team] of teams.entries()) {
    const problem = completeTeam(team);
    if (problem !== undefined) return `teams.${index}${problem}`;
  }
  return undefined;
}

function completeTeam(team: unknown): string | undefined {
  if (!isObject(team)) return ': is not an object';
  for (const member of ['id', 'name', 'createdBy']) {
    if (typeof team[member] !== 'string') return `.${member}: is not a string`;
  }
  const createdAt = momentOf(team['createdAt']);
  if (createdAt === undefined) return '.createdAt: is no moment';
  team['createdAt'] = createdAt;
  for (const member of ['profilePicture', 'banner', 'description', 'defaultChannelId', 'discoverableInvite']) {
    team[member] ??= null;
  }
  for (const member of ['isVerified', 'isSuspended', 'isDiscoverable', 'isSafeForTeen', 'isTournament']) {
    team[member] ??= false;
  }
  team['games'] ??= [];
  team['memberCount'] ??= 0;
  return undefined;
}
