import type { BotwrightError } from '../errors.js';

/**
 * - `idle`: `connect` was not called yet
 * - `connecting`: a socket is being opened
 * - `waiting for READY`: the socket stands
 * - `ready`: events flow
 * - `reconnecting`: no socket; the next try comes after a pause
 * - `failing`: no READY for so long, or so many tries, that somebody should look. Tries go on all the same, and this
 *   state stands through all of them, until READY comes
 * - `closed`: for good, by `close` or by a refusal of the service
 */
export type GatewayState =
  | 'idle'
  | 'connecting'
  | 'waiting for READY'
  | 'ready'
  | 'reconnecting'
  | 'failing'
  | 'closed';

/**
 * What moves a gateway on.
 * - `try`: a socket begins to be opened
 * - `open`: it stands
 * - `ready`: the first READY of a connection came
 * - `lost`: the connection is gone, or did not come about
 * - `lost again`: the same, once too often
 * - `refused`: the service wants no further try
 * - `close`: `close` was called
 */
export type GatewayStep = 'try' | 'open' | 'ready' | 'lost' | 'lost again' | 'refused' | 'close';

export interface GatewayStateChange {
  readonly from: GatewayState;
  /** The same as `from` when a try came to nothing while the gateway is `failing`. */
  readonly to: GatewayState;
  /** Why the connection is gone: with `reconnecting` and `failing`, and with `closed` unless `close` was called. */
  readonly cause?: BotwrightError;
  /** With `reconnecting` and `failing`: when the next try begins. */
  readonly retryInMs?: number;
}

/** Where each step leads. A step that a state does not list cannot happen in it. */
export const transitions: Readonly<Record<GatewayState, Readonly<Partial<Record<GatewayStep, GatewayState>>>>> = {
  idle: { try: 'connecting', close: 'closed' },
  connecting: {
    open: 'waiting for READY',
    lost: 'reconnecting',
    'lost again': 'failing',
    refused: 'closed',
    close: 'closed',
  },
  'waiting for READY': {
    ready: 'ready',
    lost: 'reconnecting',
    'lost again': 'failing',
    refused: 'closed',
    close: 'closed',
  },
  ready: { lost: 'reconnecting', refused: 'closed', close: 'closed' },
  reconnecting: { try: 'connecting', close: 'closed' },
  failing: {
    try: 'failing',
    open: 'failing',
    ready: 'ready',
    'lost again': 'failing',
    refused: 'closed',
    close: 'closed',
  },
  closed: {},
};
