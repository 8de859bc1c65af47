import { OptionInvalid } from '../errors.js';

export interface GatewayOptions {
  /** How long a connection may stand without READY. Default 15 s. */
  readonly readyTimeoutMs?: number;
  /** How long the HTTP handshake may take. Default 10 s. */
  readonly handshakeTimeoutMs?: number;
}

const defaults = { readyTimeoutMs: 15_000, handshakeTimeoutMs: 10_000 } as const satisfies Required<GatewayOptions>;

/** Fills in what was left out, and refuses what cannot work. */
export function resolveGatewayOptions(given: GatewayOptions = {}): Required<GatewayOptions> {
  const options = { ...defaults, ...given };
  for (const [name, value] of Object.entries(options)) {
    if (!(value > 0)) throw new OptionInvalid(`gateway.${name}`, value, 'above 0');
  }
  return options;
}
