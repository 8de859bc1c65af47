import type { ChannelPermission, ChannelPlace, Holding, Role } from '@botwright/protocol';
import { channelPlaceOf, perhapsEveryones } from '@botwright/protocol/facts';
import { teamPlaces } from '../arguments/team-things.js';
import type { CommandContext } from '../context.js';
import { channelHolding } from '../standing.js';
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
    const { roles } = standings;
    const own = whose === 'author' ? standings.authorRoles : standings.botRoles;
    return channelHolding(standings[whose], place, permission, {
      given: roles.filter(({ id }) => own.has(id)).map(({ id }) => id),
      perhapsEveryones: perhapsEveryones(roles, listed),
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
  return channel && channelPlaceOf(channel, categories);
}
