import { closeCodes } from '@botwright/protocol/facts';
import { BotwrightError } from './botwright-error.js';

/** Something was asked for that only a standing connection can give. */
export class NotConnected extends BotwrightError {
  readonly code = 'NOT_CONNECTED';

  constructor(readonly what: string) {
    super(`${what}: the client is not connected. Await connect(), and do not use a client after close().`);
  }
}

type Refusal = { readonly closeCode: number } | { readonly status: number };

/** The service does not want this connection, and would not want the next one either. */
export class ConnectionRefused extends BotwrightError {
  readonly code = 'CONNECTION_REFUSED';
  /** How the service closed the socket, when it did that. */
  readonly closeCode: number | undefined;
  /** The HTTP status that answered the handshake, when it came to no socket. */
  readonly status: number | undefined;
  /** The service's name for it, such as `Unauthorized`. */
  readonly reason: string;
  readonly meaning: string;

  constructor(refusal: Refusal) {
    const { reason, meaning } = explain(refusal);
    const how = 'closeCode' in refusal ? `close code ${refusal.closeCode}` : `HTTP ${refusal.status}`;
    super(`The gateway refused the connection with ${how} (${reason}): ${meaning}. Check the token and the base URL.`);
    this.closeCode = 'closeCode' in refusal ? refusal.closeCode : undefined;
    this.status = 'status' in refusal ? refusal.status : undefined;
    this.reason = reason;
    this.meaning = meaning;
  }
}

function explain(refusal: Refusal): { reason: string; meaning: string } {
  // At the handshake the service has no close code yet; 401 and 403 say what 4000 says.
  const code = 'closeCode' in refusal ? refusal.closeCode : 4000;
  const known = (closeCodes as Record<number, { name: string; meaning: string }>)[code];
  return { reason: known?.name ?? 'Refused', meaning: known?.meaning ?? 'the service gave no reason' };
}

/** A connection stood, but the service did not say READY in time. The gateway tries again. */
export class ReadyTimeout extends BotwrightError {
  readonly code = 'READY_TIMEOUT';

  constructor(readonly timeoutMs: number) {
    super(`The gateway sent no READY within ${timeoutMs} ms of the connection. It is tried again.`);
  }
}

interface LossFacts {
  readonly closeCode?: number;
  readonly status?: number;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** A connection that stood, or was about to, is gone. The gateway tries again. */
export class ConnectionLost extends BotwrightError {
  readonly code = 'CONNECTION_LOST';

  /** How the service closed the socket, when it did that. */
  readonly closeCode: number | undefined;
  /** The HTTP status that answered the handshake, when it came to no socket. */
  readonly status: number | undefined;
  /** How long the service wants no further try, when it says so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly problem: string,
    facts: LossFacts = {},
  ) {
    super(`The gateway connection was lost: ${problem}. It is tried again.`, { cause: facts.cause });
    this.closeCode = facts.closeCode;
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The service ended session after session soon after READY, so many that no further one is opened. */
export class SessionsRejected extends BotwrightError {
  readonly code = 'SESSIONS_REJECTED';

  constructor(
    /** How many ended so within a day. */
    readonly sessions: number,
    /** How the last one ended. */
    override readonly cause: BotwrightError,
  ) {
    super(
      `The service ended ${sessions} sessions within a day, each less than a minute after READY. No further one is opened. Look at the cause, and ask the service about it.`,
      { cause },
    );
  }
}

/** A frame was not sent, since as many as may be are waiting for the connection already. */
export class FramesBacklogged extends BotwrightError {
  readonly code = 'FRAMES_BACKLOGGED';

  constructor(
    readonly kind: string,
    /** How many may wait. */
    readonly longest: number,
  ) {
    super(
      `${kind} was not sent: ${longest} frames are waiting for the connection already. Send fewer while gateway.state is not ready.`,
    );
  }
}

/** Somebody else uses the bot's token: the account said what this process never sent. Both answer the same events. */
export class TokenShared extends BotwrightError {
  readonly code = 'TOKEN_SHARED';

  constructor(
    readonly channelId: string,
    readonly messageId: string,
  ) {
    super(
      `Another process uses this bot's token: message ${messageId} in channel ${channelId} comes from the bot's account, but not from here. Both answer the same events. Stop one of them.`,
    );
  }
}

/** A transport could not bring a reply. `sent` tells whether the service may have seen the request. */
export class TransportFailed extends BotwrightError {
  readonly code = 'TRANSPORT_FAILED';

  constructor(
    readonly sent: 'no' | 'unknown',
    cause: unknown,
  ) {
    super(sent === 'no' ? 'The connection failed before anything was sent.' : 'The connection failed before a reply.', {
      cause,
    });
  }
}
