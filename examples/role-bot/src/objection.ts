import { type CommandContext, type Member, type Role, type Standing, standingOf } from 'botwright';

/**
 * What stands against handing out a role, as a sentence; `undefined` when nothing does. Guards know nothing of the
 * arguments, so a rule about an argument is asked here. Read anew each time: roles move.
 */
export async function objectionTo(role: Role, ctx: CommandContext): Promise<string | undefined> {
  const { api, teamId, author, bot } = ctx;
  if (role.botScope.userId) return `The role ${role.name} belongs to a bot, so nobody can be given it.`;
  const [team, roles, authorMember, botMember] = await Promise.all([
    api.teams.get(teamId),
    api.roles.list(teamId),
    api.members.get(teamId, author.id),
    api.members.get(teamId, bot.id),
  ]);
  const standing = (member: Member): Standing => standingOf({ team, roles, member });
  if (!isBelow(role, standing(authorMember))) return `The role ${role.name} does not stand below your highest role.`;
  if (!isBelow(role, standing(botMember))) return `The role ${role.name} does not stand below my highest role.`;
  return undefined;
}

function isBelow({ priority }: Role, { owner, rank }: Standing): boolean {
  return owner || rank > priority;
}
