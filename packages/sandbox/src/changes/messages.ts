import {
  type Channel,
  type Message,
  type MessageChange,
  type MessageDraft,
  mentionPattern,
  type UserId,
} from '@botwright/protocol';
import type { z } from 'zod';
import { Refusal } from '../refusal.js';
import { type Change, worldEvent } from '../world/change.js';
import { existing, type StoredMessage, type WorldView } from '../world/state.js';
import { asMessage } from '../world/views.js';
import { viewersOf } from './audience.js';

type ReadDraft = z.output<typeof MessageDraft>;
type ReadChange = z.output<typeof MessageChange>;

export function createMessage(channel: Channel, authorId: UserId, draft: ReadDraft): Change<Message> {
  return (state, stamp) => {
    const stored: StoredMessage = {
      id: stamp.identities.id(),
      channelId: channel.id,
      type: 'text',
      content: draft.content ?? null,
      attachments: draft.attachments ?? [],
      createdBy: authorId,
      editedAt: null,
      replyTo: draft.replyTo ?? null,
      embeds: draft.embeds ?? [],
      emojis: [],
      reactions: [],
      nonce: draft.nonce ?? null,
      createdAt: stamp.now(),
      mentions: { users: mentionedMembers(state, channel, draft.content, draft.mentions?.users) },
    };
    existing(state.messages, channel.id).set(stored.id, stored);
    const message = asMessage(state, stored);
    return { answer: message, events: [messageEvent(state, 'MESSAGE_SEND', channel, message)] };
  };
}

export function updateMessage(channel: Channel, before: StoredMessage, change: ReadChange): Change<Message> {
  return (state, stamp) => {
    const stored = changed(state, channel, before, change, stamp.now());
    existing(state.messages, channel.id).set(stored.id, stored);
    const message = asMessage(state, stored);
    return { answer: message, events: [messageEvent(state, 'MESSAGE_UPDATED', channel, message)] };
  };
}

export function deleteMessage(channel: Channel, messageId: string): Change<void> {
  return (state) => {
    existing(state.messages, channel.id).delete(messageId);
    const data = { messageId, channelId: channel.id, teamId: channel.teamId };
    return { answer: undefined, events: [worldEvent('MESSAGE_DELETED', data, viewersOf(state, channel))] };
  };
}

function messageEvent(world: WorldView, kind: 'MESSAGE_SEND' | 'MESSAGE_UPDATED', channel: Channel, message: Message) {
  const data = { message, channelId: channel.id, channelType: channel.type, teamId: channel.teamId };
  return worldEvent(kind, data, viewersOf(world, channel));
}

function changed(
  world: WorldView,
  channel: Channel,
  before: StoredMessage,
  change: ReadChange,
  editedAt: string,
): StoredMessage {
  const content = change.content === undefined ? before.content : change.content;
  const embeds = change.embeds === undefined ? before.embeds : (change.embeds ?? []);
  if (!content && embeds.length === 0 && before.attachments.length === 0) {
    throw Refusal.badInput('content is empty, and no embeds and no attachments would be left');
  }
  const users = content === before.content ? before.mentions.users : mentionedMembers(world, channel, content);
  return { ...before, content, embeds, editedAt, mentions: { users } };
}

/** The members that a message mentions in its content or names beside it, each once. */
function mentionedMembers(
  world: WorldView,
  channel: Channel,
  content: string | null | undefined,
  named: readonly UserId[] = [],
): UserId[] {
  const { members } = existing(world.teams, channel.teamId);
  const inContent = Array.from((content ?? '').matchAll(mentionPattern), (match) => match[1] ?? '');
  return [...new Set([...inContent, ...named])].filter((userId) => members.has(userId));
}
