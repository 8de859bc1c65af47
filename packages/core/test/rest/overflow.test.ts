import { operations } from '@botwright/protocol';
import { expect, test } from 'vitest';
import { type Client, QueueFull } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';

/** A client that has as many calls under way as it may; it gives them up as soon as it closes. */
function fullClient(maxPending = 1): Client & AsyncDisposable {
  const client = clientOf(
    { url: 'http://127.0.0.1:1' },
    { rest: { maxPending }, transport: () => new Promise(() => undefined) },
  );
  for (let index = 0; index < maxPending; index += 1) client.api.users.me().catch(() => undefined);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close({ graceMs: 0 }) });
}

test('one call more than may be under way is refused with the operation and the number in the error', async () => {
  await using client = fullClient(3);
  const error = await failure(client.api.messages.create('c', { content: 'x' }));
  expect(error).toBeInstanceOf(QueueFull);
  expect(error).toMatchObject({ operation: 'createChannelMessage', maxPending: 3, outcome: 'refused' });
});

test('calls that are too many share the error where they are of one operation and made in one go', async () => {
  await using client = fullClient();
  const { messages } = client.api;
  const calls = [messages.list('a'), messages.get('a', 'm'), messages.list('b'), messages.get('b', 'm')];
  const [list, get, otherList, otherGet] = await Promise.all(calls.map(failure));
  expect(list).toMatchObject({ operation: 'getChannelMessages' });
  expect(get).toMatchObject({ operation: 'getChannelMessageById' });
  expect([otherList, otherGet]).toEqual([list, get]);
  expect(otherList).toBe(list);
  expect(otherGet).toBe(get);
  const later = await failure(messages.list('a'));
  expect(later).toBeInstanceOf(QueueFull);
  expect(later).not.toBe(list);
});

test('a call by its operation is refused by rejecting, never by throwing', async () => {
  await using client = fullClient();
  const call = client.rest.call(operations.getLoggedInUser, {});
  expect(await failure(call)).toBeInstanceOf(QueueFull);
});

test('a message that is one too many is refused before anything is made for it', async () => {
  await using client = fullClient();
  const draft = Object.defineProperty({ content: 'x' }, 'embeds', {
    enumerable: true,
    get: () => {
      throw new Error('it was looked at');
    },
  });
  expect(await failure(client.api.messages.create('c', draft))).toBeInstanceOf(QueueFull);
});
