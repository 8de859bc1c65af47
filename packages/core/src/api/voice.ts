import type { BodyOf, ChannelId, Operations, QueryOf, TeamId, UserId } from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import { RequestRejected } from '../errors.js';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** Whether the bot speaks and hears; each is false when left out (observed). */
export type VoiceEntry = NonNullable<QueryOf<Operations['getVoiceCredentials']>>;
/** Whether the bot speaks and hears from now on. */
export type VoiceState = BodyOf<Operations['updateVoiceMetadata']>;

const leaveByPost = { ...endpoints.leaveVoiceChannel, ...endpoints.leaveVoiceChannel.alternatives?.[0] };

/** Voice channels: who is in them. Sound goes through a media server whose protocol is not documented. */
export class Voice {
  constructor(private readonly rest: Rest) {}

  /**
   * Joins a voice channel (observed).
   * @returns The token for the media server.
   * @throws {RequestRejected} 403 without CONNECT, 404 without such a channel (both inferred).
   */
  async join(teamId: TeamId, channelId: ChannelId, entry: VoiceEntry = {}, options: CallOptions = {}): Promise<string> {
    const params = { teamId, channelId };
    const answer = await this.rest.begin(endpoints.getVoiceCredentials, { params, query: entry, ...options });
    return answer.token;
  }

  /**
   * Leaves a voice channel (observed). Clients disagree about the method: where the service does not know GET, POST
   * follows.
   * @throws {RequestRejected} 404 for a channel the bot is not in (inferred).
   */
  async leave(teamId: TeamId, channelId: ChannelId, options: CallOptions = {}): Promise<void> {
    const input = { params: { teamId, channelId }, ...options };
    try {
      await this.rest.begin(endpoints.leaveVoiceChannel, input);
    } catch (error) {
      if (!isUnknownRoute(error)) throw error;
      await this.rest.begin(leaveByPost, input);
    }
  }

  /**
   * Tells the others whether the bot speaks and hears (observed).
   * @throws {RequestRejected} 404 for a channel the bot is not in (inferred).
   */
  async update(teamId: TeamId, channelId: ChannelId, state: VoiceState, options: CallOptions = {}): Promise<void> {
    const params = { teamId, channelId };
    await this.rest.begin(endpoints.updateVoiceMetadata, { params, body: state, ...options });
  }

  /**
   * Moves a member from one voice channel to another (observed).
   * @param channelId - Where the member goes.
   * @param fromChannelId - Where the member is.
   * @throws {RequestRejected} 403 without MOVE_MEMBERS, 404 for somebody who is not there (both inferred).
   */
  async move(
    teamId: TeamId,
    channelId: ChannelId,
    userId: UserId,
    fromChannelId: ChannelId,
    options: CallOptions = {},
  ): Promise<void> {
    const params = { teamId, channelId };
    await this.rest.begin(endpoints.moveMember, { params, body: { userId, fromChannelId }, ...options });
  }

  /**
   * Puts a member out of a voice channel (observed).
   * @throws {RequestRejected} 403 without DISCONNECT there, 404 for somebody who is not there (both inferred).
   */
  async disconnect(teamId: TeamId, channelId: ChannelId, userId: UserId, options: CallOptions = {}): Promise<void> {
    const params = { teamId, channelId, userId };
    await this.rest.begin(endpoints.disconnectMember, { params, ...options });
  }
}

function isUnknownRoute(error: unknown): boolean {
  return error instanceof RequestRejected && (error.status === 404 || error.status === 405);
}
