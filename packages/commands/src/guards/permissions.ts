import type { TeamPermission } from '@botwright/protocol';
import { permissionWords } from '../permission-words.js';
import { missingPermissions } from '../standing.js';
import { type CallGuard, type GuardRefusal, guardOf } from './guard.js';
import { readStandings, type Standings } from './standings.js';

type Permissions = readonly [TeamPermission, ...TeamPermission[]];

/** The author holds these team permissions; the owner of the team holds all. */
export function authorMay(...permissions: Permissions): CallGuard {
  return guardOf({
    name: `authorMay(${permissions.join(', ')})`,
    phrase: (texts) => texts.guards.youMay(permissionWords(permissions, texts)),
    refuse: async (context) => lack(await readStandings(context), 'author', permissions),
  });
}

/** The bot holds these team permissions. */
export function botMay(...permissions: Permissions): CallGuard {
  return guardOf({
    name: `botMay(${permissions.join(', ')})`,
    phrase: (texts) => texts.guards.iMay(permissionWords(permissions, texts)),
    refuse: async (context) => lack(await readStandings(context), 'bot', permissions),
  });
}

/** Author and bot hold these team permissions, so that nobody does by the bot what they may not do themselves. */
export function bothMay(...permissions: Permissions): CallGuard {
  return guardOf({
    name: `bothMay(${permissions.join(', ')})`,
    phrase: (texts) => texts.guards.bothMay(permissionWords(permissions, texts)),
    async refuse(context) {
      const standings = await readStandings(context);
      return lack(standings, 'author', permissions) ?? lack(standings, 'bot', permissions);
    },
  });
}

function lack(
  standings: Standings | undefined,
  whose: 'author' | 'bot',
  permissions: Permissions,
): GuardRefusal | undefined {
  if (standings === undefined) return { code: 'NOT_IN_TEAM' };
  const missing = missingPermissions(standings[whose], permissions);
  return missing.length === 0 ? undefined : { code: 'PERMISSION_MISSING', whose, missing };
}
