import type { BodyOf, ClientUser, Operations, User, UserId } from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** What the bot says of itself beside its name. */
export type StatusDraft = BodyOf<Operations['setCustomStatus']>;

/** Accounts, whatever team they are in. */
export class Users {
  constructor(private readonly rest: Rest) {}

  /**
   * Reads one user (observed).
   * @throws {RequestRejected} 404 without such a user (inferred).
   */
  async get(userId: UserId, options: CallOptions = {}): Promise<User> {
    const answer = await this.rest.begin(endpoints.getUserById, { params: { userId }, ...options });
    return answer.user;
  }

  /** Reads the bot's own account (observed). READY brings the same without a call: `client.user`. */
  async me(options: CallOptions = {}): Promise<ClientUser> {
    const answer = await this.rest.begin(endpoints.getLoggedInUser, options);
    return answer.user;
  }

  /**
   * Sets the bot's custom status (observed). The specification does not have this call.
   * @param status - A text, an emoji, or both.
   */
  async setStatus(status: StatusDraft, options: CallOptions = {}): Promise<void> {
    await this.rest.begin(endpoints.setCustomStatus, { body: status, ...options });
  }

  /** Clears the bot's custom status (observed). The specification does not have this call. */
  async clearStatus(options: CallOptions = {}): Promise<void> {
    await this.rest.begin(endpoints.deleteCustomStatus, options);
  }
}
