import { describe, expect, test } from 'vitest';
import { OutcomeUnknown, TodoUnsettled } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { Service } from '../support/service.js';
import { ada } from '../support/shapes.js';

interface ItemAtService {
  readonly completed: boolean;
  readonly turns: boolean;
  /** Of the calls that change something, so many get no answer, before the change or after it. */
  readonly lost?: { readonly answers: number; readonly changed: boolean };
}

/** A service with one item, whose mark each call turns round. */
async function serviceWith(item: ItemAtService): Promise<Service> {
  const service = await Service.start();
  let { completed } = item;
  let lost = item.lost?.answers ?? 0;
  service.respond = ({ method }) => {
    const isLost = method !== 'GET' && lost > 0;
    if (method !== 'GET' && item.turns && !(isLost && item.lost?.changed === false)) completed = !completed;
    const createdAt = '2026-01-01T00:00:00.000Z';
    const todo = { id: 'd1', channelId: 'c', content: 'tea', createdBy: ada.id, createdAt, completed };
    if (!isLost) return { body: method === 'GET' ? { todos: [todo] } : { todo } };
    lost -= 1;
    return (response) => response.destroy();
  };
  return service;
}

describe('marking an item', () => {
  test.each([
    ['done', false, true, 1],
    ['still to do', true, false, 1],
    ['done when it was done already', true, true, 2],
    ['still to do when it was that already', false, false, 2],
  ] as const)('as %s', async (_, before, wanted, calls) => {
    await using service = await serviceWith({ completed: before, turns: true });
    await using client = clientOf(service);
    const item = await client.api.todos.setCompleted('c', 'd1', wanted);
    expect(item).toMatchObject({ id: 'd1', completed: wanted });
    expect(service.requests.map(({ body }) => JSON.parse(body))).toEqual(Array(calls).fill({ changeCompleted: true }));
  });

  test.each([
    ['had turned', true, ['PUT', 'GET']],
    ['had not', false, ['PUT', 'GET', 'PUT']],
  ] as const)('looks at the item where no answer came, and it %s', async (_, changed, calls) => {
    await using service = await serviceWith({ completed: false, turns: true, lost: { answers: 1, changed } });
    await using client = clientOf(service);
    expect(await client.api.todos.setCompleted('c', 'd1', true)).toMatchObject({ id: 'd1', completed: true });
    expect(service.requests.map(({ method }) => method)).toEqual(calls);
  });

  test('ends as unknown where no answer came and the item is on the list no more', async () => {
    await using service = await serviceWith({ completed: false, turns: true, lost: { answers: 1, changed: true } });
    const { respond } = service;
    service.respond = (request) => (request.method === 'GET' ? { body: { todos: [] } } : respond(request));
    await using client = clientOf(service);
    expect(await failure(client.api.todos.setCompleted('c', 'd1', true))).toBeInstanceOf(OutcomeUnknown);
  });

  test('fails with the item as it is when the mark does not turn', async () => {
    await using service = await serviceWith({ completed: true, turns: false });
    await using client = clientOf(service);
    const error = await failure(client.api.todos.setCompleted('c', 'd1', false));
    expect(error).toBeInstanceOf(TodoUnsettled);
    expect(error).toMatchObject({ code: 'TODO_UNSETTLED', item: { id: 'd1', completed: true }, wanted: false });
    expect(service.requests).toHaveLength(2);
  });
});
