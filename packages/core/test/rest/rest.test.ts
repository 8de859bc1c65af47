import { inspect } from 'node:util';
import { type OperationFacts, operationGroup, operations } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import {
  BodyInvalid,
  createLog,
  NotConnected,
  OutcomeUnknown,
  ReplyUnreadable,
  RequestFailed,
  RequestRejected,
  RequestTimedOut,
  ServiceFailed,
  VirtualClock,
} from '../../src/index.js';
import { clientOf, failure, token } from '../support/client.js';
import { type Reply, Service } from '../support/service.js';
import { message, team } from '../support/shapes.js';

const facts = {
  name: 'probe',
  path: '/probe',
  answer: operations.deleteChannelMessage.answer,
  certainty: { method: 'inferred', path: 'inferred' },
  source: ['inferred'],
} as const satisfies Omit<OperationFacts, 'method'>;

/** An operation of each method, since the protocol has none of PUT yet. */
const probes = operationGroup('Probes', {
  GET: { ...facts, method: 'GET' },
  PUT: { ...facts, method: 'PUT' },
  DELETE: { ...facts, method: 'DELETE' },
  POST: { ...facts, method: 'POST' },
  PATCH: { ...facts, method: 'PATCH' },
});
type Method = keyof typeof probes;

describe('a call', () => {
  test('carries the token, the content type and the body', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ body: { success: true, message: message() } });
    const said = await client.api.messages.create('c1', { content: 'tea?' });
    expect(service.requests).toMatchObject([
      {
        method: 'POST',
        path: '/api/v1/channels/c1/messages',
        headers: {
          authorization: `Bot ${token}`,
          accept: 'application/json',
          'content-type': 'application/json',
        },
      },
    ]);
    const { content, nonce } = JSON.parse(service.requests[0]?.body ?? '');
    expect(content).toBe('tea?');
    expect(client.rest.nonces.isOurs(nonce)).toBe(true);
    expect(said).toMatchObject({ content: 'hello', replyTo: null, embeds: [] });
  });

  test('reads what may be left out in the same shape when it checks less', async () => {
    await using service = await Service.start();
    await using full = clientOf(service, { validate: 'full' });
    await using light = clientOf(service, { validate: 'light' });
    service.respond = () => ({ body: { success: true, message: message() } });
    expect(await light.api.messages.get('c', 'm')).toEqual(await full.api.messages.get('c', 'm'));
    service.respond = () => ({ body: { success: true, messages: [message(), message()] } });
    expect(await light.api.messages.list('c')).toEqual(await full.api.messages.list('c'));
    service.respond = () => ({ body: { success: true, messages: [message()], replyMessages: [message()] } });
    expect(await light.api.messages.list('c')).toEqual(await full.api.messages.list('c'));
  });

  test('that would send what the service refuses is not sent', async () => {
    await using service = await Service.start();
    await using client = clientOf(service, { validate: 'full' });
    const tooLong = await failure(client.api.messages.create('c', { content: 'x'.repeat(2001) }));
    const empty = await failure(client.api.messages.create('c', {}));
    const page = await failure(client.api.messages.list('c', { limit: 51 }));
    expect(tooLong).toBeInstanceOf(BodyInvalid);
    expect(empty).toMatchObject({ code: 'BODY_INVALID', part: 'body', operation: 'createChannelMessage' });
    expect(page).toMatchObject({ code: 'BODY_INVALID', part: 'query' });
    expect(service.requests).toEqual([]);
  });

  test('sends only those members of a query that were given', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ body: { success: true, messages: [] } });
    await client.api.messages.list('c', { limit: 5, offset: undefined });
    await client.api.messages.list('c', { limit: 5, offset: 10 });
    await client.api.messages.list('c');
    expect(service.requests.map(({ path }) => path)).toEqual([
      '/api/v1/channels/c/messages?limit=5',
      '/api/v1/channels/c/messages?limit=5&offset=10',
      '/api/v1/channels/c/messages',
    ]);
  });

  test('may carry headers of its own beside those that every call has, which it cannot change', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ body: { success: true } });
    const headers = { 'x-reason': 'spring cleaning', authorization: 'Bot somebody' };
    await client.rest.call(probes.GET, { headers } as never);
    expect(service.requests[0]?.headers).toMatchObject({
      'x-reason': 'spring cleaning',
      authorization: `Bot ${token}`,
      accept: 'application/json',
    });
  });

  test.each([
    ['x reason', 'because'],
    ['', 'because'],
    ['x-reason', 'because\r\nx-evil: 1'],
    ['x-reason', 'warum nicht \u00fc'],
  ])('with the header %j: %j is not sent', async (name, value) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const refused = await failure(client.rest.call(probes.GET, { headers: { [name]: value } } as never));
    expect(refused).toMatchObject({ code: 'BODY_INVALID', part: 'headers' });
    expect(String(refused)).toContain(JSON.stringify(name));
    expect(service.requests).toEqual([]);
  });

  test('whose body runs in a circle is not sent', async () => {
    await using service = await Service.start();
    await using client = clientOf(service, { validate: 'light' });
    const circle: Record<string, unknown> = {};
    circle['again'] = circle;
    const refused = await failure(client.rest.call(probes.POST, { body: circle } as never));
    expect(refused).toMatchObject({ code: 'BODY_INVALID', part: 'body' });
    expect(String(refused)).toContain('circular');
    expect(service.requests).toEqual([]);
  });
});

describe('a reply', () => {
  test.each([400, 401, 403, 404, 405, 409, 413, 422])('with %i is a typed refusal with its facts', async (status) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ status, body: { success: false, message: 'not for you' } });
    const error = await failure(client.api.messages.get('c', 'm'));
    expect(error).toBeInstanceOf(RequestRejected);
    expect(error).toMatchObject({
      code: 'REQUEST_REJECTED',
      operation: 'getChannelMessageById',
      method: 'GET',
      path: '/channels/{channelId}/messages/{messageId}',
      status,
      serviceMessage: 'not for you',
    });
  });

  test.each([500, 502, 503, 504])(
    'with %i to what must not be done twice leaves open what became of it',
    async (status) => {
      await using service = await Service.start();
      await using client = clientOf(service);
      service.respond = () => ({ status, body: 'down for tea' });
      const error = await failure(client.api.todos.add('c', 'tea'));
      expect(error).toBeInstanceOf(OutcomeUnknown);
      expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', outcome: 'unknown' });
      expect((error as OutcomeUnknown).cause).toBeInstanceOf(ServiceFailed);
      expect((error as OutcomeUnknown).cause).toMatchObject({ status, serviceMessage: 'down for tea' });
      expect(service.requests).toHaveLength(1);
    },
  );

  test('with 501 to what must not be done twice is a failure of which nothing comes', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ status: 501, body: 'down for tea' });
    const error = await failure(client.api.todos.add('c', 'tea'));
    expect(error).toBeInstanceOf(ServiceFailed);
    expect(error).toMatchObject({ code: 'SERVICE_FAILED', status: 501, outcome: 'refused' });
  });

  test('may be empty where nothing is promised', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ status: 204 });
    await client.api.members.kick('t', 'u');
  });

  test('may be the bare list where an object with the list is promised', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ body: [team] });
    expect((await client.api.teams.list()).map(({ id }) => id)).toEqual([team.id]);
  });

  const odd: readonly [string, Reply, expected: object][] = [
    [
      'HTML with 403',
      { status: 403, body: `<h1>${'no'.repeat(5_000)}</h1>` },
      { code: 'REQUEST_REJECTED', status: 403 },
    ],
    ['HTML with 502', { status: 502, body: `<h1>${'no'.repeat(5_000)}</h1>` }, { code: 'SERVICE_FAILED', status: 502 }],
    ['nothing with 200', { body: '' }, { code: 'REPLY_UNREADABLE', status: 200 }],
    ['HTML with 200', { body: '<p>hello</p>' }, { code: 'REPLY_UNREADABLE', status: 200 }],
    ['JSON that is cut off', { body: '{"message":{"id":"1"' }, { code: 'REPLY_UNREADABLE', status: 200 }],
    ['null', { body: 'null' }, { code: 'REPLY_UNREADABLE', status: 200 }],
    ['50 MB', { body: Buffer.alloc(50 * 1024 * 1024, 'x') }, { code: 'REPLY_UNREADABLE', status: 200 }],
    ['300', { status: 300, body: '{}' }, { code: 'REPLY_UNREADABLE', status: 300 }],
  ];
  test.each(odd)('#36 a reply of %s is a typed error that keeps at most a kilobyte', async (_, reply, expected) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => reply;
    const error = await failure(client.api.messages.edit('c', 'm', { content: 'x' }));
    expect(error).toMatchObject(expected);
    expect((error as ReplyUnreadable).body.length).toBeLessThanOrEqual(1024);
  });

  test.each([
    ['a byte order mark', { body: `\ufeff${JSON.stringify({ message: message() })}` }],
    ['a wrong content type', { headers: { 'content-type': 'image/png' }, body: { message: message() } }],
  ])('#36 a reply with %s is read all the same', async (_, reply) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => reply;
    expect(await client.api.messages.get('c', 'm')).toMatchObject({ content: 'hello' });
  });

  test('#38 a redirection elsewhere is not followed', async () => {
    await using service = await Service.start();
    await using elsewhere = await Service.start();
    await using client = clientOf(service);
    for (const location of [`${elsewhere.url}/`, 'http://127.0.0.1:1/', '/api/v1/me']) {
      service.respond = () => ({ status: 302, headers: { location } });
      expect(await failure(client.api.users.me())).toBeInstanceOf(ReplyUnreadable);
    }
    expect(elsewhere.requests).toEqual([]);
    expect(service.requests).toHaveLength(3);
  });
});

test("the bot's token is in no error, also when an answer repeats it", async () => {
  await using service = await Service.start();
  await using client = clientOf(service);
  service.respond = ({ headers }) => ({ status: 400, body: { message: `who is ${headers['authorization']}?` } });
  const error = await failure(client.api.users.me());
  expect(error).toMatchObject({ status: 400, serviceMessage: 'who is Bot [redacted]?' });
  expect(inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error) + String(error)).not.toContain(token);
});

describe('trying again', () => {
  const repeatable = ['GET', 'PUT', 'DELETE'] as const;
  const once = ['POST', 'PATCH'] as const;
  const passing = [500, 502, 503, 504];
  const table = (methods: readonly Method[]) =>
    methods.flatMap((method) => passing.map((status) => [method, status] as const));

  test.each(table(repeatable))(
    'a %s that is answered with %i is sent three more times, ever later',
    async (method, status) => {
      await using service = await Service.start();
      const clock = new VirtualClock();
      await using client = clientOf(service, { clock });
      service.respond = () => ({ status });
      const error = failure(client.rest.call(probes[method], {}));
      for (const least of [500, 1_000, 2_000]) {
        const wait = await clock.timerWithin(5_000);
        expect(wait).toBeGreaterThanOrEqual(least);
        expect(wait).toBeLessThanOrEqual(least * 1.5);
        await clock.advance(wait);
      }
      expect(await error).toBeInstanceOf(ServiceFailed);
      expect(service.requests).toHaveLength(4);
      expect(clock.pending).toBe(0);
    },
  );

  test.each(table(once))('a %s that is answered with %i is not sent again', async (method, status) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ status });
    expect(await failure(client.rest.call(probes[method], {}))).toBeInstanceOf(OutcomeUnknown);
    expect(service.requests).toHaveLength(1);
  });

  test('a POST is sent again after 503 with Retry-After, not before that time', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.respond = () =>
      service.requests.length === 1 ? { status: 503, headers: { 'retry-after': '3' } } : { body: { success: true } };
    const called = client.rest.call(probes.POST, {});
    expect(await clock.timerWithin(5_000)).toBe(3_000);
    await clock.advance(3_000);
    await called;
    expect(service.requests).toHaveLength(2);
  });

  test.each(['POST', 'GET'] as const)('a %s is tried again when it could not be sent at all', async (method) => {
    const gone = await Service.start();
    const { url } = gone;
    await gone[Symbol.asyncDispose]();
    const clock = new VirtualClock();
    await using client = clientOf({ url }, { clock });
    const error = failure(client.rest.call(probes[method], {}));
    for (let retry = 0; retry < 3; retry += 1) await clock.advance(await clock.timerWithin(5_000));
    expect(await error).toBeInstanceOf(RequestFailed);
    expect(await error).toMatchObject({ code: 'REQUEST_FAILED', sent: 'no' });
  });

  test.each(once)('a %s whose connection broke after it was sent is not sent again', async (method) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => (response) => response.destroy();
    const error = await failure(client.rest.call(probes[method], {}));
    expect(error).toBeInstanceOf(OutcomeUnknown);
    expect((error as OutcomeUnknown).cause).toMatchObject({ code: 'REQUEST_FAILED', sent: 'unknown' });
    expect(service.requests).toHaveLength(1);
  });

  test('a GET whose connection broke is sent again', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.respond = () => (service.requests.length === 1 ? (response) => response.destroy() : { body: {} });
    const called = client.rest.call(probes.GET, {});
    await clock.advance(await clock.timerWithin(5_000));
    await called;
    expect(service.requests).toHaveLength(2);
  });
});

describe('the end of patience', () => {
  test('is 30 s for a reply that does not come', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.respond = () => () => undefined;
    const error = failure(client.api.users.me());
    await service.arrivals.next();
    await clock.advance(29_999);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect(await error).toBeInstanceOf(RequestTimedOut);
    expect(await error).toMatchObject({ operation: 'getLoggedInUser', timeoutMs: 30_000 });
  });

  test('comes also for a body that drips', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock });
    service.respond = () => (response) => response.write('{');
    const error = failure(client.api.users.me());
    await service.arrivals.next();
    await clock.advance(30_000);
    expect(await error).toBeInstanceOf(RequestTimedOut);
  });

  test('counts over all attempts of a call', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    await using client = clientOf(service, { clock, rest: { timeoutMs: 1_200 } });
    service.respond = () => (service.requests.length === 1 ? { status: 503 } : () => undefined);
    const error = failure(client.api.users.me());
    await service.arrivals.next();
    const backoff = await clock.timerWithin(1_000);
    await clock.advance(backoff);
    await service.arrivals.next();
    await clock.advance(1_200 - backoff);
    expect(await error).toBeInstanceOf(RequestTimedOut);
  });

  test('is wherever the caller says, and the next call goes through', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => (service.requests.length === 1 ? () => undefined : { body: { message: message() } });
    const stop = new AbortController();
    const first = failure(client.api.messages.get('c', 'm', { signal: stop.signal }));
    await service.arrivals.next();
    const queued = failure(client.api.messages.get('c', 'm', { signal: stop.signal }));
    const last = client.api.messages.get('c', 'm');
    const reason = new Error('enough');
    stop.abort(reason);
    expect(await first).toBe(reason);
    expect(await queued).toBe(reason);
    expect(await last).toMatchObject({ content: 'hello' });
    expect(service.requests).toHaveLength(2);
    expect(await failure(client.api.users.me({ signal: stop.signal }))).toBe(reason);
  });

  test('is the end of the client, and nothing is called after it', async () => {
    await using service = await Service.start();
    const clock = new VirtualClock();
    const client = clientOf(service, { clock });
    service.respond = () => () => undefined;
    const pending = failure(client.api.users.me());
    await service.arrivals.next();
    await client.close({ graceMs: 1 });
    const givenUp = await pending;
    expect(givenUp).toBeInstanceOf(NotConnected);
    expect(String(givenUp)).toContain('The call was given up');
    const late = await failure(client.rest.call(operations.getLoggedInUser, {}));
    expect(late).toBeInstanceOf(NotConnected);
    expect(String(late)).toContain('getLoggedInUser');
    expect(clock.pending).toBe(0);
  });
});

test('calls are waited for to the last one, and where there is none not at all', async () => {
  await using service = await Service.start();
  await using client = clientOf(service);
  await client.rest.idle();
  const answers: (() => void)[] = [];
  service.respond = () => (response) => answers.push(() => response.end('{"success":true}'));
  const calls = ['c1', 'c2'].map((channel) => client.api.messages.delete(channel, 'm'));
  await service.arrivals.next();
  await service.arrivals.next();
  let isIdle = false;
  const idle = client.rest.idle().then(() => {
    isIdle = true;
  });
  answers[0]?.();
  await Promise.race(calls);
  expect(isIdle).toBe(false);
  answers[1]?.();
  await idle;
  expect(await Promise.allSettled(calls)).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
});

test('of a thousand refused calls the log says that such bots get banned', async () => {
  const lines: { refusals?: number; banAfter?: number; msg: string }[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(JSON.parse(line)) } });
  const transport = async () => ({ status: 401, headers: {}, body: '{}' });
  await using client = clientOf({ url: 'http://127.0.0.1:1' }, { log, transport });
  const calls = Array.from({ length: 1_000 }, () => client.api.users.me());
  await Promise.allSettled(calls);
  expect(lines).toMatchObject([
    { refusals: 1_000, banAfter: 10_000, msg: 'the service refuses many calls; such bots get banned' },
  ]);
});
