const author = {
  id: '00000000000000aa',
  username: 'mira',
  subdomain: 'mira',
  profilePicture: null,
  banner: null,
  bot: false,
  presence: 1,
  flags: '0',
  badges: [],
  userStatus: { content: null, emojiId: null },
  userRPC: { type: null, name: null, id: null, startedAt: null },
  connections: [],
  createdAt: '2025-08-01T10:15:30.250Z',
  lastOnline: '2025-08-01T10:15:30.250Z',
  system: false,
  webhook: false,
};

/** The bot itself. */
export const me = { ...author, id: '00000000000000dd', username: 'echo', bot: true };

/** Brings a message to the size of a usual one, which is about 960 bytes as a frame. */
export const padding = 'x'.repeat(196);

export interface Said {
  readonly id: string;
  readonly channelId: string;
  readonly authorId?: string;
  readonly content: string;
}

/** An id as the service writes them. */
export function idOf(number: number): string {
  return number.toString(16).padStart(16, '0');
}

export function message({ id, channelId, authorId = author.id, content }: Said): object {
  return {
    id,
    channelId,
    type: 'text',
    content,
    attachments: [],
    createdBy: { ...author, id: authorId },
    editedAt: null,
    replyTo: null,
    embeds: [],
    emojis: [],
    reactions: [],
    nonce: null,
    createdAt: '2025-08-01T10:15:30.250Z',
    mentions: { users: [] },
  };
}

/** The frame that tells of a message. */
export function messageFrame(kind: string, said: Said): string {
  const { channelId } = said;
  return JSON.stringify({
    t: kind,
    d: { message: message(said), channelId, channelType: 'text', teamId: '00000000000000bb' },
  });
}
