import { Api, type Channel, inject, privateChannelName, type TeamId, type UserId } from 'botwright';
import { Rights } from './rights.js';

/** A team as it is now, seen for one member. */
export interface TeamSight {
  /** Those that the bot can see. */
  readonly channels: readonly Channel[];
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
    const visible = channels.filter(({ name }) => name !== privateChannelName);
    return { channels: visible, rights: new Rights({ team, roles, member, categories }) };
  }
}
