import { describe, expect, test } from 'vitest';
import { RateLimited, VirtualClock } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { type Reply, Service } from '../support/service.js';
import { message } from '../support/shapes.js';

const fine: Reply = { body: { success: true, message: message() } };

describe('too many calls', () => {
  const waits: readonly [string, Reply, ms: number][] = [
    ['the header', { headers: { 'retry-after': '2' } }, 2_000],
    ['the header, in parts of a second', { headers: { 'retry-after': '1.5' } }, 1_500],
    [
      'the header, as a date',
      { headers: { 'retry-after': new Date(Date.UTC(2026, 0, 1) + 7_000).toUTCString() } },
      7_000,
    ],
    ['the body', { body: { retry_after: 2 } }, 2_000],
    ['both, and the header counts', { headers: { 'retry-after': '3' }, body: { retry_after: 9 } }, 3_000],
    ['the header above a page', { headers: { 'retry-after': '2' }, body: '<h1>slow down</h1>' }, 2_000],
    ['nothing', {}, 1_000],
    ['a page alone', { body: '<h1>slow down</h1>' }, 1_000],
    ['0', { headers: { 'retry-after': '0' } }, 1_000],
    ['-5', { headers: { 'retry-after': '-5' } }, 1_000],
    ['no number', { headers: { 'retry-after': 'soon' } }, 1_000],
    ['1e309', { headers: { 'retry-after': '1e309' } }, 1_000],
    ['a date that is over', { headers: { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' } }, 1_000],
    ['null in the body', { body: 'null' }, 1_000],
  ];
  test.each(waits)('are followed by the pause that is named by %s', async (_, reply, ms) => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.respond = () => (service.requests.length === 1 ? { status: 429, ...reply } : fine);
    const said = client.api.messages.create('c', { content: 'x' });
    expect(await clock.timerWithin(10_000)).toBe(ms);
    await clock.advance(ms);
    expect(await said).toMatchObject({ content: 'hello' });
    expect(service.requests).toHaveLength(2);
  });

  test('do not lead to more than one try a second, however short the pause is said to be', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.respond = () => ({ status: 429, headers: { 'retry-after': '0.001' } });
    const error = failure(client.api.messages.create('c', { content: 'x' }));
    expect(await clock.timerWithin(10_000)).toBe(1);
    await clock.advance(1);
    for (let second = 0; second < 59; second += 1) {
      expect(await clock.timerWithin(10_000)).toBe(1_000);
      await clock.advance(1_000);
    }
    expect(await error).toBeInstanceOf(RateLimited);
    expect(service.requests).toHaveLength(61);
  });

  test('do not use up the tries that a passing failure has', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    const statuses = [429, 429, 429, 429, 503, 503, 503];
    service.respond = () => ({ ...fine, status: statuses[service.requests.length - 1] ?? 200 });
    const read = client.api.messages.get('c', 'm');
    for (const _ of statuses) await clock.advance(await clock.timerWithin(10_000));
    expect(await read).toMatchObject({ content: 'hello' });
    expect(service.requests).toHaveLength(8);
  });

  test('with a pause above 60 s end the call, and the next one does not even ask', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.respond = () => ({ status: 429, headers: { 'retry-after': '61' } });
    const create = () => client.api.messages.create('c', { content: 'x' });
    expect(await failure(create())).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 61_000, maxWaitMs: 60_000 });
    expect(await failure(create())).toBeInstanceOf(RateLimited);
    expect(service.requests).toHaveLength(1);
    service.respond = () => fine;
    await clock.advance(61_000);
    await create();
  });

  test('for ever are asked about again after ten minutes', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.respond = () => ({ status: 429, headers: { 'retry-after': '1e300' } });
    const create = () => client.api.messages.create('c', { content: 'x' });
    expect(await failure(create())).toBeInstanceOf(RateLimited);
    service.respond = () => fine;
    await clock.advance(600_000);
    expect(await create()).toMatchObject({ content: 'hello' });
  });

  test('#51 repeated calls hold back the later ones of their channel, which then come in their order', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.respond = () => (service.requests.length === 3 ? { status: 429, headers: { 'retry-after': '5' } } : fine);
    const said = Array.from({ length: 20 }, (_, index) => client.api.messages.create('c', { content: `${index}` }));
    let isOver = false;
    const over = Promise.all(said).then(() => {
      isOver = true;
    });
    // The refusal has taught a limit, by which the others go out.
    while (!isOver) await clock.advance((await Promise.race([clock.timerWithin(10_000), over])) ?? 0);
    const order = service.requests.map(({ body }) => Number(JSON.parse(body).content));
    expect(order).toEqual([0, 1, 2, 2, ...Array.from({ length: 17 }, (_, index) => index + 3)]);
  });

  test('in one channel leave the others alone', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.respond = ({ path }) =>
      path.includes('/noisy/') ? { status: 429, headers: { 'retry-after': '50' } } : fine;
    const stop = new AbortController();
    const noisy = failure(client.api.messages.create('noisy', { content: 'x' }, { signal: stop.signal }));
    await service.arrivals.next();
    const others = Array.from({ length: 100 }, (_, index) =>
      client.api.messages.create(`quiet${index % 10}`, { content: 'x' }),
    );
    await Promise.all(others);
    expect(service.requests).toHaveLength(101);
    stop.abort();
    await noisy;
  });
});

describe('the pace', () => {
  test('lets no second hold more calls than it says, whatever they are', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock, rest: { perSecond: 5 } });
    const times: number[] = [];
    service.respond = () => {
      times.push(clock.monotonic());
      return fine;
    };
    const calls = Array.from({ length: 23 }, (_, index) => client.api.messages.create(`c${index}`, { content: 'x' }));
    for (let window = 0; window < 4; window += 1) {
      // The window counts from the answers, which have to be there before time goes on.
      await Promise.all(calls.slice(window * 5, window * 5 + 5));
      await clock.advance(await clock.timerWithin(1_000));
    }
    await Promise.all(calls);
    expect(times).toHaveLength(23);
    for (const [index, time] of times.entries()) {
      expect(time - (times[index - 5] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(1_000);
    }
  });

  test('forgets calls that were given up while they waited', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock, rest: { perSecond: 1 } });
    service.respond = () => fine;
    const stop = new AbortController();
    await client.api.messages.create('first', { content: 'x' });
    const given = Array.from({ length: 50 }, (_, index) =>
      failure(client.api.messages.create(`c${index}`, { content: 'x' }, { signal: stop.signal })),
    );
    await clock.timerWithin(1_000);
    stop.abort();
    await Promise.all(given);
    const last = client.api.messages.create('last', { content: 'x' });
    await clock.advance(1_000);
    await last;
    expect(service.requests).toHaveLength(2);
  });
});
