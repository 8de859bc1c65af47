import { describe, expect, test } from 'vitest';
import {
  OutcomeUnknown,
  RateLimited,
  type RestOptions,
  TransportFailed,
  type TransportReply,
  type TransportRequest,
  VirtualClock,
} from '../../src/index.js';
import { clientOf, failure, token } from '../support/client.js';
import { inTime } from '../support/limited.js';
import { Others } from '../support/others.js';
import { message } from '../support/shapes.js';

const fine = { status: 200, headers: {}, body: JSON.stringify({ success: true, message: message(), messages: [] }) };
const tooMany = (body: object = {}) => ({
  status: 429,
  headers: {},
  body: JSON.stringify({ retry_after: 2, ...body }),
});

type Reply = TransportReply | Promise<TransportReply>;

/** A client that shares its limits with others, of a service that answers as a test says. */
function sharing(reply: (request: TransportRequest, count: number) => Reply = () => fine, rest: RestOptions = {}) {
  const clock = new VirtualClock();
  const others = new Others();
  const sent: string[] = [];
  const client = clientOf(
    { url: 'http://127.0.0.1:1' },
    {
      clock,
      rest: { ...rest, sharedLimits: others },
      transport: async (request) => {
        const [, channel = ''] = /channels\/(\w+)/.exec(request.path) ?? [];
        sent.push(`${channel}@${clock.monotonic()}`);
        return reply(request, sent.length);
      },
    },
  );
  const read = (channel: string, options = {}) => client.api.messages.list(channel, {}, options);
  return { clock, others, sent, client, read };
}

/** Lets everything go as far as it can without time. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a client that shares its limits', () => {
  test('asks before each request, one at a time, and says how each ended', async () => {
    const headers = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset-after': '1' };
    const { others, client, read, clock } = sharing(({ path }) => {
      if (path.includes('/b/')) throw new TransportFailed('unknown', new Error('cut'));
      return path.includes('/a/') ? { ...fine, headers } : fine;
    });
    await using _ = client;
    await inTime(clock, read('a'));
    expect(others.heard).toEqual(['asks a', 'passed 4/5 a']);
    others.heard.length = 0;
    const lost = await inTime(clock, failure(client.api.messages.create('b', { content: 'x' })));
    expect(lost).toBeInstanceOf(OutcomeUnknown);
    expect(others.heard.slice(0, 2)).toEqual(['asks b', 'failed b']);
    others.heard.length = 0;
    await inTime(clock, Promise.all([read('c'), read('d'), read('e')]));
    expect(others.heard.filter((line) => line.startsWith('asks'))).toEqual(['asks c', 'asks d', 'asks e']);
    expect(others.heard.filter((line) => line.startsWith('passed'))).toHaveLength(3);
  });

  test('is known to the others by a name that is the same for one token, and does not hold it', async () => {
    const { others, client } = sharing(undefined, { perSecond: 20 });
    await using _ = client;
    await using again = sharing().client;
    const { name, own } = others.terms ?? {};
    expect(own).toEqual({ limit: 20, windowMs: 1_000 });
    for (const part of token.split('.')) expect(name).not.toContain(part);
    const second = new Others();
    await using third = clientOf({ url: 'http://127.0.0.1:1' }, { rest: { sharedLimits: second } });
    expect(second.terms).toMatchObject({ name, own: undefined });
    expect([again, third]).toHaveLength(2);
  });

  test('waits as it is told, the bucket or all of them, and no longer than until something is free', async () => {
    const { clock, others, sent, client, read } = sharing();
    await using _ = client;
    others.answer = (bucket) =>
      clock.monotonic() < 300 && bucket.endsWith(':slow') ? { waitMs: 300, scope: 'bucket', isPause: false } : 'place';
    await inTime(clock, Promise.all([read('slow'), read('quick')]));
    expect(sent).toEqual(['quick@0', 'slow@300']);
    const from = clock.monotonic();
    others.answer = () => (clock.monotonic() < from + 400 ? { waitMs: 400, scope: 'all', isPause: false } : 'place');
    await inTime(clock, Promise.all([read('a'), read('b')]));
    expect(sent.slice(2).toSorted()).toEqual([`a@${from + 400}`, `b@${from + 400}`]);

    for (const [scope, freed] of [
      ['bucket', 'getChannelMessages:c'],
      ['all', undefined],
    ] as const) {
      others.answer = () => ({ waitMs: 10_000, scope, isPause: false });
      const reading = read('c');
      await settled();
      others.answer = () => 'place';
      const now = clock.monotonic();
      others.terms?.onFreed(freed);
      await inTime(clock, reading);
      expect(clock.monotonic()).toBe(now);
    }
    expect(clock.pending).toBe(0);
  });

  test('asks again at once where something became free while it was asking', async () => {
    const { clock, others, client, read } = sharing();
    await using _ = client;
    let isFree = false;
    others.answer = async () => {
      if (isFree) return 'place';
      isFree = true;
      others.terms?.onFreed('getChannelMessages:c');
      return { waitMs: 10_000, scope: 'bucket', isPause: false };
    };
    await inTime(clock, read('c'));
    expect(clock.monotonic()).toBe(0);
  });

  test('gives a place to the most urgent call there is when it comes, in their order otherwise', async () => {
    const { clock, others, client, sent } = sharing();
    await using _ = client;
    const { promise, resolve } = Promise.withResolvers<'place'>();
    others.answer = () => promise;
    const say = (content: string, priority: 'bulk' | 'reply') =>
      client.api.messages.create('c', { content }, { priority }).then(() => sent.push(content));
    const calls = [say('first', 'bulk'), say('second', 'bulk')];
    await settled();
    calls.push(say('urgent', 'reply'));
    resolve('place');
    await inTime(clock, Promise.all(calls));
    expect(sent.filter((line) => !line.includes('@'))).toEqual(['urgent', 'first', 'second']);
  });

  test('gives back a place whose calls were all given up, and leaves the line with the last of them', async () => {
    const { clock, others, client, read, sent } = sharing();
    await using _ = client;
    const answer = Promise.withResolvers<'place'>();
    others.answer = () => answer.promise;
    const stop = new AbortController();
    const calls = [read('c', { signal: stop.signal }), read('c', { signal: stop.signal })].map(failure);
    await settled();
    stop.abort(new Error('enough'));
    answer.resolve('place');
    expect(await inTime(clock, Promise.all(calls))).toEqual([stop.signal.reason, stop.signal.reason]);
    await settled();
    expect(others.heard).toEqual(['asks c', 'back c']);

    others.answer = () => ({ waitMs: 10_000, scope: 'bucket', isPause: false });
    const again = new AbortController();
    const call = failure(read('c', { signal: again.signal }));
    await settled();
    again.abort(new Error('enough'));
    await call;
    expect(others.heard.slice(2)).toEqual(['asks c', 'leaves c']);
    expect(clock.pending).toBe(0);
    expect(sent).toEqual([]);
  });

  test('keeps a pause that the service asked another process for, and gives up what would wait too long for it', async () => {
    const { clock, others, client, read, sent } = sharing(undefined, { maxWaitMs: 5_000 });
    await using _ = client;
    others.answer = () =>
      clock.monotonic() < 4_000 ? { waitMs: 4_000 - clock.monotonic(), scope: 'bucket', isPause: true } : 'place';
    await inTime(clock, read('c'));
    expect(sent).toEqual(['c@4000']);
    others.answer = () => ({ waitMs: 6_000, scope: 'all', isPause: true });
    const errors = await inTime(clock, Promise.all([failure(read('c')), failure(read('d'))]));
    for (const error of errors) expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 6_000 });
    expect(errors[0]).toBeInstanceOf(RateLimited);
  });

  test('tells the others of a refusal, whom it concerns, and of several that look like one limit of all', async () => {
    const { clock, others, client, read } = sharing((_, count) => (count === 1 ? tooMany() : fine));
    await using _ = client;
    await inTime(clock, read('c'));
    expect(others.heard).toEqual(['asks c', 'refused bucket 2000 c', 'asks c', 'passed c']);

    const global = sharing((_, count) => (count === 1 ? tooMany({ global: true }) : fine));
    await using _global = global.client;
    await inTime(global.clock, global.read('c'));
    expect(global.others.heard[1]).toBe('refused all 2000 c');

    const many = sharing((_, count) => (count <= 3 ? tooMany() : fine));
    await using _many = many.client;
    await inTime(many.clock, Promise.all(['a', 'b', 'c'].map((channel) => many.read(channel))));
    expect(many.others.heard.filter((line) => !/asks|passed/.test(line))).toEqual([
      'refused bucket 2000 a',
      'refused bucket 2000 b',
      'pardons a',
      'pardons b',
      'pardons c',
      'refused all 2000 certainly c',
    ]);
  });

  test('leaves to the others what a refusal teaches: what was let through here is but a share', async () => {
    const { clock, client, read, sent } = sharing((_, count) => (count === 4 ? tooMany() : fine));
    await using _ = client;
    for (let call = 0; call < 20; call += 1) await inTime(clock, read('c'));
    expect(clock.monotonic()).toBe(2_000);
    expect(sent).toHaveLength(21);
  });

  test('goes by its own limits while the others cannot be asked, or fail', async () => {
    const { clock, others, client, read, sent } = sharing(undefined, { perSecond: 1 });
    await using _ = client;
    others.answer = () => 'unasked';
    await inTime(clock, Promise.all([read('a'), read('b')]));
    others.answer = () => Promise.reject(new Error('broken'));
    await inTime(clock, read('c'));
    expect(sent).toEqual(['a@0', 'b@1000', 'c@2000']);
    expect(others.heard).toHaveLength(3);
    others.isReachable = false;
    await inTime(clock, read('d'));
    expect(others.heard).toHaveLength(3);
  });

  test('says at the end that requests under way have failed, and closes what it shares', async () => {
    const { clock, others, client, read } = sharing(() => new Promise(() => undefined));
    const call = failure(read('c'));
    await settled();
    await Promise.all([client.close({ graceMs: 0 }), call]);
    expect(others.heard).toEqual(['asks c', 'failed c']);
    expect(others.isClosed).toBe(true);
    expect(clock.pending).toBe(0);
  });
});
