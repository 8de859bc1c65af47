import { momentOf } from './moment.js';
import { completeUser } from './read-user.js';

type Loose = Record<string, unknown>;

/**
 * Checks of a message only what code cannot do without, and fills in the members that may be missing or null, in place:
 * a small part of the work of the whole schema. For messages that come by the thousand.
 * @returns what is wrong, or undefined.
 */
export function completeMessage(wire: unknown): string | undefined {
  if (typeof wire !== 'object' || wire === null) return 'is not an object';
  const message = wire as Loose;
  message['content'] ??= null;
  const problem = strangeMember(message);
  if (problem !== undefined) return problem;
  message['type'] ??= 'text';
  message['attachments'] ??= [];
  message['editedAt'] ??= null;
  message['replyTo'] ??= null;
  message['embeds'] ??= [];
  message['emojis'] ??= [];
  message['reactions'] ??= [];
  message['nonce'] ??= null;
  completeUser(message['createdBy'] as Loose);
  return completeTimes(message) ?? completeMentions(message) ?? strangeEmoji(message);
}

function strangeMember({ id, channelId, content, createdBy, replyTo }: Loose): string | undefined {
  if (typeof id !== 'string') return 'id: is not a string';
  if (typeof channelId !== 'string') return 'channelId: is not a string';
  if (content !== null && typeof content !== 'string') return 'content: is not a string';
  // An id that is a number has lost digits already.
  if (typeof (replyTo ?? '') !== 'string') return 'replyTo: is not a string';
  if (typeof createdBy !== 'object' || createdBy === null) return 'createdBy: is not an object';
  return typeof (createdBy as Loose)['id'] === 'string' ? undefined : 'createdBy.id: is not a string';
}

function completeTimes(message: Loose): string | undefined {
  const createdAt = momentOf(message['createdAt']);
  if (createdAt === undefined) return 'createdAt: is no moment';
  message['createdAt'] = createdAt;
  if (message['editedAt'] === null) return undefined;
  const editedAt = momentOf(message['editedAt']);
  if (editedAt === undefined) return 'editedAt: is no moment';
  message['editedAt'] = editedAt;
  return undefined;
}

function strangeEmoji({ emojis, reactions }: Loose): string | undefined {
  if (!hasIds(emojis, 'emojiId')) return 'emojis: is not a list of objects with an emojiId';
  return hasIds(reactions, 'emojiId') ? undefined : 'reactions: is not a list of objects with an emojiId';
}

function hasIds(list: unknown, member: string): boolean {
  return Array.isArray(list) && list.every((entry) => typeof (entry as Loose | null)?.[member] === 'string');
}

function completeMentions(message: Loose): string | undefined {
  message['mentions'] ??= {};
  if (typeof message['mentions'] !== 'object') return 'mentions: is not an object';
  const mentions = message['mentions'] as Loose;
  mentions['users'] ??= [];
  const users = mentions['users'];
  const areIds = Array.isArray(users) && users.every((user) => typeof user === 'string');
  return areIds ? undefined : 'mentions.users: is not a list of strings';
}
