import { describe, expect, test } from 'vitest';
import { TodoUnsettled } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { Service } from '../support/service.js';
import { ada } from '../support/shapes.js';

/** A service with one item, whose mark each call turns round. */
async function serviceWith(item: { completed: boolean; turns: boolean }): Promise<Service> {
  const service = await Service.start();
  let { completed } = item;
  service.respond = () => {
    if (item.turns) completed = !completed;
    const createdAt = '2026-01-01T00:00:00.000Z';
    return { body: { todo: { id: 'd1', channelId: 'c', content: 'tea', createdBy: ada.id, createdAt, completed } } };
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

  test('fails with the item as it is when the mark does not turn', async () => {
    await using service = await serviceWith({ completed: true, turns: false });
    await using client = clientOf(service);
    const error = await failure(client.api.todos.setCompleted('c', 'd1', false));
    expect(error).toBeInstanceOf(TodoUnsettled);
    expect(error).toMatchObject({ code: 'TODO_UNSETTLED', item: { id: 'd1', completed: true }, wanted: false });
    expect(service.requests).toHaveLength(2);
  });
});
