import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Cancellation } from './cancellation.js';

/** One call of a listener, from the moment it gets an event to the moment it is done with it. */
export interface Handling {
  /** The kind of the event, or the name of the frame when code does not know it. */
  readonly kind: string;
  /** The listener's name. */
  readonly listener: string;
  /**
   * Aborts when nobody waits for the listener any longer: its deadline passed, or the client closed. Calls of the service
   * that it makes are given up then. Made when it is first read.
   */
  readonly signal: AbortSignal;
  /**
   * Lets the next event of the channel begin while the listener goes on, and ends its deadline. For listeners that wait
   * for people: one that waits for the next message of its own channel would otherwise wait for itself.
   */
  release(): void;
}

/** What a call carries along. */
interface Carried extends Handling {
  /** What gives up what the call does. */
  readonly cancellation: Cancellation;
}

const carried = new AsyncLocalStorage<Carried>();

/** The call of a listener that this code runs in, however many promises ago it began; undefined outside of one. */
export function currentHandling(): Handling | undefined {
  return carried.getStore();
}

/** What gives up the calls of the service that this code makes; undefined outside of a listener. */
export function currentCancellation(): Cancellation | undefined {
  return carried.getStore()?.cancellation;
}

/**
 * Where listeners start from: in the context in which this was made. Leaving it brings back what was current before, at a
 * quarter of what `carried.run` costs: on Node 24 that makes a map on the way in and another on the way out, the second a
 * copy of the first.
 */
export class Entrance {
  readonly #outside = new AsyncResource('Listener');

  /** Calls a listener so that it, and whatever it starts, finds `handling` as the current one. */
  call<Payload>(handling: Carried, listener: (payload: Payload) => unknown, payload: Payload): unknown {
    // Called by a listener that goes on afterwards: on Node 22 the two would share what the resource carries.
    if (carried.getStore() !== undefined) return carried.run(handling, listener, payload);
    return this.#outside.runInAsyncScope(enter<Payload>, undefined, handling, listener, payload);
  }
}

function enter<Payload>(handling: Carried, listener: (payload: Payload) => unknown, payload: Payload): unknown {
  carried.enterWith(handling);
  return listener(payload);
}
