import type { Message, MessageChange, MessageDraft } from '@botwright/protocol';
import type { z } from 'zod';
import { Refusal } from '../refusal.js';
import { type Change, worldEvent } from '../world/change.js';
import type { MessageChannel } from '../world/message-channel.js';
import { existing, type StoredMessage, type WorldView } from '../world/state.js';
import { asMessage } from '../world/views.js';
import { viewersOf } from './audience.js';
import { mentionedIn } from './mentions.js';

type ReadDraft = z.output<typeof MessageDraft>;
type ReadChange = z.output<typeof MessageChange>;

/** Who wrote a message: an account, or a webhook with the face that it shows. */
type Author = Pick<StoredMessage, 'createdBy' | 'author'>;

export function createMessage(channel: MessageChannel, author: Author, draft: ReadDraft): Change<Message> {
  return (state, stamp) => {
    const stored: StoredMessage = {
      id: stamp.identities.id(),
      channelId: channel.id,
      type: 'text',
      content: draft.content ?? null,
      attachments: draft.attachments ?? [],
      ...author,
      editedAt: null,
      replyTo: draft.replyTo ?? null,
      embeds: draft.embeds ?? [],
      emojis: [],
      reactions: [],
      nonce: draft.nonce ?? null,
      createdAt: stamp.now(),
      mentions: { users: mentionedIn(state, channel, draft.content, draft.mentions?.users) },
    };
    existing(state.messages, channel.id).set(stored.id, stored);
    const message = asMessage(state, stored);
    return { answer: message, events: [messageEvent(state, 'MESSAGE_SEND', channel, message)] };
  };
}

export function updateMessage(channel: MessageChannel, before: StoredMessage, change: ReadChange): Change<Message> {
  return (state, stamp) => {
    const stored = changed(state, channel, before, change, stamp.now());
    existing(state.messages, channel.id).set(stored.id, stored);
    const message = asMessage(state, stored);
    return { answer: message, events: [messageEvent(state, 'MESSAGE_UPDATED', channel, message)] };
  };
}

export function deleteMessage(channel: MessageChannel, messageId: string): Change<void> {
  return (state) => {
    existing(state.messages, channel.id).delete(messageId);
    const data = { messageId, channelId: channel.id, teamId: channel.teamId };
    return { answer: undefined, events: [worldEvent('MESSAGE_DELETED', data, viewersOf(state, channel))] };
  };
}

function messageEvent(
  world: WorldView,
  kind: 'MESSAGE_SEND' | 'MESSAGE_UPDATED',
  channel: MessageChannel,
  message: Message,
) {
  const data = { message, channelId: channel.id, channelType: channel.type, teamId: channel.teamId };
  return worldEvent(kind, data, viewersOf(world, channel));
}

function changed(
  world: WorldView,
  channel: MessageChannel,
  before: StoredMessage,
  change: ReadChange,
  editedAt: string,
): StoredMessage {
  const content = change.content === undefined ? before.content : change.content;
  const embeds = change.embeds === undefined ? before.embeds : (change.embeds ?? []);
  if (!content && embeds.length === 0 && before.attachments.length === 0) {
    throw Refusal.badInput('content is empty, and no embeds and no attachments would be left');
  }
  const users = content === before.content ? before.mentions.users : mentionedIn(world, channel, content);
  return { ...before, content, embeds, editedAt, mentions: { users } };
}
