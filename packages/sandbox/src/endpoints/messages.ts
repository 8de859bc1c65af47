import type { Channel, MessageId } from '@botwright/protocol';
import { createMessage, deleteMessage, updateMessage } from '../changes/messages.js';
import { existing } from '../world/state.js';
import { asMessage } from '../world/views.js';
import { type AnyCall, endpoints } from './endpoint.js';
import { demandRight, reachMessage, reachTextChannel } from './reach.js';

export const messageEndpoints = endpoints({
  createChannelMessage(call) {
    const channel = reachTextChannel(call, call.params.channelId);
    demandRight(call, { team: teamOf(call, channel), channel });
    if (call.body.replyTo !== undefined) reachMessage(call, channel, call.body.replyTo);
    return { message: call.apply(createMessage(channel, call.caller.id, call.body)) };
  },

  getChannelMessages(call) {
    const channel = reachTextChannel(call, call.params.channelId);
    demandRight(call, { team: teamOf(call, channel), channel });
    const { limit, offset } = call.query;
    const stored = existing(call.world.messages, channel.id);
    const page = [...stored.values()].reverse().slice(offset, offset + limit);
    const repliedTo = new Set(page.flatMap(({ replyTo }) => replyTo ?? []));
    return {
      messages: page.map((message) => asMessage(call.world, message)),
      // A message that was deleted since cannot be shown.
      replyMessages: [...repliedTo].flatMap((id) => stored.get(id) ?? []).map((it) => asMessage(call.world, it)),
    };
  },

  getChannelMessageById(call) {
    const { channel, message } = reach(call, call.params);
    demandRight(call, { team: teamOf(call, channel), channel });
    return { message: asMessage(call.world, message) };
  },

  updateChannelMessage(call) {
    const { channel, message } = reach(call, call.params);
    demandRight(call, { team: teamOf(call, channel), channel, authorId: message.createdBy });
    return { message: call.apply(updateMessage(channel, message, call.body)) };
  },

  deleteChannelMessage(call) {
    const { channel, message } = reach(call, call.params);
    demandRight(call, { team: teamOf(call, channel), channel, authorId: message.createdBy });
    call.apply(deleteMessage(channel, message.id));
    return {};
  },
});

function reach(call: AnyCall, { channelId, messageId }: { channelId: string; messageId: MessageId }) {
  const channel = reachTextChannel(call, channelId);
  return { channel, message: reachMessage(call, channel, messageId) };
}

function teamOf({ world }: AnyCall, channel: Channel) {
  return existing(world.teams, channel.teamId);
}
