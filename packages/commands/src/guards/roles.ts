import { codeSpan } from '../code-text.js';
import { normaliseName } from '../names.js';
import { type CallGuard, guardOf } from './guard.js';
import { readStandings } from './standings.js';

/** The author has one of these roles, by id or by name; case does not matter. A name that several roles have means each. */
export function hasRole(...roles: readonly [string, ...string[]]): CallGuard {
  return guardOf({
    name: `hasRole(${roles.join(', ')})`,
    phrase: (texts) => texts.guards.role(texts.or(roles.map(codeSpan))),
    async refuse(context) {
      const standings = await readStandings(context);
      if (standings === undefined) return { code: 'NOT_IN_TEAM' };
      const held = standings.roles.filter(({ id }) => standings.authorRoles.has(id));
      const isHeld = roles.some((wanted) => held.some((role) => means(wanted, role)));
      return isHeld ? undefined : { code: 'ROLE_MISSING', roles };
    },
  });
}

/**
 * The author's highest role stands at least as high as this one, by id or name; the owner of the team stands above all.
 * Of several roles of that name the highest counts. A role that the team lacks lets nobody but the owner through.
 */
export function rankOf(role: string): CallGuard {
  return guardOf({
    name: `rankOf(${role})`,
    phrase: (texts) => texts.guards.rank(codeSpan(role)),
    async refuse(context) {
      const standings = await readStandings(context);
      if (standings === undefined) return { code: 'NOT_IN_TEAM' };
      const { author, roles } = standings;
      const least = Math.max(...roles.filter((one) => means(role, one)).map(({ priority }) => priority));
      const isHigh = author.owner || (Number.isFinite(least) && author.rank >= least);
      return isHigh ? undefined : { code: 'RANK_TOO_LOW', role };
    },
  });
}

/** The author owns the team. */
export function teamOwner(): CallGuard {
  return guardOf({
    name: 'teamOwner',
    phrase: (texts) => texts.guards.teamOwner,
    async refuse(context) {
      const standings = await readStandings(context);
      if (standings === undefined) return { code: 'NOT_IN_TEAM' };
      return standings.author.owner ? undefined : { code: 'NOT_TEAM_OWNER' };
    },
  });
}

/** The author is one of the bot's owners, as the bot was told them. */
export function botOwner(): CallGuard {
  return guardOf({
    name: 'botOwner',
    phrase: (texts) => texts.guards.botOwner,
    refuse: ({ byOwner }) => (byOwner ? undefined : { code: 'NOT_BOT_OWNER' }),
  });
}

function means(wanted: string, { id, name }: { readonly id: string; readonly name: string }): boolean {
  return id === wanted || normaliseName(name) === normaliseName(wanted);
}
