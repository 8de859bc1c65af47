import { OptionInvalid } from '@botwright/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { redisLimits } from '../src/index.js';
import { hasRedis, RedisServer } from './support/redis-server.js';
import { Workers } from './support/workers.js';

const unlimited = { limit: 1_000, windowMs: 10, tells: 'refusals', latencyMs: 2 } as const;

/** The lines about Redis, and nothing of a token or a password. */
function said({ lines }: Workers): string[] {
  return lines.map((line) => JSON.parse(line)).map(({ err, msg }) => err?.code ?? msg);
}

const again = 'Redis answers again: limits are shared';

test('an address that cannot be one of Redis is refused, without being shown', () => {
  for (const url of ['', 'localhost:6379', 'http://127.0.0.1', 'redis://:secret@[']) {
    const make = () => redisLimits({ url });
    expect(make).toThrow(OptionInvalid);
    expect(make).not.toThrow(/secret/);
  }
  expect(() => redisLimits({ url: 'redis://127.0.0.1', answerWithinMs: 0 })).toThrow(OptionInvalid);
});

describe('the address that the environment holds', () => {
  afterEach(() => vi.unstubAllEnvs());

  test('is read when a client is made, and refused then where it cannot be one of Redis', () => {
    vi.stubEnv('BOTWRIGHT_REDIS_URL', 'http://:secret@127.0.0.1');
    const make = () => new Workers(undefined, unlimited, { count: 1 });
    expect(make).toThrow(/BOTWRIGHT_REDIS_URL/);
    expect(make).not.toThrow(/secret/);
  });

  test('may be missing: then nothing is shared, and nothing is said', async () => {
    vi.stubEnv('BOTWRIGHT_REDIS_URL', '');
    await using workers = new Workers(undefined, unlimited, { count: 1 });
    await workers.readEach(5);
    expect(workers.service.served).toBe(5);
    expect(said(workers)).toEqual([]);
  });

  test.skipIf(!hasRedis)('is used where no other is given', async () => {
    await using redis = await RedisServer.start();
    vi.stubEnv('BOTWRIGHT_REDIS_URL', redis.url);
    await using workers = new Workers(undefined, unlimited, { count: 1 });
    await workers.readEach(1);
    expect(await redis.ask('KEYS', '*')).toContain(workers.prefix);
  });
});

test('without Redis calls go on by the own limits, and the log says so once', async () => {
  await using workers = new Workers('redis://user:secret@127.0.0.1:1', unlimited, { count: 1 });
  await workers.readEach(200);
  expect(workers.service.served).toBe(200);
  expect(said(workers)).toEqual(['LIMITS_UNSHARED']);
  expect(workers.lines.join()).not.toContain('secret');
});

describe.skipIf(!hasRedis)('Redis', () => {
  test('may die in the midst of calls and come back: all calls end, and limits are shared again', {
    timeout: 20_000,
  }, async () => {
    await using redis = await RedisServer.start();
    await using workers = new Workers(redis.url, unlimited, { count: 2 });
    const reading = workers.readEach(100);
    await expect.poll(() => workers.sent.length).toBeGreaterThan(10);
    await redis.kill();
    await reading;
    expect(workers.service.served).toBe(200);
    expect(said(workers)).toEqual(['LIMITS_UNSHARED', 'LIMITS_UNSHARED']);
    await redis.startAgain();
    await expect
      .poll(
        async () => {
          await workers.readEach(1);
          return said(workers).slice(2);
        },
        { timeout: 10_000 },
      )
      .toEqual([again, again]);
    expect(await redis.ask('KEYS', '*')).toContain(workers.prefix);
  });

  test('that stands still keeps calls waiting for no longer than it may take for an answer', async () => {
    await using redis = await RedisServer.start();
    await using workers = new Workers(redis.url, unlimited, { count: 1, answerWithinMs: 200 });
    await workers.readEach(1);
    redis.freeze();
    const ms = await workers.readEach(50);
    expect(ms).toBeGreaterThanOrEqual(200);
    expect(ms).toBeLessThan(1_500);
    expect(said(workers)).toEqual(['LIMITS_UNSHARED']);
    const closing = performance.now();
    await workers[Symbol.asyncDispose]();
    expect(performance.now() - closing).toBeLessThan(1_000);
    redis.thaw();
  });

  test('that forgets its scripts is given them again', async () => {
    await using redis = await RedisServer.start();
    await using workers = new Workers(redis.url, unlimited, { count: 1 });
    await workers.readEach(1);
    await redis.ask('SCRIPT', 'FLUSH');
    await workers.readEach(3);
    await expect
      .poll(
        async () => {
          await workers.readEach(1);
          return said(workers);
        },
        { timeout: 5_000 },
      )
      .toEqual(['LIMITS_UNSHARED', again]);
  });

  test('may have its clock set back: nobody waits for what it noted in a later time', async () => {
    await using redis = await RedisServer.start();
    await using workers = new Workers(redis.url, { ...unlimited, tells: 'always' }, { count: 1 });
    await workers.readEach(1);
    const bucket = `${workers.prefix}:bucket:getChannelMessages:c`;
    const inAnHour = String(Date.now() + 3_600_000);
    await redis.ask('HSET', bucket, 'paused', inAnHour, 'credit', '0', 'creditUntil', inAnHour, 'limit', '1');
    for (const part of ['log', 'way']) await redis.ask('ZADD', `${bucket}:${part}`, inAnHour, `${inAnHour}:other:1`);
    expect(await workers.readEach(1)).toBeLessThan(2_000);
    expect(said(workers)).toEqual([]);
  });

  test('lets nobody wait for long for a request of a process that died', async () => {
    await using redis = await RedisServer.start();
    await using workers = new Workers(redis.url, unlimited, { count: 2 });
    const [first, second] = workers.clients;
    workers.around = (send) => (workers.sent.length === 1 ? new Promise(() => undefined) : send());
    first?.api.messages.list('c').catch(() => undefined);
    await expect.poll(() => workers.sent.length).toBe(1);
    const start = performance.now();
    await second?.api.messages.list('c');
    expect(performance.now() - start).toBeLessThan(1_000);
    await first?.close({ graceMs: 0 });
  });

  test('is told of a request under way when the client closes, so that nobody waits for it', async () => {
    await using redis = await RedisServer.start();
    await using workers = new Workers(redis.url, unlimited, { count: 1 });
    workers.around = () => new Promise(() => undefined);
    const [client] = workers.clients;
    client?.api.messages.list('c').catch(() => undefined);
    await expect.poll(() => workers.sent.length).toBe(1);
    const underWay = () => redis.ask('ZCARD', `${workers.prefix}:bucket:getChannelMessages:c:way`);
    expect(await underWay()).toBe('1');
    await client?.close({ graceMs: 0 });
    expect(await underWay()).toBe('0');
  });

  test.for(['connected', 'frozen', 'gone'])('is let go of when the client closes while it is %s', async (state) => {
    await using redis = await RedisServer.start();
    const workers = new Workers(redis.url, unlimited, { count: 1, answerWithinMs: 200 });
    await workers.readEach(1);
    const connections = async () =>
      (await redis.ask('CLIENT', 'LIST')).split('\n').filter((line) => !line.includes('cmd=client|list'));
    expect(await connections()).toHaveLength(1);
    if (state === 'frozen') redis.freeze();
    if (state === 'gone') await redis.kill();
    const closing = performance.now();
    await workers[Symbol.asyncDispose]();
    expect(performance.now() - closing).toBeLessThan(1_000);
    if (state === 'gone') return;
    redis.thaw();
    await expect.poll(connections).toHaveLength(0);
    expect(said(workers)).toEqual([]);
  });
});
