/** What a gateway counted since it was made. */
export interface GatewayStats {
  /** Tries to open a socket. */
  attempts: number;
  /** Times that READY came. */
  readies: number;
  /** Text frames that came in. */
  framesReceived: number;
  /** Frames that are binary, that are not an object with a name, or that came before READY. */
  framesIgnored: number;
  framesSent: number;
  heartbeatsSent: number;
  /** Events that nobody listens to; they were not parsed. */
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
    framesReceived: 0,
    framesIgnored: 0,
    framesSent: 0,
    heartbeatsSent: 0,
    eventsUnheard: 0,
    eventsUnknown: 0,
    eventsUnreadable: 0,
  };
}
