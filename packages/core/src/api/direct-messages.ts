import type { DirectMessage, UserId } from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** Private conversations. */
export class DirectMessages {
  constructor(private readonly rest: Rest) {}

  /**
   * Opens a private conversation (observed), or brings the one that is open already (inferred). What is said in it goes
   * through `messages` with its `channelId` (inferred).
   * @throws {RequestRejected} 403 for somebody who takes none, 404 without such a user (both inferred).
   */
  async open(users: UserId | readonly UserId[], options: CallOptions = {}): Promise<DirectMessage> {
    const ids = typeof users === 'string' ? [users] : users;
    const body = { users: ids.map((id) => ({ id })) };
    const answer = await this.rest.begin(endpoints.createDirectMessage, { body, ...options });
    return answer.DM;
  }

  /** Lists the bot's private conversations (observed). The specification does not have this call. */
  async list(options: CallOptions = {}): Promise<DirectMessage[]> {
    const answer = await this.rest.begin(endpoints.listDirectMessages, options);
    return answer.DMs;
  }
}
