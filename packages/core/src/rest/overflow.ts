import type { Endpoint } from '@botwright/protocol';
import { QueueFull } from '../errors.js';

/**
 * What calls are told that are too many. Those of one operation that are made in one go get the same error: a hundred
 * thousand of them, each with a trace of its own, would take more memory than the calls that are under way.
 */
export class Overflow {
  readonly #errors = new Map<Endpoint, QueueFull>();

  constructor(private readonly maxPending: number) {}

  refusal(operation: Endpoint): QueueFull {
    const known = this.#errors.get(operation);
    if (known) return known;
    if (this.#errors.size === 0) queueMicrotask(() => this.#errors.clear());
    const error = new QueueFull(operation, this.maxPending);
    this.#errors.set(operation, error);
    return error;
  }
}
