import type { Category, Channel, TeamId, UserId } from '@botwright/protocol';
import type { Stamp } from './change.js';
import type { WorldView } from './state.js';

interface ChannelDraft {
  readonly teamId: TeamId;
  readonly name: string;
  readonly type: string;
  readonly createdBy: UserId;
  readonly priority: number;
}

/** Every channel of a team, in the order in which they were made. */
export function channelsOf(world: WorldView, teamId: TeamId): Channel[] {
  return [...world.channels.values()].filter((channel) => channel.teamId === teamId);
}

/** Channels or categories as they stand: the lowest number on top; of two that stand alike, the older. */
export function byPriority<Placed extends { readonly priority: number | null }>(placed: readonly Placed[]): Placed[] {
  return placed.toSorted((one, other) => (one.priority ?? 0) - (other.priority ?? 0));
}

export function newChannel(stamp: Stamp, draft: ChannelDraft): Channel {
  return {
    id: stamp.identities.id(),
    ...draft,
    description: null,
    parentId: null,
    // In seconds, in text channels alone.
    rateLimitPerUser: draft.type === 'text' ? 0 : null,
    participants: [],
    userLimit: null,
    permissions: { role: {} },
    additionalData: null,
    createdAt: stamp.now(),
  };
}

type CategoryDraft = Omit<ChannelDraft, 'type'>;

export function newCategory(stamp: Stamp, draft: CategoryDraft): Category {
  return {
    id: stamp.identities.id(),
    ...draft,
    permissions: { role: {} },
    createdAt: stamp.now(),
    editedAt: null,
  };
}
