import type { EmojiId, Reaction, UserId } from '@botwright/protocol';
import { type Change, worldEvent } from '../world/change.js';
import type { MessageChannel } from '../world/message-channel.js';
import { existing, type StoredMessage } from '../world/state.js';
import { viewersOf } from './audience.js';

type Reactors = Reaction['users'];

/** Somebody's reaction to a message, there or not. */
export interface Reacting {
  readonly channel: MessageChannel;
  readonly message: StoredMessage;
  readonly emojiId: EmojiId;
  readonly userId: UserId;
}

export function hasReacted({ message, emojiId, userId }: Reacting): boolean {
  return reactorsOf(message, emojiId).some((reactor) => reactor.userId === userId);
}

export function addReaction(reacting: Reacting): Change<void> {
  return (state, stamp) => {
    const { message, emojiId, userId } = reacting;
    const users = [...reactorsOf(message, emojiId), { userId, timestamp: stamp.now() }];
    return storeReactors('MESSAGE_REACTION_ADDED', reacting, users)(state, stamp);
  };
}

export function removeReaction(reacting: Reacting): Change<void> {
  const { message, emojiId, userId } = reacting;
  const users = reactorsOf(message, emojiId).filter((reactor) => reactor.userId !== userId);
  return storeReactors('MESSAGE_REACTION_REMOVED', reacting, users);
}

function reactorsOf({ reactions }: StoredMessage, emojiId: EmojiId): Reactors {
  return reactions.find((reaction) => reaction.emojiId === emojiId)?.users ?? [];
}

function storeReactors(
  kind: 'MESSAGE_REACTION_ADDED' | 'MESSAGE_REACTION_REMOVED',
  { channel, message, emojiId, userId }: Reacting,
  users: Reactors,
): Change<void> {
  return (state) => {
    const reactions = withReactors(message.reactions, emojiId, users);
    existing(state.messages, channel.id).set(message.id, { ...message, reactions });
    const { id: channelId, type: channelType, teamId } = channel;
    const reactedBy = existing(state.accounts, userId).user;
    const data = { messageId: message.id, channelId, channelType, teamId, emojiId, reactedBy };
    return { answer: undefined, events: [worldEvent(kind, data, viewersOf(state, channel))] };
  };
}

/** An emoji keeps its place from when it first came; one that nobody reacts with any more is gone. */
function withReactors(reactions: readonly Reaction[], emojiId: EmojiId, users: Reactors): Reaction[] {
  const byEmoji = new Map(reactions.map((reaction) => [reaction.emojiId, reaction]));
  byEmoji.set(emojiId, { emojiId, count: users.length, users });
  return [...byEmoji.values()].filter(({ count }) => count > 0);
}
