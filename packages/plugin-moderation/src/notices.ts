import { Api, BotwrightError, Client, inject, type UserId } from 'botwright';

/** Tells people in private what a moderator did. */
export class Notices {
  constructor(
    @inject(Api) private readonly api: Api,
    @inject(Client) private readonly client: Client,
  ) {}

  /** Whether the notice could be sent. That it could not is logged and never stands in the way of what it is about. */
  async send(userId: UserId, content: string): Promise<boolean> {
    try {
      const { channelId } = await this.api.directMessages.open(userId);
      await this.api.messages.create(channelId, { content });
      return true;
    } catch (err) {
      if (!(err instanceof BotwrightError)) throw err;
      this.client.log.info({ err, userId }, 'a notice to a member could not be sent');
      return false;
    }
  }
}

/** What the moderator reads about it. */
export function noticeOutcome(sent: boolean): string {
  return sent ? 'They got a notice.' : 'They could not be sent a notice.';
}
