import { z } from 'zod';
import { observed, stated } from '../certainty.js';
import { limits } from '../limits.js';
import { memberLimits } from '../member-limits.js';
import { embedLimits, Message, MessageChange, MessageDraft } from '../resources/message.js';
import { list, resource } from '../wire.js';
import { operationGroup } from './operation.js';

const pageSize = limits.messagesPerPage.value;
const pageSizeDefault = limits.messagesPerPageDefault.value;

export const messageOperations = operationGroup('Messages', {
  createChannelMessage: {
    name: 'Create Channel Message',
    method: 'POST',
    path: '/channels/{channelId}/messages',
    body: MessageDraft,
    answer: resource({ message: observed(Message, 'client:ts', 'client:teamlify', 'console') }),
    needs: ['channel:SEND_MESSAGES'],
    emits: ['MESSAGE_SEND'],
    limits: memberLimits(MessageDraft, embedLimits),
    certainty: { method: 'stated', path: 'observed' },
    source: ['seed', 'docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'client:teamlify', 'console'],
  },
  getChannelMessages: {
    name: 'Get Channel Messages',
    method: 'GET',
    path: '/channels/{channelId}/messages',
    query: z.object({
      limit: observed(
        z.coerce.number<number>().int().min(1).max(pageSize).default(pageSizeDefault),
        'client:py',
        'client:ts',
        'console',
      ),
      offset: observed(z.coerce.number<number>().int().min(0).default(0), 'client:py'),
    }),
    // Newest first (inferred from how one client fills its cache).
    answer: resource({
      messages: observed(list(Message), 'client:ts', 'client:py'),
      replyMessages: observed(list(Message), 'client:py'),
    }),
    needs: ['channel:CAN_SEE_MESSAGE_HISTORY'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['seed', 'docs', 'client:ts', 'client:py', 'client:py2', 'console'],
  },
  getChannelMessageById: {
    name: 'Get a Channel Message by Id',
    method: 'GET',
    path: '/channels/{channelId}/messages/{messageId}',
    answer: resource({ message: stated(Message, 'docs', 'client:ts') }),
    needs: ['channel:VIEW_CHANNEL'],
    certainty: { method: 'stated', path: 'stated' },
    source: ['seed', 'docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  updateChannelMessage: {
    name: 'Update a Channel Message',
    method: 'PATCH',
    path: '/channels/{channelId}/messages/{messageId}',
    repeatable: true,
    body: MessageChange,
    answer: resource({ message: stated(Message) }),
    needs: ['author'],
    emits: ['MESSAGE_UPDATED'],
    limits: memberLimits(MessageChange, embedLimits),
    certainty: { method: 'stated', path: 'stated' },
    source: ['seed', 'docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  deleteChannelMessage: {
    name: 'Delete a Channel Message',
    method: 'DELETE',
    path: '/channels/{channelId}/messages/{messageId}',
    answer: resource({}),
    needs: ['author', 'channel:MANAGE_MESSAGES', 'team:DELETE_MESSAGES'],
    emits: ['MESSAGE_DELETED'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['seed', 'docs', 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  reactToMessage: {
    name: 'React to Message',
    method: 'POST',
    path: '/channels/{channelId}/messages/{messageId}/reactions/{emojiId}',
    repeatable: true,
    answer: resource({}),
    emits: ['MESSAGE_REACTION_ADDED'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['seed', 'docs', 'client:py', 'client:py2', 'console'],
  },
  // Takes back the caller's own (inferred: the path names no user).
  deleteReactionFromMessage: {
    name: 'Delete Reaction from Message',
    method: 'DELETE',
    path: '/channels/{channelId}/messages/{messageId}/reactions/{emojiId}',
    answer: resource({}),
    emits: ['MESSAGE_REACTION_REMOVED'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['seed', 'docs', 'client:py', 'client:py2'],
  },
});
