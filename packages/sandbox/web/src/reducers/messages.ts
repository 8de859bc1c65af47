import type { ChannelId, Message, MessageId } from '@botwright/protocol';
import { withoutReaction, withReaction } from '../reactions.js';
import { type ChatState, type History, subjectOf } from '../state.js';
import { named, withEntry } from './change-state.js';
import type { Reducers } from './reducers.js';

export const messageReducers: Reducers = {
  MESSAGE_SEND(state, { message, channelId }) {
    const stopped = withoutTypist(named(state, message.createdBy), channelId, message.createdBy.id);
    const spoken = withLastMessage(unreadUnlessSeen(stopped, channelId, message.createdBy.id), message);
    return withHistory(spoken, channelId, (history) => ({
      ...history,
      messages: [...history.messages.filter(({ id }) => id !== message.id), message].sort(byTime),
    }));
  },
  MESSAGE_UPDATED(state, { message, channelId }) {
    return withHistory(state, channelId, (history) => ({
      ...history,
      messages: history.messages.map((each) => (each.id === message.id ? message : each)),
      quoted: history.quoted.has(message.id) ? new Map(history.quoted).set(message.id, message) : history.quoted,
    }));
  },
  MESSAGE_DELETED(state, { messageId, channelId }) {
    const isSubject = subjectOf(state.composing)?.id === messageId;
    const left: ChatState = isSubject ? { ...state, composing: { kind: 'message' } } : state;
    return withHistory(left, channelId, (history) => ({
      ...history,
      messages: history.messages.filter(({ id }) => id !== messageId),
      quoted: new Map([...history.quoted].filter(([id]) => id !== messageId)),
    }));
  },
  MESSAGE_REACTION_ADDED(state, { channelId, messageId, emojiId, reactedBy }) {
    return withMessage(named(state, reactedBy), channelId, messageId, (message) => ({
      ...message,
      reactions: withReaction(message.reactions, emojiId, reactedBy.id),
    }));
  },
  MESSAGE_REACTION_REMOVED(state, { channelId, messageId, emojiId, reactedBy }) {
    return withMessage(state, channelId, messageId, (message) => ({
      ...message,
      reactions: withoutReaction(message.reactions, emojiId, reactedBy.id),
    }));
  },
  CHANNEL_TYPING(state, { channelId, userId }) {
    if (userId === state.me?.id) return state;
    const typists = new Set(state.typists.get(channelId)).add(userId);
    return { ...state, typists: new Map(state.typists).set(channelId, typists) };
  },
};

/** Somebody stopped typing, or has not been heard of for a while. */
export function withoutTypist(state: ChatState, channelId: ChannelId, userId: string): ChatState {
  const here = state.typists.get(channelId);
  if (!here?.has(userId)) return state;
  const typists = new Set([...here].filter((id) => id !== userId));
  return { ...state, typists: new Map(state.typists).set(channelId, typists) };
}

/** Marks a channel that somebody else wrote to and nobody looks at. */
export function unreadUnlessSeen(state: ChatState, channelId: ChannelId, authorId: string): ChatState {
  if (channelId === state.openChannelId || authorId === state.me?.id) return state;
  return { ...state, unread: new Set(state.unread).add(channelId) };
}

/** Order of a conversation. Messages of the same millisecond stay as they came. */
export function byTime(a: Message, b: Message): number {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt);
}

function withHistory(state: ChatState, channelId: ChannelId, change: (history: History) => History): ChatState {
  const histories = withEntry(state.histories, channelId, change);
  return histories === state.histories ? state : { ...state, histories };
}

function withMessage(
  state: ChatState,
  channelId: ChannelId,
  messageId: MessageId,
  change: (message: Message) => Message,
): ChatState {
  return withHistory(state, channelId, (history) => ({
    ...history,
    messages: history.messages.map((each) => (each.id === messageId ? change(each) : each)),
  }));
}

function withLastMessage(state: ChatState, message: Message): ChatState {
  if (!state.directMessages.some(({ channelId }) => channelId === message.channelId)) return state;
  const directMessages = state.directMessages.map((each) =>
    each.channelId === message.channelId ? { ...each, lastMessage: message } : each,
  );
  return { ...state, directMessages };
}
