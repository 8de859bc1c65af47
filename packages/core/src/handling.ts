import { AsyncLocalStorage } from 'node:async_hooks';

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

const carried = new AsyncLocalStorage<Handling>();

/** The call of a listener that this code runs in, however many promises ago it began; undefined outside of one. */
export function currentHandling(): Handling | undefined {
  return carried.getStore();
}

/** Calls a listener so that it, and whatever it starts, finds `handling` as the current one. */
export function runIn<Payload>(handling: Handling, listener: (payload: Payload) => unknown, payload: Payload): unknown {
  return carried.run(handling, listener, payload);
}
