import { inspect } from 'node:util';
import { type ChannelId, closeCodes, type Operation, type TeamId, type TodoItem } from '@botwright/protocol';

/**
 * What Botwright throws. `code` is stable and listed in docs/errors.md, facts stand in fields, and neither the message
 * nor a field ever holds the bot's token.
 */
export abstract class BotwrightError extends Error {
  abstract readonly code: string;

  override get name(): string {
    return this.constructor.name;
  }
}

/** The bot's token cannot be one: it was looked at before any network call. */
export class TokenInvalid extends BotwrightError {
  readonly code = 'TOKEN_INVALID';

  constructor(readonly problem: string) {
    super(`The bot token ${problem}. Give the token alone, exactly as the service shows it.`);
  }
}

/** An option has a value that cannot work. */
export class OptionInvalid extends BotwrightError {
  readonly code = 'OPTION_INVALID';

  constructor(
    readonly option: string,
    readonly value: unknown,
    readonly expected: string,
  ) {
    super(`Option ${option} is ${describe(value)}, but has to be ${expected}.`);
  }
}

/** A value of any kind, on one short line. */
function describe(value: unknown): string {
  return inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 200 });
}

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
  /** Undefined when it concerns the whole team. */
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
    const where = channelId === undefined ? `team ${describe(teamId)}` : `channel ${describe(channelId)}`;
    super(`Messages of ${where} between ${from} and ${to} may be missing: ${problem}. Look there by hand.`, options);
    this.channelId = channelId;
    this.teamId = teamId;
    this.from = from;
    this.to = to;
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

/**
 * What became of a call that failed. `refused`: the service did not do what it was asked for. `accepted`: it says that it
 * did. `unknown`: it may have.
 */
export type CallOutcome = 'refused' | 'accepted' | 'unknown';

/** What can go wrong with one HTTP call: which operation it was, and what became of it, stands in the fields. */
export abstract class RequestError extends BotwrightError {
  readonly outcome: CallOutcome = 'refused';
  /** The operation's id in the protocol, such as `createChannelMessage`. */
  readonly operation: string;
  readonly method: string;
  /** The path's template, parameters in braces. */
  readonly path: string;

  constructor(operation: Operation, what: string, options?: ErrorOptions) {
    super(`${operation.method} ${operation.path} (${operation.id}) ${what}`, options);
    this.operation = operation.id;
    this.method = operation.method;
    this.path = operation.path;
  }
}

/** The service understood the call and said no: a status from 400 to 499. */
export class RequestRejected extends RequestError {
  readonly code = 'REQUEST_REJECTED';

  constructor(
    operation: Operation,
    readonly status: number,
    /** What the service says about it, if it says anything. */
    readonly serviceMessage: string | undefined,
    /** The first kilobyte of the answer. */
    readonly body: string,
    /** What stood for the braces in the path, secrets left out: where it was refused. */
    readonly params: Readonly<Record<string, string>> = {},
  ) {
    super(operation, `was refused with ${status}: ${serviceMessage ?? 'the service gave no reason'}`);
  }
}

/** The service failed to handle the call: a status of 500 and above, also after trying again where that is safe. */
export class ServiceFailed extends RequestError {
  readonly code = 'SERVICE_FAILED';

  constructor(
    operation: Operation,
    readonly status: number,
    readonly serviceMessage: string | undefined,
    /** The first kilobyte of the answer. */
    readonly body: string,
    override readonly outcome: CallOutcome = 'unknown',
  ) {
    super(operation, `failed in the service with ${status}: ${serviceMessage ?? 'no reason given'}. Try again later.`);
  }
}

/** The service asks for a longer pause than a call may wait. */
export class RateLimited extends RequestError {
  readonly code = 'RATE_LIMITED';

  constructor(
    operation: Operation,
    /** How long the service wants no such call. */
    readonly retryAfterMs: number,
    readonly maxWaitMs: number,
  ) {
    super(
      operation,
      `may be sent again in ${retryAfterMs} ms, and a call waits ${maxWaitMs} ms at most. Send fewer calls, or later.`,
    );
  }
}

/** Too many calls are under way already. Nothing was sent. */
export class QueueFull extends RequestError {
  readonly code = 'QUEUE_FULL';

  constructor(
    operation: Operation,
    readonly maxPending: number,
  ) {
    super(operation, `was not sent: ${maxPending} calls are under way. Wait for some of them before making more.`);
  }
}

/** The service refused so many calls that it would ban the bot soon. This one, whose like was refused, was not sent. */
export class CircuitOpen extends RequestError {
  readonly code = 'CIRCUIT_OPEN';

  constructor(
    operation: Operation,
    /** Answers of 401, 403 and 429 in the last ten minutes. */
    readonly refusals: number,
  ) {
    super(
      operation,
      `was not sent: ${refusals} calls were refused in ten minutes, such as this one. Find out what the bot may do, and stop asking for the rest.`,
    );
  }
}

/**
 * Whether the service did what it was asked for is not known, and saying it twice could do it twice. `cause` tells why
 * there was no answer.
 */
export class OutcomeUnknown extends RequestError {
  readonly code = 'OUTCOME_UNKNOWN';
  override readonly outcome = 'unknown';
  /** What the message carries, if there is one: look for it among the newest of the channel. */
  readonly nonce: string | undefined;
  readonly channelId: string | undefined;

  constructor(
    operation: Operation,
    { nonce, channelId }: { readonly nonce?: string | undefined; readonly channelId?: string | undefined },
    options: { cause: unknown },
  ) {
    const where = nonce === undefined ? '' : ` for a message in channel ${channelId} with the nonce ${nonce}`;
    super(
      operation,
      `got no clear answer, and may have been done all the same. Look${where} before you repeat it.`,
      options,
    );
    this.nonce = nonce;
    this.channelId = channelId;
  }
}

/** No answer within the call's deadline. */
export class RequestTimedOut extends RequestError {
  readonly code = 'REQUEST_TIMED_OUT';

  constructor(
    operation: Operation,
    readonly timeoutMs: number,
    override readonly outcome: CallOutcome = 'unknown',
  ) {
    super(operation, `had no answer within ${timeoutMs} ms. ${adviceFor(outcome)}`);
  }
}

/** The network failed. `sent` tells whether the service may have acted on the call. */
export class RequestFailed extends RequestError {
  readonly code = 'REQUEST_FAILED';
  override readonly outcome: CallOutcome;

  constructor(
    operation: Operation,
    readonly sent: 'no' | 'unknown',
    options: { cause: unknown },
  ) {
    const outcome = sent === 'no' ? 'refused' : 'unknown';
    super(operation, `got no answer from the network. ${adviceFor(outcome)}`, options);
    this.outcome = outcome;
  }
}

function adviceFor(outcome: CallOutcome): string {
  return outcome === 'refused'
    ? 'The service cannot have acted on it: repeat it.'
    : 'The service may have acted on it: look before you repeat.';
}

/** A success whose body is not what the operation promises. The service acted on the call. */
export class ReplyUnreadable extends RequestError {
  readonly code = 'REPLY_UNREADABLE';
  override readonly outcome: CallOutcome;

  constructor(
    operation: Operation,
    readonly status: number,
    readonly problem: string,
    /** The first kilobyte of the answer. */
    readonly body: string,
  ) {
    super(operation, `was answered with ${status} and a body that cannot be read: ${problem}`);
    this.outcome = status >= 200 && status < 300 ? 'accepted' : 'unknown';
  }
}

/** What was to be sent does not fit the operation. Nothing was sent. */
export class BodyInvalid extends RequestError {
  readonly code = 'BODY_INVALID';

  constructor(
    operation: Operation,
    readonly part: 'body' | 'query' | 'headers',
    readonly problem: string,
  ) {
    super(operation, `was not sent: what it was given as ${part} is not right: ${problem}`);
  }
}

/** An id that would leave its place in the path. Nothing was sent. */
export class PathParameterInvalid extends RequestError {
  readonly code = 'PATH_PARAMETER_INVALID';

  constructor(
    operation: Operation,
    readonly parameter: string,
    readonly value: unknown,
    readonly problem: string,
  ) {
    super(operation, `was not sent: ${parameter} ${problem} (${describe(value)})`);
  }
}

/** A file could not be read to its end. The service never saw the whole call, so it cannot have acted on it. */
export class FileUnreadable extends RequestError {
  readonly code = 'FILE_UNREADABLE';

  constructor(
    operation: Operation,
    /** The file's name, as the service would have seen it. */
    readonly file: string,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(
      operation,
      `was given up: ${describe(file)} cannot be read: ${problem}. Look at the file and try again.`,
      options,
    );
  }
}

/** A to-do item is marked wrongly after its mark was turned and turned back: somebody else turns it too. */
export class TodoUnsettled extends RequestError {
  readonly code = 'TODO_UNSETTLED';
  override readonly outcome = 'accepted';

  constructor(
    operation: Operation,
    /** The item as the service gave it last. */
    readonly item: TodoItem,
    readonly wanted: boolean,
  ) {
    const state = (completed: boolean) => (completed ? 'done' : 'still to do');
    super(
      operation,
      `left item ${describe(item.id)} ${state(item.completed)} where ${state(wanted)} was asked for. Read the list and try again.`,
    );
  }
}
