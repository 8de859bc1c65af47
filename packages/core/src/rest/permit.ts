import type { Bucket } from './bucket.js';
import type { Call } from './call.js';
import type { Ticket } from './gate.js';
import type { Queued } from './line.js';

/** The right of a call to its place in its bucket, and to one request at a time. */
export class Permit implements Queued {
  before: this | undefined;
  behind: this | undefined;
  hasPlace = false;
  /** A request is under way. */
  isUnderWay = false;
  wasRefusedAlone = false;
  /** Monotonic: since when the call has been waiting, and when its last request went out. */
  since = 0;
  startedAt = 0;
  ticket: Ticket | undefined;
  sharedTicket: Ticket | undefined;
  /** Lets the call go on that waits. */
  go: () => void = () => undefined;

  constructor(
    readonly call: Call,
    readonly bucket: Bucket,
    readonly number: number,
    /** Of its priority. */
    readonly rank: number,
  ) {}
}
