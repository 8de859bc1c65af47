import { BotwrightError } from '@botwright/core';

/**
 * Redis cannot be asked: until it can, each process goes by its own limits alone, and together they may be refused. It is
 * never thrown: a call goes on without Redis, and the log says so once.
 */
export class LimitsUnshared extends BotwrightError {
  readonly code = 'LIMITS_UNSHARED';

  constructor(
    /** Host and port. */
    readonly address: string,
    options: ErrorOptions & { readonly cause: Error },
  ) {
    super(
      `Redis at ${address} cannot be asked (${options.cause.message}). This process goes by its own limits until it can.`,
      options,
    );
  }
}
