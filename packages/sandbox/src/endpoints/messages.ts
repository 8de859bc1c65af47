import type { EmojiId, Message, MessageId, Right } from '@botwright/protocol';
import { addReaction, hasReacted, type Reacting, removeReaction } from '../changes/message-reactions.js';
import { createMessage, deleteMessage, updateMessage } from '../changes/messages.js';
import { paced } from '../changes/slow-mode.js';
import { holdsRight } from '../permissions.js';
import type { MessageChannel } from '../world/message-channel.js';
import { existing } from '../world/state.js';
import { asMessage } from '../world/views.js';
import { type AnyCall, endpoints } from './endpoint.js';
import { demandMessageRight, reachMessage, reachMessageChannel } from './reach.js';

export const messageEndpoints = endpoints({
  createChannelMessage(call) {
    const channel = reachMessageChannel(call, call.params.channelId);
    demandMessageRight(call, channel);
    if (call.body.replyTo !== undefined) reachMessage(call, channel, call.body.replyTo);
    const write = createMessage(channel, { createdBy: call.caller.id }, call.body);
    return { message: call.apply(isPaced(call, channel) ? paced(channel, call.caller.id, write) : write) };
  },

  getChannelMessages(call) {
    const channel = reachMessageChannel(call, call.params.channelId);
    demandMessageRight(call, channel);
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
    demandMessageRight(call, channel);
    return { message: asMessage(call.world, message) };
  },

  updateChannelMessage(call) {
    const { channel, message } = reach(call, call.params);
    demandMessageRight(call, channel, message.createdBy);
    return { message: call.apply(updateMessage(channel, message, call.body)) };
  },

  deleteChannelMessage(call) {
    const { channel, message } = reach(call, call.params);
    demandMessageRight(call, channel, message.createdBy);
    call.apply(deleteMessage(channel, message.id));
    return {};
  },

  // Whoever sees a message may react to it: the service knows no right for it.
  reactToMessage(call) {
    const reacting = reachReacting(call, call.params);
    if (!hasReacted(reacting)) call.apply(addReaction(reacting));
    return { message: messageOf(call, reacting) };
  },

  deleteReactionFromMessage(call) {
    const reacting = reachReacting(call, call.params);
    if (hasReacted(reacting)) call.apply(removeReaction(reacting));
    return { message: messageOf(call, reacting) };
  },
});

function reach(call: AnyCall, { channelId, messageId }: { channelId: string; messageId: MessageId }) {
  const channel = reachMessageChannel(call, channelId);
  return { channel, message: reachMessage(call, channel, messageId) };
}

function reachReacting(call: AnyCall, path: { channelId: string; messageId: MessageId; emojiId: EmojiId }): Reacting {
  return { ...reach(call, path), emojiId: path.emojiId, userId: call.caller.id };
}

/** The message as it is after the call. */
function messageOf(call: AnyCall, { channel, message }: Reacting): Message {
  return asMessage(call.world, reachMessage(call, channel, message.id));
}

/** Slow mode is for those who do not look after the channel. */
function isPaced(call: AnyCall, channel: MessageChannel): boolean {
  if (channel.teamId === null) return false;
  const place = { team: existing(call.world.teams, channel.teamId), channel };
  const exempting: readonly Right[] = ['channel:MANAGE_MESSAGES', 'team:MANAGE_CHANNELS'];
  return call.world.enforcesPermissions && !exempting.some((right) => holdsRight(call.caller.id, right, place));
}
