import { expect, test } from 'vitest';
import { ServiceFailed, VirtualClock } from '../../src/index.js';
import { clientOf, failure } from '../support/client.js';
import { inTime } from '../support/limited.js';

test('while everything fails, few of many calls are repeated, and again all of them once most succeed', async () => {
  const clock = new VirtualClock();
  let isDown = true;
  let sent = 0;
  await using client = clientOf(
    { url: 'http://127.0.0.1:1' },
    {
      clock,
      transport: async () => {
        sent += 1;
        const body = JSON.stringify({ success: true, messages: [], replyMessages: [] });
        return isDown ? { status: 503, headers: {}, body: '' } : { status: 200, headers: {}, body };
      },
    },
  );
  const read = (index: number) => client.api.messages.list(`c${index}`);
  const calls = Array.from({ length: 1_000 }, (_, index) => failure(read(index)));
  for (const error of await inTime(clock, Promise.all(calls))) expect(error).toBeInstanceOf(ServiceFailed);
  expect(sent).toBeLessThanOrEqual(1_200);
  isDown = false;
  for (let call = 0; call < 1_000; call += 1) await read(call);
  isDown = true;
  sent = 0;
  await inTime(clock, failure(read(0)));
  expect(sent).toBe(4);
});
