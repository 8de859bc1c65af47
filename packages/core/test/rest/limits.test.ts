import { describe, expect, test } from 'vitest';
import { type Client, type ClientOptions, RateLimited, VirtualClock } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { inTime, keepCalling, LimitedService, type Limits } from '../support/limited.js';
import { type Reply, Service } from '../support/service.js';
import { message } from '../support/shapes.js';

const fine: Reply = { body: { success: true, message: message(), messages: [] } };
const nowhere = { url: 'http://127.0.0.1:1' };

/** A client of a service in virtual time. */
function limited(limits: Limits, options: Partial<ClientOptions> = {}) {
  const clock = new VirtualClock();
  const service = new LimitedService(clock, limits);
  const client = clientOf(nowhere, { clock, transport: service.transport, ...options });
  return { clock, service, client };
}

describe('a limit of a bucket', () => {
  const throughput = async (tells: 'always' | 'refusals') => {
    const { clock, service, client } = limited({ limit: 5, windowMs: 5_000, tells, latencyMs: 0 });
    await using _ = client;
    await inTime(
      clock,
      keepCalling(10_000, 200, () => client.api.messages.list('c')),
    );
    const theoryMs = (10_000 / 5 - 1) * 5_000;
    return { refused: service.refused, share: theoryMs / clock.monotonic() };
  };

  test('#44 of 5 per 5 s that the service tells is kept over 10,000 calls, 200 at a time: 0 refusals, at 95 % of what it allows', {
    timeout: 30_000,
  }, async ({ annotate }) => {
    const { refused, share } = await throughput('always');
    expect(refused).toBe(0);
    expect(share).toBeGreaterThanOrEqual(0.95);
    await annotate(`${refused} refusals, ${(share * 100).toFixed(1)} % of theory`, 'reached');
  });

  test('of 5 per 5 s that only refusals show is learnt from one refusal an hour, at 95 % of what it allows', {
    timeout: 30_000,
  }, async () => {
    const { refused, share } = await throughput('refusals');
    // The calls take 2.8 hours.
    expect(refused).toBeLessThanOrEqual(3);
    expect(share).toBeGreaterThanOrEqual(0.95);
  });

  test.for([
    ['always', 5, 5_000],
    ['refusals', 1, 1_000],
    ['refusals', 2, 1_000],
    ['refusals', 5, 5_000],
    ['refusals', 20, 10_000],
    ['refusals', 50, 60_000],
    ['refusals', 150, 60_000],
  ] as const)(
    '#45 that nobody knows beforehand refuses 1 call a bucket at most in a burst after the start, told %s, %i per %i ms',
    { timeout: 30_000 },
    async ([tells, limit, windowMs], { annotate }) => {
      const { clock, service, client } = limited({ limit, windowMs, tells });
      await using _ = client;
      const calls = Array.from({ length: Math.max(60, limit * 2) * 4 }, (_, index) =>
        index % 2 === 0
          ? client.api.messages.list(`c${index % 4}`)
          : client.api.messages.create(`c${index % 4}`, { content: 'x' }),
      );
      await inTime(clock, Promise.all(calls));
      const worst = Math.max(0, ...service.refusals.values());
      expect(worst).toBeLessThanOrEqual(1);
      await annotate(`${worst} a bucket`, 'reached');
    },
  );

  test('that is told lets reads of a bucket go side by side while much of it is left', async () => {
    const { clock, client } = limited({ limit: 1_000, windowMs: 1_000, tells: 'always', latencyMs: 200 });
    await using _ = client;
    const read = () => client.api.messages.list('c');
    await inTime(clock, read());
    const start = clock.monotonic();
    await inTime(clock, keepCalling(80, 80, read));
    expect(clock.monotonic() - start).toBe(4_000);
  });

  test('that nobody knows lets reads of a bucket pass one that takes longer than half a second', async () => {
    const { clock, client } = limited({ limit: 1_000, windowMs: 1_000, tells: 'refusals', latencyMs: 5_000 });
    await using _ = client;
    await inTime(
      clock,
      keepCalling(8, 8, () => client.api.messages.list('c')),
    );
    expect(clock.monotonic()).toBe(13_500);
  });

  test('keeps messages of one channel in order, and one at a time', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    let underWay = 0;
    let most = 0;
    service.respond = () => (response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setImmediate(() => {
        underWay -= 1;
        response.end(JSON.stringify(fine.body));
      });
    };
    const texts = Array.from({ length: 200 }, (_, index) => String(index));
    await Promise.all(texts.map((content) => client.api.messages.create('c', { content })));
    expect(service.requests.map(({ body }) => JSON.parse(body).content)).toEqual(texts);
    expect(most).toBe(1);
  });
});

describe('a limit of all calls', () => {
  test('of 50 a second over 200 routes is never broken in any second of real time, and nothing is refused', {
    timeout: 20_000,
  }, async () => {
    await using service = await Service.start();
    await using client = clientOf(service, { rest: { perSecond: 50 } });
    let refused = 0;
    const served: number[] = [];
    service.respond = ({ at }) => {
      if (served.filter((time) => time > at - 1_000).length >= 50) {
        refused += 1;
        return { status: 429 };
      }
      served.push(at);
      return fine;
    };
    const calls = Array.from({ length: 200 }, (_, index) => client.api.messages.list(`c${index}`));
    await Promise.all(calls);
    const most = Math.max(...served.map((end) => served.filter((at) => at > end - 1_000 && at <= end).length));
    expect(refused).toBe(0);
    expect(most).toBeLessThanOrEqual(50);
  });

  test('#46 of 50 a second over 1,000 routes is never broken in any second, and nothing is refused', async ({
    annotate,
  }) => {
    const limits = { limit: 50, windowMs: 1_000, tells: 'refusals', key: () => 'all' } as const;
    const { clock, service, client } = limited(limits, { rest: { perSecond: 50 } });
    await using _ = client;
    await inTime(
      clock,
      keepCalling(3_000, 1_000, (index) => client.api.messages.list(`c${index % 1_000}`)),
    );
    expect(service.refused).toBe(0);
    expect(clock.monotonic()).toBeLessThan(66_000);
    await annotate(`${service.refused} refused of 3,000`, 'reached');
  });

  const shapes: readonly [string, Reply][] = [
    ['in the body', { body: { retry_after: 1, global: true } }],
    ['in a header', { headers: { 'retry-after': '1', 'x-ratelimit-global': 'true' } }],
    ['as a scope', { headers: { 'retry-after': '1', 'x-ratelimit-scope': 'global' } }],
  ];
  test.for(shapes)(
    '#50 that is met while 500 calls wait lets none out during the pause, said %s',
    async ([, reply], { annotate }) => {
      await using service = await Service.start();
      await using client = clientOf(service, { rest: { perSecond: 1_000 } });
      let refusedAt = 0;
      service.respond = ({ at }) => {
        if (service.requests.length !== 20) return fine;
        refusedAt = at;
        return { status: 429, ...reply };
      };
      await Promise.all(Array.from({ length: 500 }, (_, index) => client.api.messages.list(`c${index}`)));
      const during = service.requests.filter(({ at }) => at > refusedAt + 50 && at < refusedAt + 1_000);
      expect(during).toHaveLength(0);
      expect(service.requests).toHaveLength(501);
      await annotate(`${during.length} during the pause`, 'reached');
    },
  );
});

describe('a refusal', () => {
  const waits: readonly [string, Reply, ms: number][] = [
    ['the header alone', { headers: { 'retry-after': '2' }, body: '' }, 2_000],
    ['the body alone', { body: { retry_after: 1.5 } }, 1_500],
    ['both', { headers: { 'retry-after': '2' }, body: { retry_after: 1.4 } }, 2_000],
    ['milliseconds in the body', { body: { retry_after: 2_500 } }, 2_500],
    ['both, in milliseconds in the body', { headers: { 'retry-after': '3' }, body: { retry_after: 3_000 } }, 3_000],
    ['a header above HTML', { headers: { 'retry-after': '4' }, body: '<h1>slow down</h1>' }, 4_000],
    ['the reset', { headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1.25' } }, 1_250],
  ];
  test.each(waits)(
    '#47 is waited for as long as said by %s, and at most a tenth and 100 ms longer',
    async (_, reply, ms) => {
      const clock = new VirtualClock();
      await using service = await Service.start();
      await using client = clientOf(service, { clock });
      const times: number[] = [];
      service.respond = () => {
        times.push(clock.monotonic());
        return times.length === 1 ? { status: 429, ...reply } : fine;
      };
      const listed = client.api.messages.list('c');
      await clock.advance(await clock.timerWithin(10_000));
      await listed;
      expect(times[1]).toBeGreaterThanOrEqual(ms);
      expect(times[1]).toBeLessThanOrEqual(ms * 1.1 + 100);
    },
  );

  test('#49 that concerns one parameter makes that call wait alone: the others keep 95 % of their throughput', async ({
    annotate,
  }) => {
    const run = async (isLimited: boolean) => {
      const clock = new VirtualClock();
      let served = 0;
      await using client = clientOf(nowhere, {
        clock,
        transport: async ({ path }) => {
          await clock.sleep(10);
          if (isLimited && path.includes('/odd') && clock.monotonic() < 20_000) {
            const left = (20_000 - clock.monotonic()) / 1_000;
            const headers = {
              'x-ratelimit-limit': '100',
              'x-ratelimit-remaining': '99',
              'x-ratelimit-reset-after': '1',
            };
            return { status: 429, headers, body: JSON.stringify({ retry_after: left }) };
          }
          served += 1;
          return { status: 200, headers: {}, body: JSON.stringify({ success: true, message: message() }) };
        },
      });
      const odd = client.api.messages.get('c', 'odd');
      const others = keepCalling(1_000, 20, (index) => client.api.messages.get('c', `m${index}`));
      await inTime(clock, others);
      const ms = clock.monotonic();
      await inTime(clock, odd);
      return { ms, served };
    };
    const [calm, disturbed] = [await run(false), await run(true)];
    expect(disturbed.served).toBe(1_001);
    const share = calm.ms / disturbed.ms;
    expect(share).toBeGreaterThanOrEqual(0.95);
    await annotate(`${(share * 100).toFixed(1)} %`, 'reached');
  });

  test('of one channel leaves the other channels alone', async () => {
    const clock = new VirtualClock();
    await using service = await Service.start();
    await using client = clientOf(service, { clock });
    service.respond = ({ path }) => (path.includes('/odd/') ? { status: 429, headers: { 'retry-after': '50' } } : fine);
    const odd = client.api.messages.create('odd', { content: 'x' });
    await service.arrivals.next();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => client.api.messages.create(`c${index}`, { content: 'x' })),
    );
    service.respond = () => fine;
    await clock.advance(50_000);
    await odd;
  });

  test('#54 is waited for by monotonic time: an hour that the wall clock jumps changes less than 100 ms', async ({
    annotate,
  }) => {
    let worst = 0;
    for (const jumpMs of [3_600_000, -3_600_000]) {
      const clock = new JumpingClock();
      await using service = await Service.start();
      await using client = clientOf(service, { clock });
      const times: number[] = [];
      service.respond = () => {
        times.push(clock.monotonic());
        return times.length === 1 ? { status: 429, headers: { 'retry-after': '5' } } : fine;
      };
      const listed = client.api.messages.list('c');
      const waitMs = await clock.timerWithin(10_000);
      clock.jump(jumpMs);
      await clock.advance(waitMs);
      await listed;
      const next = client.api.messages.list('c');
      await clock.advance(await clock.timerWithin(10_000));
      await next;
      worst = Math.max(worst, Math.abs((times[1] ?? 0) - 5_000));
    }
    expect(worst).toBeLessThanOrEqual(100);
    await annotate(`${worst} ms off`, 'reached');
  });

  test('that goes on for ever turns away whoever waited for a minute, and none hangs', async () => {
    const clock = new VirtualClock();
    let requests = 0;
    await using client = clientOf(nowhere, {
      clock,
      transport: async () => {
        requests += 1;
        await clock.sleep(1);
        return { status: 429, headers: { 'retry-after': '1' }, body: '' };
      },
    });
    const errors = Array.from({ length: 100 }, () => failure(client.api.messages.list('c')));
    for (const error of await inTime(clock, Promise.all(errors))) expect(error).toBeInstanceOf(RateLimited);
    expect(clock.monotonic()).toBeLessThan(62_000);
    expect(requests).toBeLessThanOrEqual(62);
    expect(clock.pending).toBe(0);
  });
});

/** Virtual time whose wall clock somebody sets. */
class JumpingClock extends VirtualClock {
  #jumpedMs = 0;

  jump(ms: number): void {
    this.#jumpedMs += ms;
  }

  override now(): number {
    return super.now() + this.#jumpedMs;
  }
}

describe('priorities', () => {
  const order = async (calls: (client: Client, said: (what: string) => () => void) => Promise<unknown>[]) => {
    const clock = new VirtualClock();
    const served: string[] = [];
    await using client = clientOf(nowhere, {
      clock,
      rest: { perSecond: 5 },
      transport: async () => ({ status: 200, headers: {}, body: JSON.stringify({ message: message() }) }),
    });
    const said = (what: string) => () => void served.push(what);
    await inTime(clock, Promise.all(calls(client, said)));
    return served;
  };

  test('let a reply go before a bulk job that was there first, in other channels and in its own', async () => {
    const served = await order((client, said) => [
      ...Array.from({ length: 40 }, (_, index) =>
        client.api.messages
          .create(index < 20 ? 'c' : `c${index}`, { content: 'x' }, { priority: 'bulk' })
          .then(said('bulk')),
      ),
      client.api.messages.create('c', { content: 'x' }, { priority: 'reply' }).then(said('reply')),
      client.api.messages.create('d', { content: 'x' }, { priority: 'reply' }).then(said('reply')),
    ]);
    expect(served.slice(5, 7)).toEqual(['reply', 'reply']);
  });

  test('leave a bulk job its share', async () => {
    const served = await order((client, said) => [
      ...Array.from({ length: 20 }, (_, index) =>
        client.api.messages.create(`c${index}`, { content: 'x' }, { priority: 'bulk' }).then(said('bulk')),
      ),
      ...Array.from({ length: 200 }, (_, index) =>
        client.api.messages.create(`d${index}`, { content: 'x' }, { priority: 'reply' }).then(said('reply')),
      ),
    ]);
    expect(served.slice(0, 100).filter((what) => what === 'bulk').length).toBeGreaterThanOrEqual(5);
  });
});
