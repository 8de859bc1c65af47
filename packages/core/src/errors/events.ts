import type { ChannelId, TeamId } from '@botwright/protocol';
import { BotwrightError } from './botwright-error.js';
import { onOneLine } from './on-one-line.js';

/** An event of a known kind whose payload is not what the kind promises. It is counted and handed on raw. */
export class EventUnreadable extends BotwrightError {
  readonly code = 'EVENT_UNREADABLE';

  constructor(
    readonly kind: string,
    readonly problem: string,
  ) {
    super(`The service sent ${kind} with a payload that cannot be read: ${problem}.`);
  }
}

/**
 * A listener threw, rejected or took too long. `cause` is what it threw, or a {@link ListenerTimedOut}; the other listeners
 * and the next event are not touched.
 */
export class ListenerFailed extends BotwrightError {
  readonly code = 'LISTENER_FAILED';

  constructor(
    readonly kind: string,
    cause: unknown,
    /** The listener's name. */
    readonly listener = 'a listener',
  ) {
    super(`${listener} failed on ${kind}. Look at the cause.`, { cause });
  }
}

/** A listener took too long. Its signal aborted, and the next event of its channel began without it. */
export class ListenerTimedOut extends BotwrightError {
  readonly code = 'LISTENER_TIMED_OUT';

  constructor(
    readonly kind: string,
    /** The listener's name. */
    readonly listener: string,
    readonly deadlineMs: number,
  ) {
    super(
      `${listener} was not done with ${kind} within ${deadlineMs} ms. Give it less to do, or let it call release() of its handling.`,
    );
  }
}

/** Where messages were missed. Moments are ISO 8601, in the service's time. */
export interface MissedRange {
  /** Undefined when it concerns the whole team, or all private conversations. */
  readonly channelId: ChannelId | undefined;
  /** Null for a private conversation. */
  readonly teamId: TeamId | null;
  readonly from: string;
  readonly to: string;
}

/** Messages that were said while the connection was gone could not all be brought. */
export class ReplayIncomplete extends BotwrightError {
  readonly code = 'REPLAY_INCOMPLETE';
  readonly channelId: ChannelId | undefined;
  readonly teamId: TeamId | null;
  readonly from: string;
  readonly to: string;

  constructor(
    range: MissedRange,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    const { channelId, teamId, from, to } = range;
    super(
      `Messages of ${placeOf(channelId, teamId)} between ${from} and ${to} may be missing: ${problem}. Look there by hand.`,
      options,
    );
    this.channelId = channelId;
    this.teamId = teamId;
    this.from = from;
    this.to = to;
  }
}

function placeOf(channelId: ChannelId | undefined, teamId: TeamId | null): string {
  if (channelId !== undefined) return `channel ${onOneLine(channelId)}`;
  return teamId === null ? 'private conversations' : `team ${onOneLine(teamId)}`;
}
