import { systemClock } from '@botwright/clock';
import { TransportFailed } from '../errors.js';
import { asError } from './as-error.js';
import type { Attempt } from './attempt.js';
import type { Dated, Deadlines } from './deadlines.js';
import type { Outcome } from './retry.js';
import { Stalled } from './stalled.js';
import type { Controller, Handler, Method, PhaseTimeouts, Pool, TransportReply } from './transport.js';

const longestBody = 8 * 1024 * 1024;

const nothing = Buffer.alloc(0);

export interface ExchangeTerms {
  readonly timeouts: PhaseTimeouts;
  readonly deadlines: Deadlines<Exchange>;
}

export function exchange(pool: Pool, request: Attempt, terms: ExchangeTerms): Promise<Outcome> {
  return new Promise((resolve, reject) => new Exchange(request, terms, resolve, reject).start(pool));
}

/** One request and its reply: undici's cheapest form, a handler of its own without streams. */
class Exchange implements Handler, Dated {
  dueAt = Number.POSITIVE_INFINITY;
  place = -1;
  #controller: Controller | undefined;
  #status = 0;
  #headers: TransportReply['headers'] = {};
  #body: Buffer = nothing;
  /** The pieces of the body, where it came in several. */
  #pieces: Buffer[] | undefined;
  #length = 0;

  constructor(
    private readonly request: Attempt,
    private readonly terms: ExchangeTerms,
    private readonly resolve: (outcome: Outcome) => void,
    private readonly reject: (reason: unknown) => void,
  ) {}

  start(pool: Pool): void {
    const { method, path, headers, body, cancelReason } = this.request;
    if (cancelReason !== undefined) {
      this.reject(cancelReason);
      return;
    }
    this.request.onCancel = (reason) => this.#cancel(reason);
    pool.dispatch({ method: method as Method, path, headers, body: body ?? null }, this);
  }

  /** Called right before the request is written; what fails earlier was never sent. */
  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    const { cancelReason } = this.request;
    if (cancelReason !== undefined) controller.abort(asError(cancelReason));
  }

  // For a stream that is when its end was written: the service need not answer before it has read all of it.
  onRequestSent(): void {
    if (this.#status === 0) this.#expect(this.terms.timeouts.headersTimeoutMs);
  }

  onResponseStart(_controller: unknown, status: number, headers: TransportReply['headers']): void {
    // A reply such as 103 comes before the real one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#expect(this.terms.timeouts.bodyTimeoutMs);
  }

  onResponseData(controller: Controller, piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length <= longestBody) {
      this.dueAt = systemClock.monotonic() + this.terms.timeouts.bodyTimeoutMs;
      this.#keep(piece);
      return;
    }
    this.#leave();
    this.resolve({ ...this.#reply(), truncated: true });
    controller.abort(new Error(`The body is longer than ${longestBody} bytes`));
  }

  // A promise settles once, so a second end, such as the error that follows an abort, changes nothing.
  onResponseEnd(): void {
    this.#leave();
    this.resolve(this.#reply());
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#leave();
    this.resolve(new TransportFailed(this.#controller ? 'unknown' : 'no', error));
  }

  expire(): void {
    this.#leave();
    const stalled = new Stalled(this.#status === 0 ? 'headers' : 'body');
    this.resolve(new TransportFailed('unknown', stalled));
    this.#controller?.abort(stalled);
  }

  /** Something has to come within this time. */
  #expect(ms: number): void {
    this.dueAt = systemClock.monotonic() + ms;
    this.terms.deadlines.watch(this);
  }

  #cancel(reason: unknown): void {
    this.#leave();
    this.reject(reason);
    this.#controller?.abort(asError(reason));
  }

  #leave(): void {
    this.request.onCancel = undefined;
    this.terms.deadlines.unwatch(this);
  }

  #keep(piece: Buffer): void {
    if (this.#length === piece.length) this.#body = piece;
    else if (this.#pieces) this.#pieces.push(piece);
    else this.#pieces = [this.#body, piece];
  }

  #reply(): TransportReply {
    const body = this.#pieces ? Buffer.concat(this.#pieces) : this.#body;
    return { status: this.#status, headers: this.#headers, body };
  }
}
