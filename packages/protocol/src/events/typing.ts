import { inferred, observed } from '../certainty.js';
import { ChannelId, TeamId, UserId } from '../ids.js';
import { alsoReads, idOf, isRecord, orNull, resource } from '../wire.js';

/** The payload names its user by id, or carries the user; code finds `userId`. */
function userIdFromUser(wire: unknown): unknown {
  if (!isRecord(wire) || 'userId' in wire) return wire;
  return { ...wire, userId: idOf(wire['user']) };
}

export const typingEvents = {
  CHANNEL_TYPING: alsoReads(
    resource({
      channelId: observed(ChannelId, 'client:teamlify'),
      // A private conversation has no team (inferred), as its messages have none.
      teamId: observed(orNull(TeamId), 'client:teamlify'),
      userId: inferred(UserId, 'a receiver must learn who types'),
    }),
    userIdFromUser,
  ).meta({
    certainty: 'inferred',
    source: ['docs', 'client:teamlify', 'console'],
    reason: 'what clients send is seen, what they receive is not',
  }),
} as const;
