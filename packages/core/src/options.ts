import type { Clock } from '@botwright/clock';
import type { HandlerOptions } from './events/options.js';
import type { GatewayOptions } from './gateway/options.js';
import type { Logger, LogOptions } from './log.js';
import type { ReplayOptions } from './replay/options.js';
import type { RestOptions } from './rest/options.js';
import type { Transport } from './rest/transport.js';

/**
 * How much of what comes and goes is compared with the protocol. `full`: everything. `light`: only what code relies on,
 * on the way in; nothing on the way out.
 */
export type Validation = 'full' | 'light';

export interface ClientOptions {
  /** The bot's token alone, without a scheme. */
  readonly token: string;
  /** Where the service is: an origin, with or without a trailing slash or the API's prefix. */
  readonly baseUrl: string;
  /** Default: `light` when NODE_ENV is `production`, else `full`. */
  readonly validate?: Validation;
  /** A logger to use as it is, or how to make one. One made here never writes the token. */
  readonly log?: Logger | LogOptions;
  readonly clock?: Clock;
  readonly gateway?: GatewayOptions;
  readonly rest?: RestOptions;
  readonly handlers?: HandlerOptions;
  /**
   * How much is read of what was said while the connection was gone; `false` for nothing. Listeners of `MESSAGE_SEND` get
   * it with `replayed: true`, unless they are registered with `{ replayed: false }`.
   */
  readonly replay?: ReplayOptions | false;
  /** Sends the HTTP requests; default: a pool of connections. */
  readonly transport?: Transport;
}

export function defaultValidation(): Validation {
  return process.env['NODE_ENV'] === 'production' ? 'light' : 'full';
}
