import type { Endpoint, TodoItem } from '@botwright/protocol';
import { BotwrightError } from './botwright-error.js';
import { onOneLine } from './on-one-line.js';

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

  constructor(operation: Endpoint, what: string, options?: ErrorOptions) {
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
    operation: Endpoint,
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
    operation: Endpoint,
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
    operation: Endpoint,
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

/** Too many calls are under way already. Nothing was sent. Calls of one operation that are made in one go share the error. */
export class QueueFull extends RequestError {
  readonly code = 'QUEUE_FULL';

  constructor(
    operation: Endpoint,
    readonly maxPending: number,
  ) {
    super(operation, `was not sent: ${maxPending} calls are under way. Wait for some of them before making more.`);
  }
}

/** The service refused so many calls that it would ban the bot soon. This one, whose like was refused, was not sent. */
export class CircuitOpen extends RequestError {
  readonly code = 'CIRCUIT_OPEN';

  constructor(
    operation: Endpoint,
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
    operation: Endpoint,
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
    operation: Endpoint,
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
    operation: Endpoint,
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
    operation: Endpoint,
    readonly status: number,
    readonly problem: string,
    /** The first kilobyte of the answer. */
    readonly body: string,
  ) {
    super(operation, `was answered with ${status} and a body that cannot be read: ${problem}`);
    this.outcome = status >= 200 && status < 300 ? 'accepted' : 'unknown';
  }
}

/** A to-do item is marked wrongly after its mark was turned and turned back: somebody else turns it too. */
export class TodoUnsettled extends RequestError {
  readonly code = 'TODO_UNSETTLED';
  override readonly outcome = 'accepted';

  constructor(
    operation: Endpoint,
    /** The item as the service gave it last. */
    readonly item: TodoItem,
    readonly wanted: boolean,
  ) {
    const state = (completed: boolean) => (completed ? 'done' : 'still to do');
    super(
      operation,
      `left item ${onOneLine(item.id)} ${state(item.completed)} where ${state(wanted)} was asked for. Read the list and try again.`,
    );
  }
}
