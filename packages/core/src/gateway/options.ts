import { checkNumbers } from '../number-options.js';

export interface GatewayOptions {
  /** How long a connection may stand without READY. Default 15 s. */
  readonly readyTimeoutMs?: number;
  /** How long the HTTP handshake may take, from the first look at the network to its answer. Default 10 s. */
  readonly handshakeTimeoutMs?: number;
  /** After how many tries in a row without READY the state becomes `failing`. Default 10. */
  readonly failingAfterTries?: number;
  /** After how long without READY a try that comes to nothing makes the state `failing`. Default 5 min. */
  readonly failingAfterMs?: number;
  /**
   * How far apart sessions begin where they end within a minute; a session is what READY begins. One that breaks off,
   * or whose service goes away or begins anew, is replaced at once when the one before it did not end so soon. Default
   * 5 s.
   */
  readonly sessionGapMs?: number;
  /** How many sessions may end within a minute of their READY, in a day; then the gateway closes. Default 500. */
  readonly shortSessionsPerDay?: number;
  /** How many frames may wait for a connection, or for one that is slow to take them. Default 1,000. */
  readonly longestOutbox?: number;
}

const defaults = {
  readyTimeoutMs: 15_000,
  handshakeTimeoutMs: 10_000,
  failingAfterTries: 10,
  failingAfterMs: 300_000,
  sessionGapMs: 5_000,
  shortSessionsPerDay: 500,
  longestOutbox: 1_000,
} as const satisfies Required<GatewayOptions>;

const timers = ['readyTimeoutMs', 'handshakeTimeoutMs', 'sessionGapMs'] as const;

/** Fills in what was left out, and refuses what cannot work. */
export function resolveGatewayOptions(given: GatewayOptions = {}): Required<GatewayOptions> {
  const options = { ...defaults, ...given };
  checkNumbers('gateway', options, { timers });
  return options;
}
