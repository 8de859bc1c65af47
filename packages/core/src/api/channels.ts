import type {
  Category,
  Channel,
  ChannelChange,
  ChannelDraft,
  ChannelId,
  ChannelPriorities,
  PermissionOverwriteInput,
  RoleId,
  TeamId,
} from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** Where one channel of a team is to stand. */
export type ChannelPriority = ChannelPriorities['channels'][number];

/** Channels of teams. */
export class Channels {
  constructor(private readonly rest: Rest) {}

  /**
   * Lists a team's channels and the categories that group them (observed). A channel the bot may not see can be listed
   * with the name `__PRIVATE_CHANNEL__` (observed).
   * @throws {RequestRejected} 404 without such a team (inferred).
   */
  async list(teamId: TeamId, options: CallOptions = {}): Promise<{ channels: Channel[]; categories: Category[] }> {
    const { channels, categories } = await this.rest.begin(endpoints.getTeamChannels, {
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
    const answer = await this.rest.begin(endpoints.getChannelById, { params, ...options });
    return answer.channel;
  }

  /**
   * Creates a channel (stated). The service's method for it is PUT (observed), but a second call makes a second channel,
   * so it is not repeated where its answer got lost.
   * @param draft - `name` of 1 to 20 characters (observed in one client, not checked here); `type` is `text` when left
   * out; `additionalData` for watch-stream channels alone (observed).
   * @throws {RequestRejected} 403 without MANAGE_CHANNELS, 404 without such a team (both inferred).
   * @throws {OutcomeUnknown} when the channel may have been created all the same.
   */
  async create(teamId: TeamId, draft: ChannelDraft, options: CallOptions = {}): Promise<Channel> {
    const answer = await this.rest.begin(endpoints.createTeamChannel, { params: { teamId }, body: draft, ...options });
    return answer.channel;
  }

  /**
   * Changes a channel (observed).
   * @param change - `name` has to be there, also when it stays: every client sends it each time (observed).
   * @returns The channel, when the service sends it along (inferred).
   * @throws {RequestRejected} 403 without MANAGE_CHANNELS in the team or MANAGE_CHANNEL there, 404 without such a channel
   * (both inferred).
   */
  async update(
    teamId: TeamId,
    channelId: ChannelId,
    change: ChannelChange,
    options: CallOptions = {},
  ): Promise<Channel | undefined> {
    const params = { teamId, channelId };
    const answer = await this.rest.begin(endpoints.updateTeamChannel, { params, body: change, ...options });
    return answer.channel;
  }

  /**
   * Deletes a channel (stated).
   * @throws {RequestRejected} 403 without MANAGE_CHANNELS in the team or MANAGE_CHANNEL there, 404 without such a channel
   * (both inferred).
   */
  async delete(teamId: TeamId, channelId: ChannelId, options: CallOptions = {}): Promise<void> {
    const params = { teamId, channelId };
    await this.rest.begin(endpoints.deleteTeamChannel, { params, ...options });
  }

  /**
   * Makes another channel like this one (stated). Whether its messages come along is not known.
   * @returns The new channel.
   * @throws {RequestRejected} 403 without MANAGE_CHANNELS, 404 without such a channel (both inferred).
   */
  async duplicate(teamId: TeamId, channelId: ChannelId, options: CallOptions = {}): Promise<Channel> {
    const params = { teamId, channelId };
    const answer = await this.rest.begin(endpoints.duplicateChannel, { params, ...options });
    return answer.channel;
  }

  /**
   * Sets where the channels of a team stand (stated; the members of the entries are inferred).
   * @throws {RequestRejected} 403 without MANAGE_CHANNELS, 404 without such a team (both inferred).
   */
  async setPriorities(
    teamId: TeamId,
    priorities: readonly ChannelPriority[],
    options: CallOptions = {},
  ): Promise<void> {
    const body = { channels: [...priorities] };
    await this.rest.begin(endpoints.updateChannelPriorities, { params: { teamId }, body, ...options });
  }

  /**
   * Sets what a role may and may not do in a channel (observed), in place of what was set before (inferred). A bit that
   * is in neither number leaves the role what it has in the team.
   * @param overwrite - `channelPermissionBits` name the bits; they differ between types of channels.
   * @throws {RequestRejected} 403 without MANAGE_ROLES in the team or MANAGE_CHANNEL there, 404 without such a channel or
   * role (both inferred).
   */
  async setRolePermissions(
    teamId: TeamId,
    channelId: ChannelId,
    roleId: RoleId,
    overwrite: PermissionOverwriteInput,
    options: CallOptions = {},
  ): Promise<void> {
    const params = { teamId, channelId, roleId };
    await this.rest.begin(endpoints.updateChannelRolePermissions, { params, body: overwrite, ...options });
  }
}
