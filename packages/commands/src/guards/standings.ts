import type { Role, UserId } from '@botwright/protocol';
import { askOnce } from '../arguments/named-things.js';
import type { CommandContext } from '../context.js';
import { type Standing, standingOf } from '../standing.js';

/** What author and bot are in the team of a call. */
export interface Standings {
  readonly author: Standing;
  readonly bot: Standing;
  readonly authorRoles: ReadonlySet<string>;
  readonly botRoles: ReadonlySet<string>;
  readonly roles: readonly Role[];
}

/**
 * Reads team, roles and both members from the service, once a call and anew for each: a right that was taken away a
 * moment ago is gone.
 *
 * @returns `undefined` outside any team.
 * @throws {RequestRejected} when the bot may not read them.
 */
export async function readStandings(context: CommandContext): Promise<Standings | undefined> {
  if (!context.inTeam) return undefined;
  return askOnce(context, 'standings', () => readAnew(context));
}

async function readAnew({ api, signal, teamId, author, bot }: CommandContext): Promise<Standings> {
  const memberOf = (userId: UserId) => api.members.get(teamId, userId, { signal });
  const [team, roles, authorMember, botMember] = await Promise.all([
    api.teams.get(teamId, { signal }),
    api.roles.list(teamId, { signal }),
    memberOf(author.id),
    memberOf(bot.id),
  ]);
  return {
    author: standingOf({ team, roles, member: authorMember }),
    bot: standingOf({ team, roles, member: botMember }),
    authorRoles: new Set(authorMember.roles),
    botRoles: new Set(botMember.roles),
    roles,
  };
}
