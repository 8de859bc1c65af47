type Loose = Record<string, unknown>;

/** Days that every year has, by the length of their month. */
const day = '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])';
/** ISO 8601 in UTC with milliseconds, as the service writes it: a small part of the work of parsing it. */
const canonicalTime = new RegExp(`^\\d{4}-(?:${day})T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$`);

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

/** ISO 8601 in UTC with milliseconds is kept as it is, and any other spelling of a moment brought to that. */
function completeTimes(message: Loose): string | undefined {
  const { createdAt, editedAt } = message;
  if (typeof createdAt !== 'string' || !canonicalTime.test(createdAt)) {
    const time = canonical(createdAt);
    if (time === undefined) return 'createdAt: is no moment';
    message['createdAt'] = time;
  }
  if (editedAt === null || (typeof editedAt === 'string' && canonicalTime.test(editedAt))) return undefined;
  const time = canonical(editedAt);
  if (time === undefined) return 'editedAt: is no moment';
  message['editedAt'] = time;
  return undefined;
}

function canonical(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
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

function completeUser(user: Loose): void {
  user['subdomain'] ??= null;
  user['profilePicture'] ??= null;
  user['banner'] ??= null;
  user['bot'] ??= false;
  user['presence'] ??= 0;
  if (typeof user['flags'] !== 'string') user['flags'] = String(user['flags'] ?? 0);
  user['badges'] ??= [];
  user['userStatus'] ??= null;
  user['userRPC'] ??= null;
  user['connections'] ??= [];
  user['createdAt'] ??= null;
  user['lastOnline'] ??= null;
  user['system'] ??= false;
  user['webhook'] ??= false;
}
