import { describe, expect, test } from 'vitest';
import { failure } from '../../core/test/support/client.js';
import { hasRedis, RedisServer } from './support/redis-server.js';
import { Workers } from './support/workers.js';

/** The shortest time in which so many requests were ever sent. */
function densest(times: readonly number[], count: number): number {
  return Math.min(...times.slice(count - 1).map((at, index) => at - (times[index] ?? 0)));
}

describe.skipIf(!hasRedis)('clients of one token that share their limits through Redis', () => {
  test('are never refused where the service tells of its limit, not even before anybody knows it, and take turns', async () => {
    await using redis = await RedisServer.start();
    await using workers = new Workers(redis.url, { limit: 5, windowMs: 300, tells: 'always', latencyMs: 5 });
    await workers.readEach(10);
    expect(workers.service.refused).toBe(0);
    // Nobody has to wait until another is done.
    const lastOf = (worker: number) => workers.sent.findLastIndex((request) => request.worker === worker);
    const untilFirstIsDone = workers.sent.slice(0, Math.min(...[0, 1, 2, 3].map(lastOf)));
    for (const worker of [0, 1, 2, 3]) {
      expect(untilFirstIsDone.filter((request) => request.worker === worker).length).toBeGreaterThanOrEqual(2);
    }
  });

  test('keep a pace of all of them together', async () => {
    await using redis = await RedisServer.start();
    const unlimited = { limit: 1_000, windowMs: 10, tells: 'refusals' } as const;
    await using workers = new Workers(redis.url, unlimited, { perSecond: 20 });
    await workers.readEach(10, (call) => `c${call}`);
    const times = workers.sent.map(({ at }) => at);
    expect(times).toHaveLength(40);
    expect(densest(times, 21)).toBeGreaterThanOrEqual(999);
  });

  test('send one request at a time in a bucket whose limit nobody knows, however many of them ask', async () => {
    await using redis = await RedisServer.start();
    let underWay = 0;
    let most = 0;
    const limits = { limit: 1_000, windowMs: 10, tells: 'refusals', latencyMs: 2 } as const;
    await using workers = new Workers(redis.url, limits);
    workers.around = async (send) => {
      underWay += 1;
      most = Math.max(most, underWay);
      const reply = await send();
      underWay -= 1;
      return reply;
    };
    const ms = await workers.readEach(25);
    expect(most).toBe(1);
    // Each is told when another is done: polling would take half a second a request.
    expect(ms).toBeLessThan(10_000);
  });

  test('are refused once where nobody told of a limit, and all know from then on', async () => {
    await using redis = await RedisServer.start();
    await using workers = new Workers(redis.url, { limit: 10, windowMs: 1_000, tells: 'refusals', latencyMs: 5 });
    await workers.readEach(8);
    expect(workers.service.refused).toBe(1);
  });

  test('all keep a pause that one was asked for, and give up what would wait too long for it', async () => {
    await using redis = await RedisServer.start();
    const limits = { limit: 1_000, windowMs: 10, tells: 'refusals' } as const;
    await using workers = new Workers(redis.url, limits, { count: 2, maxWaitMs: 5_000 });
    const [first, second] = workers.clients;
    workers.around = async () => ({ status: 429, headers: { 'retry-after': '30' }, body: '' });
    expect(await failure(first?.api.messages.list('c') as never)).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await failure(second?.api.messages.list('c') as never)).toMatchObject({ code: 'RATE_LIMITED' });
    expect(workers.sent).toHaveLength(1);
  });

  test.for([
    [
      'that strangers have used up, as the service told one of them',
      'c',
      200,
      { limit: '5', remaining: '0' },
      'bucket:getChannelMessages:c',
    ],
    ['of everything that one of them was refused for', 'another', 429, { global: 'true' }, 'all'],
  ] as const)('wait for the end of a limit %s', async ([, channel, status, notice, key]) => {
    await using redis = await RedisServer.start();
    const limits = { limit: 1_000, windowMs: 10, tells: 'refusals' } as const;
    await using workers = new Workers(redis.url, limits, { count: 2 });
    const [first, second] = workers.clients;
    const told = Object.entries(notice).map(([name, value]) => [`x-ratelimit-${name}`, value]);
    const headers = { ...Object.fromEntries(told), 'x-ratelimit-reset-after': '0.5', 'retry-after': '0.5' };
    workers.around = async (send) => {
      const reply = await send();
      return workers.sent.length === 1 ? { ...reply, status, headers } : reply;
    };
    const reading = first?.api.messages.list('c');
    await expect.poll(() => redis.ask('EXISTS', `${workers.prefix}:${key}`)).toBe('1');
    const from = performance.now();
    await Promise.all([reading, second?.api.messages.list(channel)]);
    expect(performance.now() - from).toBeGreaterThan(300);
    expect(performance.now() - from).toBeLessThan(2_000);
  });

  test('give back what a call held that was given up, so that nobody waits for it', async () => {
    await using redis = await RedisServer.start();
    const limits = { limit: 1_000, windowMs: 10, tells: 'refusals' } as const;
    await using workers = new Workers(redis.url, limits, { count: 2 });
    const [first, second] = workers.clients;
    const stop = new AbortController();
    const held = Promise.withResolvers<void>();
    workers.around = async (send) => {
      await held.promise;
      return send();
    };
    const sending = first?.api.messages.list('c');
    await expect.poll(() => workers.sent.length).toBe(1);
    const waiting = failure(second?.api.messages.list('c', {}, { signal: stop.signal }) as never);
    await expect.poll(() => redis.ask('ZCARD', `${workers.prefix}:bucket:getChannelMessages:c:line`)).toBe('1');
    stop.abort(new Error('enough'));
    expect(await waiting).toBe(stop.signal.reason);
    await expect.poll(() => redis.ask('ZCARD', `${workers.prefix}:bucket:getChannelMessages:c:line`)).toBe('0');
    held.resolve();
    await sending;
    await expect.poll(() => redis.ask('ZCARD', `${workers.prefix}:bucket:getChannelMessages:c:way`)).toBe('0');
  });

  test('leave nothing in Redis that holds the token, or that never expires', async () => {
    await using redis = await RedisServer.start();
    await using workers = new Workers(redis.url, { limit: 5, windowMs: 100, tells: 'always' });
    await workers.readEach(3);
    const keys = (await redis.ask('KEYS', '*')).split('\n');
    expect(keys.length).toBeGreaterThanOrEqual(3);
    for (const key of keys) {
      expect(key.startsWith(workers.prefix)).toBe(true);
      const ttl = Number(await redis.ask('PTTL', key));
      expect(ttl).toBeGreaterThan(0);
      expect(ttl).toBeLessThanOrEqual(120_000);
    }
    for (const part of workers.token.split('.')) expect(await redis.ask('KEYS', `*${part}*`)).toBe('');
  });
});
