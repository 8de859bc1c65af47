import { type Category, type Channel, type ChannelId, operations, type TeamId } from '@botwright/protocol';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** Channels of teams. */
export class Channels {
  constructor(private readonly rest: Rest) {}

  /**
   * Lists a team's channels and the categories that group them (observed). A channel the bot may not see can be listed
   * with the name `__PRIVATE_CHANNEL__` (observed).
   * @throws {RequestRejected} 404 without such a team (inferred).
   */
  async list(teamId: TeamId, options: CallOptions = {}): Promise<{ channels: Channel[]; categories: Category[] }> {
    const { channels, categories } = await this.rest.call(operations.getTeamChannels, {
      params: { teamId },
      ...options,
    });
    return { channels, categories };
  }

  /**
   * Reads one channel (observed).
   * @throws {RequestRejected} 404 without such a channel (inferred).
   */
  async get(teamId: TeamId, channelId: ChannelId, options: CallOptions = {}): Promise<Channel> {
    const params = { teamId, channelId };
    const answer = await this.rest.call(operations.getChannelById, { params, ...options });
    return answer.channel;
  }
}
