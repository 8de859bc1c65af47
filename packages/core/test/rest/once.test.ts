import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { OutcomeUnknown, ReplyUnreadable, RequestFailed, RequestRejected, VirtualClock } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { type ReceivedRequest, type Reply, Service } from '../support/service.js';
import { message } from '../support/shapes.js';

type Answer = Reply | ((response: ServerResponse) => void);

/** A service that keeps messages, and answers the first create as a test says. */
async function keeping(first: (stored: object, received: ReceivedRequest, store: () => void) => Answer) {
  const service = await Service.start();
  const stored: Record<string, unknown>[] = [];
  let creates = 0;
  service.respond = (request) => {
    if (request.method === 'GET')
      return { body: { success: true, messages: [...stored].reverse(), replyMessages: [] } };
    const { content, nonce } = JSON.parse(request.body);
    const made = message({ id: String(stored.length), content, nonce });
    const store = () => void stored.push(made);
    creates += 1;
    if (creates === 1) return first({ success: true, message: made }, request, store);
    store();
    return { body: { success: true, message: made } };
  };
  return { service, stored, creates: () => creates };
}

/** Lets the pauses pass that a call makes, one after the other. */
async function passing(clock: VirtualClock, settled: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = settled.then(
    () => undefined,
    () => undefined,
  );
  void over.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const wait = await Promise.race([clock.timerWithin(4_000), over]);
    if (wait !== undefined) await clock.advance(wait);
  }
}

const cut = (response: ServerResponse) => response.destroy();

describe('a message whose answer got lost', () => {
  const lost: readonly [string, (made: object) => Answer][] = [
    ['the connection is cut', () => cut],
    ['the answer is 500', () => ({ status: 500 })],
    ['the answer is 502', () => ({ status: 502 })],
    ['the answer is 503', () => ({ status: 503 })],
    ['the answer is 504', () => ({ status: 504 })],
    ['the body is cut short', (made) => ({ body: Buffer.from(JSON.stringify(made).slice(0, 40)) })],
    [
      'the body breaks off',
      () => (response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"success":true');
        setImmediate(() => response.destroy());
      },
    ],
  ];

  test.each(lost)('is known by its nonce when %s after it was stored, and stored once', async (_, answer) => {
    const clock = new VirtualClock();
    const { service, stored, creates } = await keeping((made, _request, store) => {
      store();
      return answer(made);
    });
    await using _service = service;
    await using client = clientOf(service, { clock });
    const said = client.api.messages.create('c', { content: 'tea?' });
    await passing(clock, said);
    expect(await said).toMatchObject({ id: '0', content: 'tea?' });
    expect(stored).toHaveLength(1);
    expect(creates()).toBe(1);
  });

  test.each([502, 503])(
    'is sent again, with the same nonce, when the answer was %i and it is not there',
    async (status) => {
      const clock = new VirtualClock();
      const { service, stored } = await keeping(() => ({ status }));
      await using _service = service;
      await using client = clientOf(service, { clock });
      const said = client.api.messages.create('c', { content: 'tea?' });
      await passing(clock, said);
      expect(await said).toMatchObject({ content: 'tea?' });
      expect(stored).toHaveLength(1);
      const [first, second] = service.requests.filter(({ method }) => method === 'POST');
      expect(second?.body).toBe(first?.body);
    },
  );

  test.each([
    ['the connection is cut', cut],
    ['the answer is 500', { status: 500 }],
    ['the answer is 504', { status: 504 }],
  ] as const)('leaves it open when %s and it is not there: it may yet come', async (_, answer) => {
    const clock = new VirtualClock();
    const { service, stored, creates } = await keeping(() => answer);
    await using _service = service;
    await using client = clientOf(service, { clock });
    const said = failure(client.api.messages.create('c', { content: 'tea?', nonce: 'mine' }));
    await passing(clock, said);
    expect(await said).toBeInstanceOf(OutcomeUnknown);
    expect(await said).toMatchObject({ outcome: 'unknown', nonce: 'mine', channelId: 'c' });
    expect(stored).toHaveLength(0);
    expect(creates()).toBe(1);
  });

  test('leaves it open when the channel may not be read', async () => {
    const clock = new VirtualClock();
    await using service = await Service.start();
    await using client = clientOf(service, { clock });
    service.respond = ({ method }) => ({ status: method === 'GET' ? 403 : 502 });
    const said = failure(client.api.messages.create('c', { content: 'tea?' }));
    await passing(clock, said);
    expect(await said).toBeInstanceOf(OutcomeUnknown);
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  test('leaves it open when so much was said since that the newest pages do not reach back', async () => {
    const clock = new VirtualClock();
    await using service = await Service.start();
    await using client = clientOf(service, { clock });
    const others = Array.from({ length: 50 }, (_, index) => message({ id: `o${index}` }));
    service.respond = ({ method }) =>
      method === 'GET' ? { body: { messages: others, replyMessages: [] } } : { status: 502 };
    const said = failure(client.api.messages.create('c', { content: 'tea?' }));
    await passing(clock, said);
    expect(await said).toBeInstanceOf(OutcomeUnknown);
    expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('is not sent again to a service that was seen to forget nonces', async () => {
    const clock = new VirtualClock();
    await using service = await Service.start();
    await using client = clientOf(service, { clock });
    service.respond = () => ({ body: { success: true, message: message({ nonce: null }) } });
    await client.api.messages.create('c', { content: 'tea?' });
    service.respond = ({ method }) =>
      method === 'GET' ? { body: { messages: [], replyMessages: [] } } : { status: 502 };
    const said = failure(client.api.messages.create('c', { content: 'tea?' }));
    await passing(clock, said);
    expect(await said).toBeInstanceOf(OutcomeUnknown);
    expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  test('keeps the messages behind it waiting, so that the order stays', async () => {
    const clock = new VirtualClock();
    const { service, stored } = await keeping(() => ({ status: 502 }));
    await using _service = service;
    await using client = clientOf(service, { clock });
    const said = Promise.all(['1', '2', '3'].map((content) => client.api.messages.create('c', { content })));
    await passing(clock, said);
    await said;
    expect(stored.map(({ content }) => content)).toEqual(['1', '2', '3']);
  });
});

describe('what became of a call', () => {
  test('is nothing when it was refused, was never sent or was given up before', async () => {
    await using service = await Service.start();
    await using client = clientOf(service, { validate: 'full' });
    service.respond = () => ({ status: 403 });
    const refused = await failure(client.api.messages.create('c', { content: 'x' }));
    expect(refused).toBeInstanceOf(RequestRejected);
    expect(refused).toMatchObject({ outcome: 'refused', params: { channelId: 'c' } });
    expect(await failure(client.api.messages.create('c', {}))).toMatchObject({ outcome: 'refused' });
    expect(await failure(client.api.messages.create('..', { content: 'x' }))).toMatchObject({ outcome: 'refused' });
  });

  test('is nothing when nobody listens where the service should be', async () => {
    const gone = await Service.start();
    const { url } = gone;
    await gone[Symbol.asyncDispose]();
    const clock = new VirtualClock();
    await using client = clientOf({ url }, { clock });
    const said = failure(client.api.messages.create('c', { content: 'x' }));
    await passing(clock, said);
    expect(await said).toBeInstanceOf(RequestFailed);
    expect(await said).toMatchObject({ outcome: 'refused', sent: 'no' });
  });

  test('is that it was done when only the answer cannot be read', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ body: 'null' });
    const added = await failure(client.api.todos.add('c', 'tea'));
    expect(added).toBeInstanceOf(ReplyUnreadable);
    expect(added).toMatchObject({ outcome: 'accepted' });
  });

  test('is unknown for a channel that may have been created, which is not asked for again', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ status: 500 });
    expect(await failure(client.api.channels.create('t', { name: 'tea' }))).toBeInstanceOf(OutcomeUnknown);
    expect(service.requests).toHaveLength(1);
  });
});

describe('a nonce', () => {
  test('is known again by the process that made it, and is another each time', async () => {
    await using service = await Service.start();
    await using one = clientOf(service);
    await using other = clientOf(service);
    const nonces = Array.from({ length: 1_000 }, () => one.rest.nonces.next());
    expect(new Set(nonces).size).toBe(1_000);
    expect(nonces.every((nonce) => one.rest.nonces.isOurs(nonce))).toBe(true);
    expect(nonces.some((nonce) => other.rest.nonces.isOurs(nonce))).toBe(false);
    expect(one.rest.nonces.isOurs(null)).toBe(false);
  });

  test('of the caller is kept', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ body: { success: true, message: message() } });
    await client.api.messages.create('c', { content: 'x', nonce: 'mine' });
    expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({ content: 'x', nonce: 'mine' });
  });
});
