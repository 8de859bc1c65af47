import { expect, test } from 'vitest';
import { ReplyUnreadable } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { Service } from '../support/service.js';
import { message } from '../support/shapes.js';

const longest = 8 * 2 ** 20;

/** An answer that is a message, of so many bytes in all. */
function answerOf(bytes: number): string {
  const short = JSON.stringify({ message: message({ content: '' }) });
  return short.replace('"content":""', () => `"content":"${'x'.repeat(bytes - short.length)}"`);
}

test('#36 a reply is read up to 8 MiB, and is a typed error with its status beyond', async ({ annotate }) => {
  await using service = await Service.start();
  await using client = clientOf(service, { validate: 'light' });
  service.respond = () => ({ body: answerOf(longest) });
  expect((await client.api.messages.get('c', 'm')).content?.length).toBeGreaterThan(longest - 1_000);
  service.respond = () => ({ body: answerOf(longest + 1) });
  const error = await failure(client.api.messages.get('c', 'm'));
  expect(error).toMatchObject({ code: 'REPLY_UNREADABLE', status: 200, problem: 'the body is too long' });
  expect((error as ReplyUnreadable).body.length).toBeLessThanOrEqual(1_024);
  await annotate('8 MiB read, a byte more refused', 'reached');
});

test('a redirection is no answer to what promises none either', async () => {
  await using service = await Service.start();
  await using client = clientOf(service);
  service.respond = () => ({ status: 302, headers: { location: '/api/v1/me' } });
  expect(await failure(client.api.messages.delete('c', 'm'))).toBeInstanceOf(ReplyUnreadable);
  expect(service.requests).toHaveLength(1);
});
