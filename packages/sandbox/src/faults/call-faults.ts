import type { Clock, Timer } from '@botwright/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cutOffCall, endCall } from './cut-off.js';
import type { FaultBoard, Strike } from './fault-board.js';
import type { RestFault } from './rule.js';

const spokenFor = { success: false, message: 'a fault rule answered in place of the operation', code: 'FAULT' };

/** Makes calls go wrong, on the sockets on which they came. */
export class CallFaults {
  readonly #board: FaultBoard;
  readonly #clock: Clock;
  /** Calls that wait for their turn, or for nothing. */
  readonly #waiting = new Map<FastifyRequest, Timer | undefined>();

  constructor(board: FaultBoard, clock: Clock) {
    this.#board = board;
    this.#clock = clock;
  }

  strike(operation: string, by: string | null): Strike<RestFault> | undefined {
    return this.#board.strikeCall(operation, by);
  }

  /** What happens before a call is served. Where `serve` is not called, it never is. */
  before(fault: RestFault, request: FastifyRequest, reply: FastifyReply, serve: () => void): void {
    if ('status' in fault) {
      const { status, headers = {}, body = spokenFor } = fault;
      const isJson = typeof body === 'object';
      reply
        .code(status)
        .type(`${isJson ? 'application/json' : 'text/plain'}; charset=utf-8`)
        .headers(headers)
        .send(isJson ? JSON.stringify(body) : String(body));
    } else if ('delayMs' in fault) {
      const timer = this.#clock.setTimeout(() => {
        this.#waiting.delete(request);
        serve();
      }, fault.delayMs);
      this.#waiting.set(request, timer);
    } else if ('stall' in fault) {
      this.#stall(request);
    } else if ('reset' in fault && fault.reset === 'before') {
      cutOffCall(request.raw);
    } else {
      serve();
    }
  }

  /** What happens to an answer. Where `send` is not called, it is not sent as it is. */
  after(fault: RestFault, request: FastifyRequest, reply: FastifyReply, payload: unknown, send: () => void): void {
    if ('reset' in fault) {
      cutOffCall(request.raw);
    } else if ('truncate' in fault && typeof payload === 'string') {
      const body = Buffer.from(payload);
      reply.raw.writeHead(reply.statusCode, { ...(reply.getHeaders() as object), 'content-length': body.length });
      reply.raw.write(body.subarray(0, fault.truncate), () => endCall(request.raw));
      reply.raw.flushHeaders();
    } else {
      send();
    }
  }

  /** Ends the calls that wait, so that a sandbox that closes need not wait for them. */
  release(): void {
    for (const [{ raw }, timer] of this.#waiting) {
      this.#clock.clearTimeout(timer);
      endCall(raw);
    }
    this.#waiting.clear();
  }

  #stall(request: FastifyRequest): void {
    this.#waiting.set(request, undefined);
    request.raw.socket.once('close', () => this.#waiting.delete(request));
    // What is left of its body is read, or the server would take it for a call that does not come in whole.
    request.raw.resume();
  }
}
