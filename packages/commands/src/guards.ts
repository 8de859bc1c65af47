import type { TeamPermission, UserId } from '@botwright/protocol';
import type { CommandContext } from './context.js';
import type { CommandDefinition } from './definition.js';
import { NotInTeam, PermissionMissing } from './errors.js';
import { missingPermissions, type Standing, standingOf } from './standing.js';

/** Why a command may not run, as data. */
export type GuardRefusal = PermissionMissing | NotInTeam;

/**
 * Looks whether author and bot hold the team permissions that a command needs. Team, roles and members are read from
 * the service each time, so that a right taken away a moment ago is gone; a command that needs nothing costs no call.
 *
 * @returns `undefined` when the command may run.
 * @throws {RequestRejected} when the bot may not read them.
 */
export async function refusalOf(
  command: CommandDefinition,
  context: CommandContext,
): Promise<GuardRefusal | undefined> {
  if (command.needs.length === 0) return undefined;
  const standings = await readStandings(context);
  return standings === undefined ? new NotInTeam() : permissionRefusal(command.needs, standings);
}

/** Those of the commands that the author may run here. */
export async function runnableOf(
  commands: readonly CommandDefinition[],
  context: CommandContext,
): Promise<CommandDefinition[]> {
  if (commands.every(({ needs }) => needs.length === 0)) return [...commands];
  const standings = await readStandings(context);
  return commands.filter(({ needs }) => {
    if (needs.length === 0) return true;
    return standings !== undefined && permissionRefusal(needs, standings) === undefined;
  });
}

interface Standings {
  readonly author: Standing;
  readonly bot: Standing;
}

function permissionRefusal(
  needs: readonly TeamPermission[],
  { author, bot }: Standings,
): PermissionMissing | undefined {
  const authorLacks = missingPermissions(author, needs);
  if (authorLacks.length > 0) return new PermissionMissing('author', authorLacks);
  const botLacks = missingPermissions(bot, needs);
  return botLacks.length > 0 ? new PermissionMissing('bot', botLacks) : undefined;
}

async function readStandings(context: CommandContext): Promise<Standings | undefined> {
  if (!context.inTeam) return undefined;
  const { api, signal, teamId, author, bot } = context;
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
  };
}
