import type { Endpoint } from '@botwright/protocol';
import { onOneLine } from './on-one-line.js';
import { RequestError } from './requests.js';

/** What was to be sent does not fit the operation. Nothing was sent. */
export class BodyInvalid extends RequestError {
  readonly code = 'BODY_INVALID';

  constructor(
    operation: Endpoint,
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
    operation: Endpoint,
    readonly parameter: string,
    readonly value: unknown,
    readonly problem: string,
  ) {
    super(operation, `was not sent: ${parameter} ${problem} (${onOneLine(value)})`);
  }
}

/** A file could not be read to its end. The service never saw the whole call, so it cannot have acted on it. */
export class FileUnreadable extends RequestError {
  readonly code = 'FILE_UNREADABLE';

  constructor(
    operation: Endpoint,
    /** The file's name, as the service would have seen it. */
    readonly file: string,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(
      operation,
      `was given up: ${onOneLine(file)} cannot be read: ${problem}. Look at the file and try again.`,
      options,
    );
  }
}
