import { Api, type Ban, inject, limits, type TeamId, type UserId } from 'botwright';

/** Who is banned from a team, read from the service each time. */
export class BanList {
  constructor(@inject(Api) private readonly api: Api) {}

  /** At most as many as the service gives in one answer; it has no second page. */
  of(teamId: TeamId): Promise<Ban[]> {
    return this.api.members.bans(teamId, { limit: limits.bansPerPage.value });
  }

  async includes(teamId: TeamId, userId: UserId): Promise<boolean> {
    return (await this.of(teamId)).some((ban) => ban.userId === userId);
  }
}
