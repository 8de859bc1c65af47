import { TransportFailed } from '../errors.js';
import type { Outcome } from './retry.js';
import type { PooledTransport, Transport } from './transport.js';

/** A transport that somebody brought along: a call that is given up ends also when it does not follow the signal. */
export function ownTransport(transport: Transport): PooledTransport {
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        const { signal } = request;
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        reply(transport, request).then(resolve, reject);
      }),
    prepare: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

async function reply(transport: Transport, request: Parameters<Transport>[0]): Promise<Outcome> {
  try {
    return await transport(request);
  } catch (error) {
    return error instanceof TransportFailed ? error : new TransportFailed('unknown', error);
  }
}
