import type { EventKind, EventPayload, UserId } from '@botwright/protocol';
import type { Identities } from '../identities.js';
import type { WorldState } from './state.js';

/** An event that a change caused. */
export interface WorldEvent {
  readonly kind: EventKind;
  readonly data: EventPayload<EventKind>;
  /** Whether a user may get it, asked right after the change. */
  reaches(userId: UserId): boolean;
}

/** What new things are made with. */
export interface Stamp {
  readonly identities: Identities;
  /** ISO 8601 in UTC with milliseconds. */
  now(): string;
}

interface Changed<Answer> {
  readonly answer: Answer;
  /** In the order in which they go out. */
  readonly events: readonly WorldEvent[];
}

/** One act on the world. It throws before it has changed anything, or not at all. */
export type Change<Answer> = (state: WorldState, stamp: Stamp) => Changed<Answer>;

export function worldEvent<Kind extends EventKind>(
  kind: Kind,
  data: EventPayload<Kind>,
  reaches: (userId: UserId) => boolean,
): WorldEvent {
  return { kind, data, reaches };
}
