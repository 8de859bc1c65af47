import type { UserId } from '@botwright/protocol';
import type { Change } from '../world/change.js';
import type { StoredDirectMessage } from '../world/stored.js';

/** Opens a conversation; with the same users there is only one. No event tells of it. */
export function openDirectMessage(users: ReadonlySet<UserId>): Change<StoredDirectMessage> {
  return (state, stamp) => {
    const open = [...state.directMessages.values()].find((known) => isAmong(known, users));
    if (open) return { answer: open, events: [] };
    const conversation: StoredDirectMessage = {
      id: stamp.identities.id(),
      users: [...users],
      channelId: stamp.identities.id(),
      createdAt: stamp.now(),
    };
    state.directMessages.set(conversation.channelId, conversation);
    state.messages.set(conversation.channelId, new Map());
    return { answer: conversation, events: [] };
  };
}

function isAmong(conversation: StoredDirectMessage, users: ReadonlySet<UserId>): boolean {
  return conversation.users.length === users.size && conversation.users.every((id) => users.has(id));
}
