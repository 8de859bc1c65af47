import { Client, type ClientOptions, type GatewayState, type GatewayStateChange } from '../../src/index.js';
import type { Service } from './service.js';

export const token = 'tly_0123456789abcdef.aaaaaaaa.bbbbbbbbbbbbbbbb.ccc';

/** A silent client of a test's service. */
export function clientOf(service: Pick<Service, 'url'>, options: Partial<ClientOptions> = {}): Client {
  return new Client({ token, baseUrl: service.url, log: { level: 'silent' }, ...options });
}

/** Resolves with the change that next brings the gateway into a state. */
export function reached(client: Client, state: GatewayState): Promise<GatewayStateChange> {
  return new Promise((resolve) => {
    const stop = client.gateway.onStateChange((change) => {
      if (change.to !== state) return;
      stop();
      resolve(change);
    });
  });
}

/** Resolves with the error that a promise rejects with, and rejects when it does not. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  const [outcome] = await Promise.allSettled([promise]);
  if (outcome.status === 'rejected') return outcome.reason;
  throw new Error('it was expected to fail');
}
