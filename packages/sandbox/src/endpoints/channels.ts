import { Channel, type ChannelId, type TeamId } from '@botwright/protocol';
import { z } from 'zod';
import { readInput } from '../bad-input.js';
import {
  createChannel,
  deleteChannel,
  duplicateChannel,
  orderChannels,
  overwriteChannel,
  updateChannel,
} from '../changes/channels.js';
import { mayView } from '../permissions.js';
import { Refusal } from '../refusal.js';
import { channelsOf } from '../world/channels.js';
import type { WorldView } from '../world/state.js';
import { asPrivateChannel } from '../world/views.js';
import { endpoints } from './endpoint.js';
import { reachRole, reachTeam, reachTeamByRight, reachTeamChannel, reachTeamChannelByRight } from './reach.js';

/** Taken beside what the contract names, which knows of no way to set them. */
const Settings = z.object({
  rateLimitPerUser: Channel.shape.rateLimitPerUser.unwrap().optional(),
  userLimit: Channel.shape.userLimit.unwrap().optional(),
});

export const channelEndpoints = endpoints({
  getTeamChannels(call) {
    const { team, categories } = reachTeam(call, call.params.teamId);
    return {
      channels: channelsOf(call.world, team.id).map((channel) =>
        mayView(call.world, channel, call.caller.id) ? channel : asPrivateChannel(channel),
      ),
      categories: [...categories.values()],
    };
  },

  getChannelById(call) {
    return { channel: reachTeamChannel(call, call.params).channel };
  },

  createTeamChannel(call) {
    const { teamId } = call.params;
    reachTeamByRight(call, teamId);
    return { channel: call.apply(createChannel(teamId, call.caller.id, call.body)) };
  },

  updateTeamChannel(call) {
    const { channel } = reachTeamChannelByRight(call, call.params);
    const settings = readInput(Settings, call.body, 'the body');
    return { channel: call.apply(updateChannel(channel, call.body, settings)) };
  },

  deleteTeamChannel(call) {
    const { channel } = reachTeamChannelByRight(call, call.params);
    call.apply(deleteChannel(channel));
    return {};
  },

  duplicateChannel(call) {
    const { channel } = reachTeamChannelByRight(call, call.params);
    return { channel: call.apply(duplicateChannel(channel, call.caller.id)) };
  },

  updateChannelPriorities(call) {
    const { teamId } = call.params;
    reachTeamByRight(call, teamId);
    const priorities = new Map(call.body.channels.map(({ id, priority }) => [id, priority]));
    for (const id of priorities.keys()) demandTeamChannel(call.world, teamId, id);
    return { channels: call.apply(orderChannels(teamId, priorities, null)) };
  },

  updateChannelRolePermissions(call) {
    const { team, channel } = reachTeamChannelByRight(call, call.params);
    const role = reachRole(team, call.params.roleId);
    return { channel: call.apply(overwriteChannel(channel, role.id, call.body)) };
  },
});

/** Whoever may order the channels of a team may name those that they cannot see. */
function demandTeamChannel(world: WorldView, teamId: TeamId, channelId: ChannelId): void {
  if (world.channels.get(channelId)?.teamId !== teamId) throw Refusal.unknown('channel', channelId);
}
