import { expect, test } from 'vitest';
import { RateLimited, VirtualClock } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { inTime, keepCalling, LimitedService } from '../support/limited.js';
import { message } from '../support/shapes.js';

const body = JSON.stringify({ success: true, message: message(), messages: [], replyMessages: [] });

test('a limit of all calls that nobody names is found out by the refusals of several channels, and kept', async () => {
  const clock = new VirtualClock();
  const service = new LimitedService(clock, { limit: 20, windowMs: 1_000, tells: 'refusals', key: () => 'all' });
  await using client = clientOf({ url: 'http://127.0.0.1:1' }, { clock, transport: service.transport });
  const read = (index: number) => client.api.messages.list(`c${index % 60}`);
  await inTime(clock, keepCalling(200, 40, read));
  const learning = service.refused;
  const from = clock.monotonic();
  await inTime(clock, keepCalling(1_000, 40, read));
  expect(service.refused - learning).toBeLessThanOrEqual(2);
  expect(clock.monotonic() - from).toBeLessThanOrEqual(80_000);
});

test('a service elsewhere is called 5 times a second at most where nothing else is said', async () => {
  const clock = new VirtualClock();
  const times: number[] = [];
  await using client = clientOf(
    { url: 'https://chat.example' },
    {
      clock,
      transport: async () => {
        times.push(clock.monotonic());
        return { status: 200, headers: {}, body };
      },
    },
  );
  const calls = Array.from({ length: 21 }, (_, index) => client.api.messages.list(`c${index}`));
  await inTime(clock, Promise.all(calls));
  for (const [index, at] of times.entries()) expect(at - (times[index - 5] ?? -1_000)).toBeGreaterThanOrEqual(1_000);
});

test('a call that alone would have to wait for longer than a minute is turned away at once', async () => {
  const clock = new VirtualClock();
  const headers = { 'x-ratelimit-limit': '9', 'x-ratelimit-remaining': '8', 'x-ratelimit-reset-after': '1' };
  await using client = clientOf(
    { url: 'http://127.0.0.1:1' },
    {
      clock,
      transport: async ({ path }) =>
        path.includes('odd')
          ? { status: 429, headers, body: JSON.stringify({ retry_after: 61 }) }
          : { status: 200, headers: {}, body },
    },
  );
  expect(await failure(client.api.messages.get('c', 'odd'))).toBeInstanceOf(RateLimited);
  await client.api.messages.get('c', 'm');
  expect(clock.monotonic()).toBe(0);
});
