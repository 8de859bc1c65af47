import type { Expected } from './case.js';
import type { WirePeer } from './peer.js';

/** What reads a case. */
export interface Subject extends AsyncDisposable {
  /** Opens a connection of its own for a case. */
  open(): Promise<Session>;
}

export interface Session extends AsyncDisposable {
  readonly peer: WirePeer;
  /** What the service's own protocol makes of what RFC 6455 asks for. */
  expectedOf(expected: Expected): Expected;
  /** What is not as expected among the messages that arrived; undefined when all is. */
  missing(expected: Expected): string | undefined;
  /** Ends a connection that stands, in order. @returns the code that the subject closed with. */
  leave(): Promise<number | undefined>;
  /** Whether the subject has let go of the connection; the peer has said its close. */
  hasLetGo(): Promise<boolean>;
}
