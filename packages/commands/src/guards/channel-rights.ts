import type { ChannelPermission, ChannelPlace, Holding, Role } from '@botwright/protocol';
import { channelPermissionHolding, grantsTeamPermission, privateChannelName } from '@botwright/protocol/facts';
import { teamPlaces } from '../arguments/team-things.js';
import type { CommandContext } from '../context.js';
import { readStandings, type Standings } from './standings.js';

/** Somebody whose permissions a guard asks for. */
export type Whose = 'author' | 'bot';

/** What author and bot may do in the channel of a call. How all that is said of roles combines is inferred. */
export class ChannelRights {
  constructor(
    private readonly standings: Standings,
    /** `undefined` where it cannot be read what the channel says of roles. */
    private readonly place: ChannelPlace | undefined,
    /** Which of the roles are listed with somebody. What everybody has is listed with nobody, or with each. */
    private readonly listed: ReadonlySet<string>,
  ) {}

  get roles(): readonly Role[] {
    return this.standings.roles;
  }

  /** The same, where more roles are known to be listed with somebody. */
  knowing(listed: Iterable<string>): ChannelRights {
    return new ChannelRights(this.standings, this.place, new Set([...this.listed, ...listed]));
  }

  holding(whose: Whose, permission: ChannelPermission): Holding {
    const { standings, place, listed } = this;
    const { owner, permissions } = standings[whose];
    if (owner || grantsTeamPermission(permissions, 'ADMINISTRATOR')) return { held: true };
    if (place === undefined) return { held: undefined, dependsOn: [] };
    const own = whose === 'author' ? standings.authorRoles : standings.botRoles;
    const idsOf = (roles: readonly Role[]) => roles.map(({ id }) => id);
    return channelPermissionHolding(place, permission, {
      given: idsOf(standings.roles.filter(({ id }) => own.has(id))),
      perhapsEveryones: idsOf(standings.roles.filter(({ id, botScope }) => !listed.has(id) && !botScope.userId)),
    });
  }
}

/**
 * Reads what the channel and its category say of roles, and who has which, once a call and anew for each.
 *
 * @returns `undefined` outside any team.
 * @throws {RequestRejected} when the bot may not read them.
 */
export async function readChannelRights(context: CommandContext): Promise<ChannelRights | undefined> {
  if (!context.inTeam) return undefined;
  const [standings, place] = await Promise.all([readStandings(context), readPlace(context)]);
  return standings && new ChannelRights(standings, place, new Set([...standings.authorRoles, ...standings.botRoles]));
}

/** `undefined` where the bot gets to know of the channel only that it is there, or not even that. */
async function readPlace(context: CommandContext): Promise<ChannelPlace | undefined> {
  const { channels, categories } = await teamPlaces(context);
  const channel = channels.find(({ id }) => id === context.channelId);
  if (channel === undefined || channel.name === privateChannelName) return undefined;
  const category = categories.find(({ id }) => id === channel.parentId);
  return channel.parentId === null || category !== undefined ? { channel, category } : undefined;
}
