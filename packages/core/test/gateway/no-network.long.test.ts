import dns from 'node:dns';
import { afterEach, expect, test, vi } from 'vitest';
import { createLog, VirtualClock } from '../../src/index.js';
import { clientOf, reached } from '../support/client.js';
import { nextLoss } from '../support/connection-life.js';
import { Service } from '../support/service.js';

const outageMs = 600_000;
const longestPauseMs = 60_000;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Stands in for the name lookup of the machine. */
function resolver() {
  const network: { failure: string | undefined } = { failure: undefined };
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _host: string,
    options: { all?: boolean },
    done: (...outcome: unknown[]) => void,
  ) => {
    const { failure } = network;
    if (failure) process.nextTick(done, Object.assign(new Error(`getaddrinfo ${failure}`), { code: failure }));
    else if (options.all) process.nextTick(done, null, [{ address: '127.0.0.1', family: 4 }]);
    else process.nextTick(done, null, '127.0.0.1', 4);
  }) as typeof dns.lookup);
  return network;
}

test.for(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH'])(
  '#16 %s for 10 minutes, at boot and later, is outlived: READY within the longest pause and 1 s, and one line of log a try at most',
  async (code, { annotate }) => {
    const network = resolver();
    await using service = await Service.start();
    const clock = new VirtualClock();
    const lines: string[] = [];
    const log = createLog({ destination: { write: (line) => lines.push(line) } });
    const named = { url: service.url.replace('127.0.0.1', 'service.test') };
    await using client = clientOf(named, { clock, log });
    const outage = async (begin: () => unknown) => {
      network.failure = code;
      const lost = nextLoss(client);
      void begin();
      await lost;
      await clock.advance(outageMs);
      network.failure = undefined;
      const returned = clock.monotonic();
      const ready = reached(client, 'ready').then(() => clock.monotonic() - returned);
      await clock.advance(longestPauseMs);
      return ready;
    };
    const bootMs = await outage(() => client.connect());
    const { attempts } = client.gateway.stats;
    const socket = await service.sockets.next();
    socket.send('HEARTBEAT_ACK', {});
    const laterMs = await outage(() => socket.raw.destroy());
    const longestMs = Math.max(bootMs, laterMs);
    expect(longestMs).toBeLessThanOrEqual(longestPauseMs + 1_000);
    expect(client.gateway.state).toBe('ready');
    // The loss of the connection that stood is no try.
    const told = lines.filter((line) => line.includes('gateway:') && !line.includes('"from":"ready"'));
    expect(told.length).toBeLessThanOrEqual(client.gateway.stats.attempts);
    expect(attempts).toBeGreaterThan(10);
    const figures = `READY after ${(longestMs / 1_000).toFixed(1)} s, ${told.length} lines in ${client.gateway.stats.attempts} tries`;
    await annotate(figures, 'reached');
  },
);
