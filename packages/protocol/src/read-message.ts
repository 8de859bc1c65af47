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
  return completeMentions(message);
}

function strangeMember({ id, channelId, content, createdBy }: Loose): string | undefined {
  if (typeof id !== 'string') return 'id: is not a string';
  if (typeof channelId !== 'string') return 'channelId: is not a string';
  if (content !== null && typeof content !== 'string') return 'content: is not a string';
  if (typeof createdBy !== 'object' || createdBy === null) return 'createdBy: is not an object';
  return typeof (createdBy as Loose)['id'] === 'string' ? undefined : 'createdBy.id: is not a string';
}

function completeMentions(message: Loose): string | undefined {
  message['mentions'] ??= {};
  if (typeof message['mentions'] !== 'object') return 'mentions: is not an object';
  const mentions = message['mentions'] as Loose;
  mentions['users'] ??= [];
  return undefined;
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
