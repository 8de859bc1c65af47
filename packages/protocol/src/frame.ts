/** Every frame is one JSON object: a name and a payload (observed). No sequence numbers and no sessions were ever seen. */
export interface Frame {
  readonly t: string;
  readonly d?: unknown;
}

/** The frame that says the connection stands (stated). */
export const readyKind = 'READY';

/**
 * The member beside name and payload that holds a frame's number, if the service ever numbers them: READY's is the first,
 * each further frame's is one more (assumed). The service numbers none today (observed).
 */
export const frameNumberMember = 's';

/** The service's answer to HEARTBEAT (stated); its payload is unknown and ignored. */
export const heartbeatAckKind = 'HEARTBEAT_ACK';

/** Assumed where READY names no usable interval: clients that ignore it send every 20 to 30 s and live (inferred). */
export const heartbeatIntervalFallbackMs = 30_000;

/** Why the service closes a connection. Codes and meanings are stated, `reconnect` is inferred. */
export const closeCodes = {
  4000: { name: 'Unauthorized', meaning: 'the caller could not be authenticated', reconnect: false },
  4001: { name: 'Timeout', meaning: 'no heartbeat came for too long', reconnect: true },
  4002: { name: 'Invalid Opcode', meaning: 'the client sent a frame the service does not know', reconnect: true },
  4003: { name: 'Invalid Version', meaning: 'the API version is not supported', reconnect: false },
} as const satisfies Record<number, { name: string; meaning: string; reconnect: boolean }>;

/** Whether a connection that ended with this code may be opened again. Unknown codes may. */
export function mayReconnect(code: number): boolean {
  return (closeCodes as Record<number, { reconnect: boolean }>)[code]?.reconnect ?? true;
}
