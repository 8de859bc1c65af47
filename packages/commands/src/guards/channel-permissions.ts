import type { ChannelPermission, RoleId } from '@botwright/protocol';
import { teamMembers } from '../arguments/people.js';
import type { CommandContext } from '../context.js';
import { channelPermissionWords } from '../permission-words.js';
import { type ChannelRights, readChannelRights, type Whose } from './channel-rights.js';
import { type CallGuard, type GuardRefusal, guardOf, isUncertain } from './guard.js';

type Permissions = readonly [ChannelPermission, ...ChannelPermission[]];

/**
 * The author holds these permissions in the channel of the message, and sees it; the owner and administrators of the team
 * hold all. Where that depends on which role everybody has, which the service does not say, nobody is let through.
 */
export function authorMayHere(...permissions: Permissions): CallGuard {
  return guardOf({
    name: `authorMayHere(${permissions.join(', ')})`,
    phrase: (texts) => texts.guards.youMayHere(channelPermissionWords(permissions, texts)),
    refuse: (context) => refusalOf(context, ['author'], permissions),
  });
}

/** The bot holds these permissions in the channel of the message, and sees it; as {@link authorMayHere}. */
export function botMayHere(...permissions: Permissions): CallGuard {
  return guardOf({
    name: `botMayHere(${permissions.join(', ')})`,
    phrase: (texts) => texts.guards.iMayHere(channelPermissionWords(permissions, texts)),
    refuse: (context) => refusalOf(context, ['bot'], permissions),
  });
}

/** Author and bot hold these permissions in the channel of the message, and see it; as {@link authorMayHere}. */
export function bothMayHere(...permissions: Permissions): CallGuard {
  return guardOf({
    name: `bothMayHere(${permissions.join(', ')})`,
    phrase: (texts) => texts.guards.bothMayHere(channelPermissionWords(permissions, texts)),
    refuse: (context) => refusalOf(context, ['author', 'bot'], permissions),
  });
}

async function refusalOf(
  context: CommandContext,
  people: readonly Whose[],
  permissions: Permissions,
): Promise<GuardRefusal | undefined> {
  const rights = await readChannelRights(context);
  if (rights === undefined) return { code: 'NOT_IN_TEAM' };
  const refusal = certainFirst(rights, people, permissions);
  if (refusal?.code !== 'CHANNEL_PERMISSION_UNCERTAIN' || refusal.dependsOn.length === 0) return refusal;
  // The list of all members is long, and read only where it may tell that none of those roles is everybody's.
  const members = await teamMembers(context);
  return certainFirst(rights.knowing(members.flatMap(({ roles }) => roles)), people, permissions);
}

function certainFirst(
  rights: ChannelRights,
  people: readonly Whose[],
  permissions: Permissions,
): GuardRefusal | undefined {
  const refusals = people.flatMap((whose) => lack(rights, whose, permissions) ?? []);
  return refusals.find((refusal) => !isUncertain(refusal)) ?? refusals[0];
}

function lack(rights: ChannelRights, whose: Whose, permissions: Permissions): GuardRefusal | undefined {
  // Whoever does not see a channel holds nothing in it, so that is what they lack then.
  const wanted = [...new Set<ChannelPermission>(['VIEW_CHANNEL', ...permissions])];
  const missing = wanted.filter((permission) => rights.holding(whose, permission).held === false);
  if (missing.length > 0) return { code: 'CHANNEL_PERMISSION_MISSING', whose, missing };
  const open = wanted.flatMap((permission) => {
    const holding = rights.holding(whose, permission);
    return holding.held === undefined ? [{ permission, dependsOn: holding.dependsOn }] : [];
  });
  if (open.length === 0) return undefined;
  const ids = new Set<RoleId>(open.flatMap(({ dependsOn }) => dependsOn));
  const dependsOn = rights.roles.filter(({ id }) => ids.has(id)).map(({ id, name }) => ({ id, name }));
  return {
    code: 'CHANNEL_PERMISSION_UNCERTAIN',
    whose,
    uncertain: open.map(({ permission }) => permission),
    dependsOn,
  };
}
