import type { UserId } from '@botwright/protocol';
import { Refusal } from '../refusal.js';
import type { Change } from '../world/change.js';
import type { MessageChannel } from '../world/message-channel.js';

/** Lets a user write in a channel only as often as its slow mode says. Where there is none, nothing is counted. */
export function paced<Answer>(channel: MessageChannel, userId: UserId, write: Change<Answer>): Change<Answer> {
  const pauseMs = (channel.rateLimitPerUser ?? 0) * 1000;
  if (pauseMs === 0) return write;
  return (state, stamp) => {
    const now = stamp.now();
    const byUser = state.lastWrittenAt.get(channel.id) ?? new Map<UserId, string>();
    const last = byUser.get(userId);
    const waitMs = last === undefined ? 0 : Date.parse(last) + pauseMs - Date.parse(now);
    if (waitMs > 0) throw Refusal.rateLimited(waitMs / 1000);
    const changed = write(state, stamp);
    state.lastWrittenAt.set(channel.id, byUser.set(userId, now));
    return changed;
  };
}
