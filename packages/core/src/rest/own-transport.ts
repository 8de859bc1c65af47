import type { PooledTransport, Transport } from './transport.js';

/** A transport that somebody brought along: a call that is given up ends also when it does not follow the signal. */
export function ownTransport(transport: Transport): PooledTransport {
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        const { signal } = request;
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        transport(request).then(resolve, reject);
      }),
    prepare: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
