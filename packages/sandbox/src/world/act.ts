import type { OperationId, UserId } from '@botwright/protocol';
import type { ReadCall } from '../read-call.js';
import type { WorldState } from './state.js';

/** A world as it can be kept: its state, and how many ids and tokens it has drawn. */
export interface KeptWorld {
  readonly state: WorldState;
  readonly drawn: number;
}

/** A call of the API that was read with the schemas of its operation. */
export interface CallAct {
  readonly kind: 'call';
  readonly operation: OperationId;
  /** Null where the operation asks for no caller. */
  readonly by: UserId | null;
  readonly read: ReadCall;
}

/** Somebody is brought into the home team by a control call. */
export interface PersonAct {
  readonly kind: 'person';
  readonly username: string;
  /** By id or by name. */
  readonly roles: readonly string[];
  /** A bot, where somebody new comes. */
  readonly bot?: boolean | undefined;
}

/** An application is handed in by a control call. */
export interface ApplicationAct {
  readonly kind: 'application';
  readonly teamId?: string | undefined;
  readonly username: string;
  readonly answers: readonly {
    readonly question: string;
    readonly answer: string | readonly string[] | null;
  }[];
}

/** A webhook is made by a control call. */
interface WebhookAct {
  readonly kind: 'webhook';
  readonly channelId: string;
}

/**
 * All that somebody may do to a world from outside, as data. What comes of it follows from the world's state, its
 * identities and the moment alone. Presences are no acts: they end with their connections.
 */
export type Act = CallAct | PersonAct | ApplicationAct | WebhookAct;

/** An act at its moment. */
export interface DatedAct {
  /** Epoch milliseconds; everything that comes of the act is stamped with them. */
  readonly at: number;
  /** How many ids and tokens the world had drawn before. */
  readonly drawn: number;
  readonly act: Act;
}

/** Told of every act that changes the world. */
export interface ActWitness {
  /** Comes before the first change; what it throws keeps the act from happening. */
  begins(dated: DatedAct): void;
  /** Comes after the act. There is no answer where it was refused after all. */
  ended(dated: DatedAct, answer: object | undefined): void;
  /** Comes before another world takes the place of this one; what it throws keeps it from happening. */
  restarts(fresh: KeptWorld): void;
}
