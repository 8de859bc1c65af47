import { Api, type EventPayload, inject, Listener, On } from 'botwright';

@Listener()
export class Welcome {
  constructor(@inject(Api) private readonly api: Api) {}

  @On('USER_JOINED_TEAM')
  async greet({ user, teamId }: EventPayload<'USER_JOINED_TEAM'>): Promise<void> {
    const team = await this.api.teams.get(teamId);
    if (team.defaultChannelId === null) return;
    await this.api.messages.create(team.defaultChannelId, { content: `Welcome to ${team.name}, ${user.username}!` });
  }
}
