/**
 * How a connection ended, or did not come about.
 * - `closed`: the service closed it
 * - `handshake`: it was answered with an HTTP status
 * - `network`: the network failed, or nobody answered the handshake in time
 * - `noReady`: READY did not come in time, or could not be read
 * - `silence`: nothing came for two heartbeat intervals
 */
export type LossKind = 'closed' | 'handshake' | 'network' | 'noReady' | 'silence';

/**
 * How the number of a frame does not follow from the one before, where the service numbers them.
 * - `gap`: numbers were left out
 * - `regression`: it is not above the one before
 * - `missing`: the frame has none
 * - `strange`: it is no whole number
 */
export type NumberFault = 'gap' | 'regression' | 'missing' | 'strange';

/** What a gateway counted since it was made. */
export interface GatewayStats {
  /** Tries to open a socket. */
  attempts: number;
  /** Times that READY came. */
  readies: number;
  /** Connections that ended, and tries that came to nothing, refusals among them. */
  losses: Record<LossKind, number>;
  /** Text frames that came in. */
  framesReceived: number;
  /** Frames that are binary, that are not an object with a name, or that came before READY. */
  framesIgnored: number;
  /** Frames whose number does not follow from the one before. Always 0 where the service numbers none. */
  framesMisnumbered: Record<NumberFault, number>;
  framesSent: number;
  heartbeatsSent: number;
  /** Events that nobody listens to; they were not parsed, unless for their number. */
  eventsUnheard: number;
  /** Events of a kind that code does not know, handed on raw. */
  eventsUnknown: number;
  /** Events of a known kind whose payload could not be read. */
  eventsUnreadable: number;
}

export function noStats(): GatewayStats {
  return {
    attempts: 0,
    readies: 0,
    losses: { closed: 0, handshake: 0, network: 0, noReady: 0, silence: 0 },
    framesReceived: 0,
    framesIgnored: 0,
    framesMisnumbered: { gap: 0, regression: 0, missing: 0, strange: 0 },
    framesSent: 0,
    heartbeatsSent: 0,
    eventsUnheard: 0,
    eventsUnknown: 0,
    eventsUnreadable: 0,
  };
}
