import { describe, expect, test } from 'vitest';
import {
  CircuitOpen,
  type ClientOptions,
  createLog,
  OutcomeUnknown,
  RateLimited,
  ReplyUnreadable,
  RequestFailed,
  ServiceFailed,
  type Transport,
  TransportFailed,
  type TransportReply,
  type TransportRequest,
  VirtualClock,
} from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { inTime } from '../support/limited.js';
import { message } from '../support/shapes.js';

type Answer = Partial<Omit<TransportReply, 'body'>> & { readonly body?: unknown };

/** A client of a service that answers as a test says: by the request and how many came before it. */
function answered(
  answer: (request: TransportRequest, index: number) => Answer | Promise<Answer>,
  options: Partial<ClientOptions> = {},
) {
  const clock = new VirtualClock();
  const requests: (TransportRequest & { readonly at: number })[] = [];
  const transport: Transport = async (request) => {
    const { method, path, headers, body: sent, signal } = request;
    requests.push({ method, path, headers, body: sent, signal, at: clock.monotonic() });
    const { body = { success: true, message: message(), messages: [], replyMessages: [] }, ...rest } = await answer(
      request,
      requests.length - 1,
    );
    return { status: 200, headers: {}, ...rest, body: typeof body === 'string' ? body : JSON.stringify(body) };
  };
  const client = clientOf({ url: 'http://127.0.0.1:1' }, { clock, transport, ...options });
  return { clock, client, requests };
}

const broken = () => {
  throw new TransportFailed('unknown', new Error('cut'));
};

describe('whoever looks on at a request', () => {
  test('hears how long it waited and took, and of an answer that did not come why', async () => {
    const { clock, client } = answered(async (_, index) => {
      await clock.sleep(40);
      return index === 0 ? broken() : {};
    });
    await using _ = client;
    await clock.advance(1_000);
    const heard: object[] = [];
    client.rest.observe({ request: (start) => heard.push(start), reply: (end) => heard.push(end) });
    await inTime(clock, client.api.messages.get('c', 'm'));
    expect(heard).toMatchObject([
      { attempt: 1, waitedMs: 0 },
      { attempt: 1, ms: 40, status: undefined, error: { code: 'TRANSPORT_FAILED', sent: 'unknown' } },
      { attempt: 2, waitedMs: 0 },
      { attempt: 2, ms: 40, status: 200 },
    ]);
    expect(heard[3]).not.toHaveProperty('error');
  });

  test('hears of the wait of a call whose turn had not come', async () => {
    const { clock, client } = answered(async () => {
      await clock.sleep(40);
      return {};
    });
    await using _ = client;
    await clock.advance(1_000);
    const waits: number[] = [];
    client.rest.observe({ request: ({ waitedMs }) => waits.push(waitedMs) });
    const said = ['1', '2'].map((content) => client.api.messages.create('c', { content }));
    await inTime(clock, Promise.all(said));
    expect(waits).toEqual([0, 40]);
  });

  test('stops without the others, and may listen to one thing alone', async () => {
    const lines: string[] = [];
    const log = createLog({ destination: { write: (line) => lines.push(line) } });
    const { clock, client } = answered(
      (_, index) => (index === 0 ? { status: 429, headers: { 'retry-after': '2' } } : {}),
      { log },
    );
    await using _ = client;
    const heard: string[] = [];
    client.rest.observe({ request: ({ attempt }) => heard.push(`request ${attempt}`) });
    client.rest.observe({ reply: ({ status }) => heard.push(`reply ${status}`) });
    client.rest.observe({ pause: ({ scope }) => heard.push(`pause ${scope}`) });
    const stop = client.rest.observe({ request: () => heard.push('stopped') });
    stop();
    await inTime(clock, client.api.messages.get('c', 'm'));
    expect(heard).toEqual(['request 1', 'reply 429', 'pause bucket', 'request 2', 'reply 200']);
    expect(lines).toEqual([]);
  });

  test('and throws is named in the log, and the others hear all the same', async () => {
    const lines: { err?: { message: string } }[] = [];
    const log = createLog({ destination: { write: (line) => lines.push(JSON.parse(line)) } });
    const { clock, client } = answered(() => ({}), { log });
    await using _ = client;
    client.rest.observe({
      reply: () => {
        throw new Error('an observer of somebody');
      },
    });
    let replies = 0;
    client.rest.observe({ reply: () => (replies += 1) });
    await inTime(clock, client.api.messages.get('c', 'm'));
    expect(replies).toBe(1);
    expect(lines.map(({ err }) => err?.message)).toEqual(['an observer of somebody']);
  });
});

describe('a call that is to be repeated', () => {
  test('is not, where the pause is longer than the time that it has left', async () => {
    for (const [seconds, requests] of [
      [29, 2],
      [31, 1],
    ] as const) {
      const {
        clock,
        client,
        requests: sent,
      } = answered((_, index) => (index === 0 ? { status: 503, headers: { 'retry-after': String(seconds) } } : {}));
      await using _ = client;
      const [outcome] = await inTime(clock, Promise.allSettled([client.api.messages.get('c', 'm')]));
      expect(outcome?.status).toBe(requests === 2 ? 'fulfilled' : 'rejected');
      expect(sent).toHaveLength(requests);
      expect(clock.monotonic()).toBe(requests === 2 ? 29_000 : 0);
    }
  });

  test('lets others of its limit go before it, unless what they make stands in an order', async () => {
    const reading = answered((_, index) => (index === 0 ? { status: 500 } : {}));
    await using _reading = reading.client;
    const reads = ['a', 'b'].map((id) => reading.client.api.messages.get('c', id));
    await inTime(reading.clock, Promise.all(reads));
    expect(reading.requests.map(({ path }) => path.at(-1))).toEqual(['a', 'b', 'a']);
    expect(reading.requests[1]?.at).toBe(0);
    const busy = { status: 503, headers: { 'retry-after': '3' } };
    const writing = answered((_, index) => (index === 0 ? busy : {}));
    await using _writing = writing.client;
    const writes = ['1', '2'].map((content) => writing.client.api.messages.create('c', { content, nonce: content }));
    await inTime(writing.clock, Promise.all(writes));
    expect(writing.requests.map(({ body }) => JSON.parse(String(body)).content)).toEqual(['1', '1', '2']);
  });

  test('leaves nothing of the request that broke: what waits behind a refusal goes on after it', async () => {
    const { clock, client, requests } = answered((_, index) => {
      if (index === 0) return broken();
      return index === 2 ? { status: 429, headers: { 'retry-after': '2' } } : {};
    });
    await using _ = client;
    await inTime(clock, client.api.messages.get('c', 'm'));
    const begunAt = clock.monotonic();
    await inTime(clock, client.api.messages.get('c', 'm'));
    expect(requests).toHaveLength(4);
    expect(clock.monotonic() - begunAt).toBe(2_000);
  });

  test('ends with what broke it when nothing is left to try', async () => {
    const { clock, client, requests } = answered(broken);
    await using _ = client;
    const error = await inTime(clock, failure(client.api.messages.get('c', 'm')));
    expect(error).toBeInstanceOf(RequestFailed);
    expect(error).toMatchObject({ sent: 'unknown', cause: { code: 'TRANSPORT_FAILED', cause: { message: 'cut' } } });
    expect(requests).toHaveLength(4);
  });

  test('ends as unsure also where a transport of somebody fails with an error of its own', async () => {
    const { clock, client } = answered(() => {
      throw new Error('of somebody');
    });
    await using _ = client;
    const error = await inTime(clock, failure(client.api.todos.add('c', 'tea')));
    expect(error).toBeInstanceOf(OutcomeUnknown);
    expect(error).toMatchObject({ cause: { sent: 'unknown' } });
  });
});

test('a call that is refused for itself waits alone, and no longer than a minute in all', async () => {
  const alone = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '1', 'retry-after': '30' };
  const { clock, client, requests } = answered((_, index) => (index < 2 ? { status: 429, headers: alone } : {}));
  await using _ = client;
  await inTime(clock, client.api.messages.get('c', 'm'));
  expect(requests.map(({ at }) => at)).toEqual([0, 30_000, 60_000]);
  const never = answered(() => ({ status: 429, headers: { ...alone, 'retry-after': '61' } }));
  await using _never = never.client;
  const error = await inTime(never.clock, failure(never.client.api.messages.get('c', 'm')));
  expect(error).toBeInstanceOf(RateLimited);
  expect(error).toMatchObject({ retryAfterMs: 61_000, maxWaitMs: 60_000 });
  expect(never.requests).toHaveLength(1);
});

test('after 5,000 refusals within ten minutes a call of that kind is refused here', async () => {
  const { client, requests } = answered(() => ({ status: 403 }));
  await using _ = client;
  for (let call = 0; call < 5_000; call += 1) await failure(client.api.messages.get('c', 'm'));
  const error = await failure(client.api.messages.get('c', 'm'));
  expect(error).toBeInstanceOf(CircuitOpen);
  expect(requests).toHaveLength(5_000);
});

describe('a message whose answer got lost', () => {
  const bad = { body: '{' };

  test.for([
    ['is not there', {}],
    ['may not be looked for', { status: 403 }],
  ] as const)('stays unreadable where it %s', async ([, look]) => {
    const { clock, client, requests } = answered(({ method }) => (method === 'POST' ? bad : look));
    await using _ = client;
    const error = await inTime(clock, failure(client.api.messages.create('c', { content: 'x' })));
    expect(error).toBeInstanceOf(ReplyUnreadable);
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  test('is sent again once, and then left open', async () => {
    const { clock, client, requests } = answered(({ method }) => (method === 'POST' ? { status: 502 } : {}));
    await using _ = client;
    const error = await inTime(clock, failure(client.api.messages.create('c', { content: 'x' })));
    expect(error).toBeInstanceOf(OutcomeUnknown);
    expect((error as OutcomeUnknown).cause).toBeInstanceOf(ServiceFailed);
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET']);
  });

  test('is given up at once when the caller gives up while it is looked for', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const { clock, client } = answered(({ method }) => {
      if (method === 'POST') return { status: 500 };
      stop.abort(reason);
      return new Promise(() => undefined);
    });
    await using _ = client;
    const said = failure(client.api.messages.create('c', { content: 'x' }, { signal: stop.signal }));
    expect(await inTime(clock, said)).toBe(reason);
  });
});

test('a call whose caller had given up before sends nothing, and gives the reason', async () => {
  const { client, requests } = answered(() => ({}));
  await using _ = client;
  const error = await failure(client.api.messages.get('c', 'm', { signal: AbortSignal.abort() }));
  expect(error).toMatchObject({ name: 'AbortError' });
  expect(requests).toEqual([]);
});

test('a call that is over listens no longer to the signal of its caller', async () => {
  const { client, requests } = answered(() => ({}));
  await using _ = client;
  const stop = new AbortController();
  await client.api.messages.get('c', 'm', { signal: stop.signal });
  stop.abort();
  expect(requests[0]?.signal.aborted).toBe(false);
});
