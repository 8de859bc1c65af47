import type { Channel, ChannelId } from '@botwright/protocol';

/** Where the messages of a private conversation stand. Its type is the only one known that holds messages (inferred). */
interface PrivateChannel {
  readonly id: ChannelId;
  readonly type: 'text';
  readonly teamId: null;
  readonly rateLimitPerUser: null;
}

/** What holds messages: a channel of a team, or one that belongs to none. */
export type MessageChannel = Channel | PrivateChannel;

export function privateChannel(id: ChannelId): MessageChannel {
  return { id, type: 'text', teamId: null, rateLimitPerUser: null };
}
