import { Api, type Channel, inject, privateChannelName, type RoleId, type TeamId, type UserId } from 'botwright';
import type { Sight } from './channels.js';
import { Rights } from './rights.js';

/** A team as it is now, seen for one member. */
export interface TeamSight {
  /** Those that the bot can see. */
  readonly channels: readonly Channel[];
  /** Those of them that the member can see too. */
  readonly visible: Sight;
  readonly rights: Rights;
}

/** Reads a team anew each time, so that a right taken away a moment ago is gone. */
export class TeamReader {
  constructor(@inject(Api) private readonly api: Api) {}

  /** @throws {RequestRejected} 404 when the user is no member any more (inferred). */
  async read(teamId: TeamId, userId: UserId): Promise<TeamSight> {
    const [team, roles, member, { channels, categories }] = await Promise.all([
      this.api.teams.get(teamId),
      this.api.roles.list(teamId),
      this.api.members.get(teamId, userId),
      this.api.channels.list(teamId),
    ]);
    const shown = channels.filter(({ name }) => name !== privateChannelName);
    const facts = { team, roles, member, categories };
    const rights = new Rights(facts);
    if (shown.every((channel) => isCertain(channel, rights))) return sightOf(shown, rights);
    // The list of all members is long, and read only where it may tell which roles are not everybody's.
    return sightOf(shown, new Rights({ ...facts, listed: await this.#rolesListed(teamId) }));
  }

  async #rolesListed(teamId: TeamId): Promise<RoleId[]> {
    const members = await this.api.members.list(teamId);
    return members.flatMap(({ roles }) => roles);
  }
}

function isCertain(channel: Channel, rights: Rights): boolean {
  const judged = [rights.maySee(channel), rights.mayWriteIn(channel), rights.mayAnnounceIn(channel)];
  return ![...judged, rights.mayDeleteAnnouncementsIn(channel)].includes(undefined);
}

function sightOf(channels: readonly Channel[], rights: Rights): TeamSight {
  const judged = channels.map((channel) => ({ channel, isSeen: rights.maySee(channel) }));
  const visible = {
    // To somebody who cannot see a channel, or perhaps not, it is not there.
    channels: judged.flatMap(({ channel, isSeen }) => (isSeen ? [channel] : [])),
    isCertain: judged.every(({ isSeen }) => isSeen !== undefined),
  };
  return { channels, visible, rights };
}
