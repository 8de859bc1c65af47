import { describe, expect, test } from 'vitest';
import type { Client } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { Service } from '../support/service.js';
import { message } from '../support/shapes.js';

const start = Date.UTC(2026, 0, 1);

/** A channel whose history is answered as the service pages it. */
class History {
  readonly messages: object[] = [];

  constructor(service: Service, count: number) {
    for (let index = 0; index < count; index += 1) this.arrive();
    service.respond = ({ path }) => {
      const query = new URL(path, 'http://service').searchParams;
      const offset = Number(query.get('offset'));
      return { body: { messages: this.messages.slice(offset, offset + Number(query.get('limit'))) } };
    };
  }

  arrive(): void {
    const index = this.messages.length;
    this.messages.unshift(message({ id: `m${index}`, createdAt: new Date(start + index * 1_000).toISOString() }));
  }
}

async function idsOf(messages: ReturnType<Client['api']['messages']['history']>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of messages) ids.push(id);
  return ids;
}

function down(from: number, to: number): string[] {
  return Array.from({ length: from - to + 1 }, (_, index) => `m${from - index}`);
}

describe('the history of a channel', () => {
  test.each([
    [0, 1],
    [49, 1],
    [50, 2],
    [120, 3],
  ])('of %i messages comes whole, the newest first, in %i calls', async (count, calls) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    new History(service, count);
    expect(await idsOf(client.api.messages.history('c'))).toEqual(down(count - 1, 0));
    expect(service.requests).toHaveLength(calls);
  });

  test('is asked for only as far as somebody reads', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    new History(service, 100);
    for await (const { id } of client.api.messages.history('c', { pageSize: 10 })) if (id === 'm85') break;
    expect(service.requests.map(({ path }) => path.split('?')[1])).toEqual(['limit=10&offset=0', 'limit=10&offset=10']);
  });

  test('gives no message twice when others arrive meanwhile', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const channel = new History(service, 30);
    const ids: string[] = [];
    for await (const { id } of client.api.messages.history('c', { pageSize: 10 })) {
      ids.push(id);
      if (ids.length % 10 === 0) for (let time = 0; time < 3; time += 1) channel.arrive();
    }
    expect(ids).toEqual(down(29, 0));
  });

  test('begins before a moment, given as a date or as the time of a message', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    new History(service, 30);
    const before = new Date(start + 5_000);
    expect(await idsOf(client.api.messages.history('c', { before, pageSize: 10 }))).toEqual(down(4, 0));
    expect(await idsOf(client.api.messages.history('c', { before: before.toISOString() }))).toEqual(down(4, 0));
  });

  test('ends with a service that gives the same page for ever', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    service.respond = () => ({ body: { messages: [message({ id: 'm2' }), message({ id: 'm1' })] } });
    expect(await idsOf(client.api.messages.history('c', { pageSize: 2 }))).toEqual(['m2', 'm1']);
    expect(service.requests).toHaveLength(2);
  });

  test('ends with the reason of a signal', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    new History(service, 30);
    const stop = new AbortController();
    const history = client.api.messages.history('c', { pageSize: 10 }, { signal: stop.signal });
    await history.next();
    stop.abort(new Error('enough'));
    expect(await failure(idsOf(history))).toMatchObject({ message: 'enough' });
  });

  test('before something that is no moment is refused', async () => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const error = await failure(idsOf(client.api.messages.history('c', { before: 'yesterday' })));
    expect(error).toMatchObject({ code: 'OPTION_INVALID', option: 'before', value: 'yesterday' });
    expect(service.requests).toEqual([]);
  });

  test.each([0, -1, 51, 2.5, Number.NaN, '10'])('in pages of %j is refused', async (given) => {
    await using service = await Service.start();
    await using client = clientOf(service);
    const pageSize = given as number;
    const error = await failure(idsOf(client.api.messages.history('c', { pageSize })));
    expect(error).toMatchObject({ code: 'OPTION_INVALID', option: 'pageSize', value: pageSize });
    expect(service.requests).toEqual([]);
  });
});
