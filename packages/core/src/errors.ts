import { inspect } from 'node:util';
import { closeCodes, type Operation, type TodoItem } from '@botwright/protocol';

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

/** A listener threw or rejected. `cause` is what it threw; the other listeners and the next event are not touched. */
export class ListenerFailed extends BotwrightError {
  readonly code = 'LISTENER_FAILED';

  constructor(
    readonly kind: string,
    cause: unknown,
  ) {
    super(`A listener of ${kind} failed. Look at the cause.`, { cause });
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

/** What can go wrong with one HTTP call: which operation it was stands in the fields. */
export abstract class RequestError extends BotwrightError {
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

/** No answer within the call's deadline. Whether the service acted on the call is unknown. */
export class RequestTimedOut extends RequestError {
  readonly code = 'REQUEST_TIMED_OUT';

  constructor(
    operation: Operation,
    readonly timeoutMs: number,
  ) {
    super(operation, `had no answer within ${timeoutMs} ms. The service may have acted on it: look before you repeat.`);
  }
}

/** The network failed. `sent` tells whether the service may have acted on the call. */
export class RequestFailed extends RequestError {
  readonly code = 'REQUEST_FAILED';

  constructor(
    operation: Operation,
    readonly sent: 'no' | 'unknown',
    options: { cause: unknown },
  ) {
    const advice =
      sent === 'no' ? 'It was never sent: repeat it.' : 'The service may have acted on it: look before you repeat.';
    super(operation, `got no answer from the network. ${advice}`, options);
  }
}

/** A success whose body is not what the operation promises. The service acted on the call. */
export class ReplyUnreadable extends RequestError {
  readonly code = 'REPLY_UNREADABLE';

  constructor(
    operation: Operation,
    readonly status: number,
    readonly problem: string,
    /** The first kilobyte of the answer. */
    readonly body: string,
  ) {
    super(operation, `was answered with ${status} and a body that cannot be read: ${problem}`);
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
