import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/index.js';
import { clientOf } from '../support/client.js';
import { inTime } from '../support/limited.js';
import { message } from '../support/shapes.js';

const mebibyte = 2 ** 20;

test('a refusal whose body is nested four million levels deep is waited for, and holds nobody up for longer than 100 ms', async () => {
  const clock = new VirtualClock();
  const nested = Buffer.from('['.repeat(4 * mebibyte) + ']'.repeat(4 * mebibyte));
  let requests = 0;
  await using client = clientOf(
    { url: 'http://127.0.0.1:1' },
    {
      clock,
      transport: async () => {
        requests += 1;
        return requests === 1
          ? { status: 429, headers: { 'retry-after': '3' }, body: nested }
          : { status: 200, headers: {}, body: JSON.stringify({ message: message() }) };
      },
    },
  );
  const before = performance.now();
  await inTime(clock, client.api.messages.get('c', 'm'));
  expect(performance.now() - before).toBeLessThan(100);
  expect(clock.monotonic()).toBe(3_000);
});
