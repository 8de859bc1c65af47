import type { Channel, ChannelType, TeamId, UserId } from '@botwright/protocol';
import type { Stamp } from './change.js';

interface ChannelDraft {
  readonly teamId: TeamId;
  readonly name: string;
  readonly type: ChannelType;
  readonly createdBy: UserId;
  readonly priority: number;
}

export function newChannel(stamp: Stamp, draft: ChannelDraft): Channel {
  return {
    id: stamp.identities.id(),
    ...draft,
    description: null,
    parentId: null,
    rateLimitPerUser: null,
    participants: [],
    userLimit: null,
    permissions: { role: {} },
    additionalData: null,
    createdAt: stamp.now(),
  };
}
