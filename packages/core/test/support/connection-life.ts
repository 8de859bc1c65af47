import type { Client, GatewayStateChange, VirtualClock } from '../../src/index.js';
import { reached } from './client.js';

/** Resolves with the next change that tells of a lost connection, or of a try that came to nothing. */
export function nextLoss(client: Client): Promise<GatewayStateChange & { retryInMs: number }> {
  return new Promise((resolve) => {
    const stop = client.gateway.onStateChange((change) => {
      const { retryInMs } = change;
      if (retryInMs === undefined) return;
      stop();
      resolve({ ...change, retryInMs });
    });
  });
}

/** Ends the connection, waits for the pause that follows on the clock, and for READY after it. */
export async function replace(client: Client, clock: VirtualClock, end: () => unknown): Promise<GatewayStateChange> {
  const lost = nextLoss(client);
  void end();
  const change = await lost;
  const ready = reached(client, 'ready');
  await clock.advance(change.retryInMs);
  await ready;
  return change;
}
