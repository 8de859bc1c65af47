import type { Channel, ChannelId, TeamId, UserId } from 'botwright';

/** Where an announcement goes: its channel's type says in which form. */
export type Target = Channel & { readonly type: 'announcement' | 'text' };

export function isTarget(channel: Channel): channel is Target {
  return channel.type === 'announcement' || channel.type === 'text';
}

/** What is to be announced. */
export interface Text {
  readonly title: string;
  readonly body: string;
}

/** An announcement that was shown and not yet sent. */
export interface Draft extends Text {
  readonly id: string;
  readonly teamId: TeamId;
  readonly authorId: UserId;
  readonly ping: boolean;
  /** The announcement channel first. */
  readonly targetIds: readonly ChannelId[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}
