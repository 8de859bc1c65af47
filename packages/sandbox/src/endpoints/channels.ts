import { mayView } from '../permissions.js';
import { Refusal } from '../refusal.js';
import { asPrivateChannel } from '../world/views.js';
import { endpoints } from './endpoint.js';
import { reachChannel, reachTeam } from './reach.js';

export const channelEndpoints = endpoints({
  getTeamChannels(call) {
    const { team, categories } = reachTeam(call, call.params.teamId);
    const channels = [...call.world.channels.values()].filter(({ teamId }) => teamId === team.id);
    return {
      channels: channels.map((channel) =>
        mayView(call.world, channel, call.caller.id) ? channel : asPrivateChannel(channel),
      ),
      categories: [...categories.values()],
    };
  },

  getChannelById(call) {
    const { team } = reachTeam(call, call.params.teamId);
    const channel = reachChannel(call, call.params.channelId);
    if (channel.teamId !== team.id) throw Refusal.unknown('channel', channel.id);
    return { channel };
  },
});
