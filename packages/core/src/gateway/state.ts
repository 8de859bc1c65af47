import type { BotwrightError } from '../errors.js';

/**
 * - `idle`: `connect` was not called yet
 * - `connecting`: a socket is being opened
 * - `waiting for READY`: the socket stands
 * - `ready`: events flow
 * - `reconnecting`: no socket; the next try comes after a pause
 * - `closed`: for good, by `close` or by a refusal of the service
 */
export type GatewayState = 'idle' | 'connecting' | 'waiting for READY' | 'ready' | 'reconnecting' | 'closed';

export interface GatewayStateChange {
  readonly from: GatewayState;
  readonly to: GatewayState;
  /** Why the connection is gone: with `reconnecting`, and with `closed` unless `close` was called. */
  readonly cause?: BotwrightError;
  /** With `reconnecting`: when the next try begins. */
  readonly retryInMs?: number;
}

/** Where each state may lead. */
export const transitions = {
  idle: ['connecting', 'closed'],
  connecting: ['waiting for READY', 'reconnecting', 'closed'],
  'waiting for READY': ['ready', 'reconnecting', 'closed'],
  ready: ['reconnecting', 'closed'],
  reconnecting: ['connecting', 'closed'],
  closed: [],
} as const satisfies Record<GatewayState, readonly GatewayState[]>;
