import type { Call } from './call.js';
import type { TransportRequest } from './transport.js';

/** One request of a call on its way. */
export class Attempt implements TransportRequest {
  constructor(
    private readonly call: Call,
    readonly method: string,
    readonly path: string,
    readonly headers: TransportRequest['headers'],
    readonly body: TransportRequest['body'],
    /** A request like it came to nothing before. */
    readonly isRepeated: boolean,
  ) {}

  get signal(): AbortSignal {
    return this.call.signal;
  }

  /** The same as the signal tells, without the cost of one. */
  get cancelReason(): unknown {
    return this.call.abortReason;
  }

  set onCancel(listener: ((reason: unknown) => void) | undefined) {
    this.call.onAbort = listener;
  }
}
